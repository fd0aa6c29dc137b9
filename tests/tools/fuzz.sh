#!/usr/bin/env bash
# fuzz.sh BUILD SECONDS: every fuzz target for its share of the time, from the seeds of the tree and what earlier runs found
# interesting (BUILD/corpus). Findings are kept in BUILD/findings and fail.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build=$(cd "$1" && pwd)
targets=(model expression table gmsh pvd plot converge checkpoint)
share=$(($2 / ${#targets[@]}))
failed=0
scratch=$(mktemp -d)
export GUD_OUT=$scratch
mkdir -p "$build/findings"
export UBSAN_OPTIONS=print_stacktrace=1
export LSAN_OPTIONS="suppressions='$root/cmake/lsan.supp':print_suppressions=0"
export OMPI_MCA_ess_singleton_isolated=1 OMPI_MCA_pml=ob1 OMPI_MCA_btl=self "OMPI_MCA_osc=^ucx"
for name in "${targets[@]}"; do
  seeds=("$root/tests/fuzz/seeds/$name")
  if [[ $name == model ]]; then seeds+=("$root/studies" "$root/tests/bad"); fi
  if [[ $name == gmsh ]]; then seeds+=("$root/meshes"); fi
  # a run that ends with an error of PETSc leaves its memory to the end of the process
  leaks=$([[ $name == checkpoint ]] && echo 0 || echo 1)
  mkdir -p "$build/corpus/$name"
  # a short run, of the tests, is a beginning of always the same sequence: what passes once passes on a faster machine, too, as far as it goes
  seed=$(($2 > 60 ? 0 : 1))
  status=0
  ASAN_OPTIONS=detect_leaks=$leaks timeout -k 10 "$((20 * share + 600))" "$build/tests/fuzz/fuzz_$name" -seed="$seed" -max_total_time="$((share > 0 ? share : 1))" -timeout=120 -rss_limit_mb=4000 -max_len=65536 -detect_leaks="$leaks" \
    -artifact_prefix="$build/findings/$name-" "$build/corpus/$name" "${seeds[@]}" >"$build/findings/$name.log" 2>&1 || status=$?
  runs=$(grep -oE '^Done [0-9]+ runs' "$build/findings/$name.log" | grep -oE '[0-9]+' || true)
  printf '%-12s %12s runs%s\n' "$name" "${runs:-?}" "$( ((status)) && echo ", FINDING (exit code $status): $build/findings/$name.log")"
  if ((status)); then failed=1; fi
done
rm -rf "$scratch"
exit $failed
