#!/usr/bin/env bash
# Include directions (docs: CONTRIBUTING.md) and purity of the kernels.
#
#   folder                          may include
#   elements contact lubrication    base/ contract/ meshes/cells/ (contact: lubrication/ too), headers of their own folder, the C library; no malloc, no I/O
#   src/base                        base/, the C library
#   src/contract                    base/ contract/, the C library; headers only
#   src/text                        base/ contract/ text/
#   src/model                       not system/ solve/ output/ cli/
#   src/system                      not solve/ output/ cli/
#   src/solve, src/output, meshes   not cli/
set -euo pipefail
# shellcheck source=tests/tools/files.sh
source "$(dirname "${BASH_SOURCE[0]}")/files.sh"

libc='assert|complex|ctype|errno|fenv|float|inttypes|iso646|limits|locale|math|setjmp|signal|stdalign|stdarg'
libc+='|stdatomic|stdbool|stddef|stdint|stdio|stdlib|stdnoreturn|string|tgmath|time|uchar|wchar|wctype'

failed=0
complain() { echo "includes: $*"; failed=1; }

# only FOLDER ALLOWED: every quoted include of FOLDER begins with ALLOWED or lies in the same folder, and every
# <include> is of the C library
only()
{
  local folder=$1 allowed=$2 file number text name
  while IFS=: read -r file number text; do
    if [[ $text =~ \<([^\>]*)\> ]]; then
      name=${BASH_REMATCH[1]}
      [[ $name =~ ^($libc)\.h$ ]] || complain "$file:$number: <$name> is not the C library"
    elif [[ $text =~ \"([^\"]*)\" ]]; then
      name=${BASH_REMATCH[1]}
      [[ $name =~ ^($allowed)/ || ($name != */* && -f $folder/$name) ]] ||
        complain "$file:$number: \"$name\" (allowed: $allowed)"
    fi
  done < <(includes_of "$folder")
}

# never FOLDER FORBIDDEN: no quoted include of FOLDER begins with FORBIDDEN
never()
{
  local folder=$1 forbidden=$2 file number text
  while IFS=: read -r file number text; do
    if [[ $text =~ \"(src/|\.\./)?($forbidden)/ ]]; then complain "$file:$number: $text (never: $forbidden)"; fi
  done < <(includes_of "$folder")
}

includes_of()
{
  local files
  mapfile -t files < <(gud_files '*.c' '*.h' '*.def' | grep "^$1/" || true)
  ((${#files[@]} == 0)) || grep -HnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*[<"]' "${files[@]}" || true
}

for folder in elements contact lubrication; do
  only $folder "base|contract|meshes/cells|$folder$([[ $folder == contact ]] && echo "|lubrication")"
  mapfile -t files < <(gud_files '*.c' '*.h' | grep "^$folder/" || true)
  if ((${#files[@]})); then
    grep -nE '\b(malloc|calloc|realloc|free|printf|fprintf|puts|fopen|fwrite|getenv|exit|abort)[[:space:]]*\(' \
      "${files[@]}" && complain "a kernel is pure: no malloc, no I/O, no exit"
  fi
done
only src/base 'base'
only src/contract 'base|contract'
never src/text 'model|system|linear|solve|output|cli|meshes|elements|contact|lubrication'
never src/model 'system|solve|output|cli'
never src/system 'solve|output|cli'
never src/solve 'cli'
never src/output 'cli'
never meshes 'cli'

if gud_files '*.c' | grep '^src/contract/'; then complain "src/contract holds headers only"; fi
exit $failed
