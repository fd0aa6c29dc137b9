/* A program outside the tree, built against the installed library: by CMake (CMakeLists.txt) and by pkg-config
   (Makefile). It prints the version of the library. */
#include <gudgeon.h>
#include <stdio.h>

int main(void)
{
  printf("gudgeon %s\n", GudVersion());
  return 0;
}
