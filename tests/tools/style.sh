#!/usr/bin/env bash
# Style of the sources: clang-format 14, file size, markers of unfinished work, paths of one machine, commented-out
# code. `style.sh --fix` formats in place. Exit code 77 (skipped) if only clang-format is missing.
set -euo pipefail
# shellcheck source=tests/tools/files.sh
source "$(dirname "${BASH_SOURCE[0]}")/files.sh"

failed=0
complain() { echo "style: $*"; failed=1; }

mapfile -t c_files < <(gud_files '*.c' '*.h')
mapfile -t code_files < <(gud_files '*.c' '*.h' '*.py' '*.sh' '*.cmake' 'CMakeLists.txt' 'bootstrap')
mapfile -t all_files < <(gud_files '*' | grep -vE '^tests/tools/|^tests/input/models/')

formatter=
for name in clang-format-14 clang-format; do
  if command -v "$name" >/dev/null && "$name" --version | grep -q 'version 14\.'; then
    formatter=$name
    break
  fi
done
if [[ ${#c_files[@]} -gt 0 && -n $formatter ]]; then
  if [[ ${1:-} == --fix ]]; then
    "$formatter" -i "${c_files[@]}"
  elif ! "$formatter" --dry-run -Werror "${c_files[@]}" >/dev/null 2>&1; then
    "$formatter" --dry-run -Werror "${c_files[@]}" 2>&1 | grep 'error:' | cut -d: -f1 | sort | uniq -c || true
    complain "clang-format: run tests/tools/style.sh --fix"
  fi
fi

for f in "${code_files[@]}"; do
  lines=$(wc -l <"$f")
  if ((lines > 800)); then complain "$f: $lines lines; 800 is the limit"; fi
done

if ((${#all_files[@]})); then
  grep -nIE '\b(TODO|FIXME|XXX|HACK)\b' "${all_files[@]}" && complain "unfinished work: finish it or open an issue"
  grep -nIE '(^|[^A-Za-z0-9_.}-])/(work|root|home)/' "${all_files[@]}" &&
    complain "path of one machine"
fi

python=$(command -v /usr/bin/python3 || command -v python3)
((${#c_files[@]} == 0)) || "$python" tests/tools/commented_code.py "${c_files[@]}" || failed=1

if ((failed)); then exit 1; fi
if [[ -z $formatter ]]; then
  echo "style: clang-format 14 is not installed (./bootstrap install-deps); the format was NOT checked"
  exit 77
fi
