#!/usr/bin/env bash
# Installs the build tree into a scratch prefix (GUD_OUT), then builds and runs the example against it twice.
# usage: run.sh CMAKE BUILD_DIR CC [SANITIZE_FLAGS]
set -euo pipefail
cmake=$1 build=$2 cc=$3 flags=${4:-}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
prefix=$GUD_OUT/prefix
rm -rf "${GUD_OUT:?}"/*

"$cmake" --install "$build" --prefix "$prefix" >"$GUD_OUT/install.log"

echo "by find_package"
"$cmake" -S "$here" -B "$GUD_OUT/cmake" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="$cc" \
  -DCMAKE_C_FLAGS="$flags" >"$GUD_OUT/configure.log"
"$cmake" --build "$GUD_OUT/cmake" >"$GUD_OUT/build.log" || { cat "$GUD_OUT/build.log"; exit 1; }
by_cmake=$("$GUD_OUT/cmake/example")

echo "by pkg-config"
mkdir "$GUD_OUT/make"
cp "$here/example.c" "$here/Makefile" "$GUD_OUT/make"
pc=$(find "$prefix" -name gudgeon.pc)
libdir=$(dirname "$(dirname "$pc")")
export PKG_CONFIG_PATH=$libdir/pkgconfig
CFLAGS=$flags make -C "$GUD_OUT/make" CC="$cc" >"$GUD_OUT/make.log"
by_make=$(LD_LIBRARY_PATH=$libdir "$GUD_OUT/make/example")

version=$(pkg-config --modversion gudgeon)
for output in "$by_cmake" "$by_make"; do
  if [[ $output != "gudgeon $version"* ]]; then
    echo "expected 'gudgeon $version...', got '$output'"
    exit 1
  fi
done
