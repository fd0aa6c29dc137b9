#!/usr/bin/env bash
# fuzz.sh BUILD SECONDS: every fuzz target for its share of the time, from the seeds of the tree and what earlier runs found
# interesting (BUILD/corpus). Findings are kept in BUILD/findings and fail; executions are added up in BUILD/executions.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build=$(cd "$1" && pwd)
# target, share of the time, longest input: short texts for the fast ones, which are run most often
targets=("expression 4 96" "pvd 4 1024" "gmsh 4 2048" "table 2 256" "model 2 65536" "plot 2 4096" "converge 2 4096" "checkpoint 1 512")
shares=0
for line in "${targets[@]}"; do read -r _ share _ <<<"$line" && shares=$((shares + share)); done
failed=0
scratch=$(mktemp -d)
export GUD_OUT=$scratch
mkdir -p "$build/findings"
export UBSAN_OPTIONS=print_stacktrace=1
export LSAN_OPTIONS="suppressions='$root/cmake/lsan.supp':print_suppressions=0"
export OMPI_MCA_ess_singleton_isolated=1 OMPI_MCA_pml=ob1 OMPI_MCA_btl=self "OMPI_MCA_osc=^ucx"
for line in "${targets[@]}"; do
  read -r name share longest <<<"$line"
  seconds=$(($2 * share / shares))
  seeds=("$root/tests/fuzz/seeds/$name")
  if [[ $name == model ]]; then seeds+=("$root/studies" "$root/tests/input/models"); fi
  if [[ $name == gmsh ]]; then seeds+=("$root/meshes"); fi
  mkdir -p "$build/corpus/$name"
  # a short run, of the tests, is a beginning of always the same sequence: what passes once passes on a faster machine, too, as far as it goes
  seed=$(($2 > 60 ? 0 : 1))
  status=0
  # traces of allocations cost more than the readers: four frames of them
  ASAN_OPTIONS=detect_leaks=1:malloc_context_size=4:quarantine_size_mb=16 timeout -k 10 "$((20 * seconds + 600))" \
    "$build/tests/fuzz/fuzz_$name" -seed="$seed" -max_total_time="$((seconds > 0 ? seconds : 1))" -timeout=120 -rss_limit_mb=4000 \
    -max_len="$longest" -artifact_prefix="$build/findings/$name-" "$build/corpus/$name" "${seeds[@]}" \
    >"$build/findings/$name.log" 2>&1 || status=$?
  runs=$(grep -oE '^Done [0-9]+ runs' "$build/findings/$name.log" | grep -oE '[0-9]+' || true)
  printf '%s %s %s\n' "$name" "${runs:-0}" "$status" >>"$build/executions"
  printf '%-12s %12s runs%s\n' "$name" "${runs:-?}" "$( ((status)) && echo ", FINDING (exit code $status): $build/findings/$name.log")"
  if ((status)); then failed=1; fi
done
rm -rf "$scratch"
awk '{n[$1] += $2; all += $2} END {for (k in n) printf "  %-12s %12d in all\n", k, n[k]; printf "  %-12s %12d\n", "sum", all}' "$build/executions"
exit $failed
