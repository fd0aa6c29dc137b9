#include "linear/dense.h"

#include <stddef.h>

typedef double Vector __attribute__((vector_size(32), may_alias));
typedef double Loose __attribute__((vector_size(32), may_alias, aligned(8)));

#define KERNEL(name) any_##name
#define TARGET
#define MOST_VECTORS 1
#include "linear/dense_kernels.h"
#undef KERNEL
#undef TARGET
#undef MOST_VECTORS

static const GudDense any = {any_multiply, any_apply, any_apply_upper, any_apply_lower, any_rank_one};

#if defined(__x86_64__)
#define KERNEL(name) avx2_##name
#define TARGET       __attribute__((target("avx2,fma")))
#define MOST_VECTORS 3
#include "linear/dense_kernels.h"

static const GudDense avx2 = {avx2_multiply, avx2_apply, avx2_apply_upper, avx2_apply_lower, avx2_rank_one};

const GudDense *gud_dense(void)
{
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? &avx2 : &any;
}
#else
const GudDense *gud_dense(void)
{
  return &any;
}
#endif
