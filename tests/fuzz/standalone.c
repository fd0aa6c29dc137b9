/* The inputs named on the command line, one after the other, without libFuzzer. */
#include "fuzz.h"

int main(int argc, char **argv)
{
  for (int i = 1; i < argc; i++) {
    FILE *f = fopen(argv[i], "rb");
    if (!f) return fprintf(stderr, "cannot read %s\n", argv[i]), 1;
    static uint8_t data[1 << 20];
    size_t         n = fread(data, 1, sizeof data, f);
    fclose(f);
    uint8_t *own = malloc(n ? n : 1); /* of its exact size: reading beyond is seen */
    if (!own) return 1;
    memcpy(own, data, n);
    LLVMFuzzerTestOneInput(own, n);
    free(own);
  }
  printf("%d inputs\n", argc - 1);
  return argc > 1 ? 0 : 1;
}
