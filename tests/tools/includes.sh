#!/usr/bin/env bash
# Which room may include which (the table is in includes.py), purity of the kernels, the C library only where PETSc has no place.
set -euo pipefail
# shellcheck source=tests/tools/files.sh
source "$(dirname "${BASH_SOURCE[0]}")/files.sh"

libc='assert|complex|ctype|errno|fenv|float|inttypes|iso646|limits|locale|math|setjmp|signal|stdalign|stdarg'
libc+='|stdatomic|stdbool|stddef|stdint|stdio|stdlib|stdnoreturn|string|tgmath|time|uchar|wchar|wctype'

failed=0
complain() { echo "includes: $*"; failed=1; }

# library FOLDER: every <include> of FOLDER is of the C library
library()
{
  local file number text
  while IFS=: read -r file number text; do
    [[ $text =~ \<($libc)\.h\> ]] || complain "$file:$number: $text is not the C library"
  done < <(gud_files '*.c' '*.h' '*.def' | grep "^$1/" | xargs -r grep -HnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*<' || true)
}

for folder in elements contact lubrication; do
  library $folder
  mapfile -t files < <(gud_files '*.c' '*.h' | grep "^$folder/" || true)
  if ((${#files[@]})); then
    grep -nE '\b(malloc|calloc|realloc|free|printf|fprintf|puts|fopen|fwrite|getenv|exit|abort)[[:space:]]*\(' \
      "${files[@]}" && complain "a kernel is pure: no malloc, no I/O, no exit"
  fi
done
library src/contract

if gud_files '*.c' | grep '^src/contract/'; then complain "src/contract holds headers only"; fi
gud_files '*.c' '*.h' '*.def' | python3 tests/tools/includes.py || failed=1
exit $failed
