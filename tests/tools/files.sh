# shellcheck shell=bash
# gud_files PATTERN...: the project's files (tracked, and new ones that are not ignored), one per line.
# To be sourced; leaves the shell in the top folder.
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit

gud_files()
{
  if git ls-files >/dev/null 2>&1; then
    git ls-files --cached --others --exclude-standard -- "$@" | while IFS= read -r f; do
      if [[ -f $f ]]; then echo "$f"; fi
    done
  else # a tarball, or a clone that belongs to somebody else
    local names=()
    for pattern in "$@"; do names+=(-o -name "$pattern"); done
    find . -name .git -prune -o -path ./build -prune -o -path ./results -prune -o \
      -type f \( "${names[@]:1}" \) -printf '%P\n' | sort
  fi
}
