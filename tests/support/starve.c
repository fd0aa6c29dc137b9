/* LD_PRELOAD: what a machine can refuse, at a chosen call. glibc; system calls: Linux on x86-64.

   Memory: from the GUD_STARVE_FROM-th request of at least GUD_STARVE_SIZE bytes on (100000) there is none;
   GUD_STARVE_OWN: requests of the program itself only, not of its libraries; GUD_STARVE_ONCE: only that one fails.
   Files: the GUD_REFUSE_AT-th call of the kind GUD_REFUSE (write, fsync, rename, open, all) on files below the folder
   GUD_REFUSE_UNDER fails with ENOSPC, EIO, EACCES, EMFILE; GUD_REFUSE_ON: so do all after it. The calls of stdio do not pass
   through symbols that could be replaced: a filter of the kernel (seccomp) turns them into SIGSYS, whose handler counts, and then
   makes the call itself (its own instruction passes the filter) or returns the error. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

/* ---- memory ---- */

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t),
  *__libc_memalign(size_t, size_t);

static uintptr_t own_begin, own_end; /* addresses of the program */

static int find_program(struct dl_phdr_info *info, size_t size, void *ctx)
{
  (void)size, (void)ctx;
  for (int i = 0; i < info->dlpi_phnum; i++) { /* the first object is the program */
    const ElfW(Phdr) *p = &info->dlpi_phdr[i];
    uintptr_t from      = info->dlpi_addr + p->p_vaddr;
    if (p->p_type != PT_LOAD) continue;
    if (!own_begin || from < own_begin) own_begin = from;
    if (from + p->p_memsz > own_end) own_end = from + p->p_memsz;
  }
  return 1;
}

static int refused(size_t size, void *caller)
{
  static long count, from = -1, least, own, once;
  if (from < 0) {
    const char *n = getenv("GUD_STARVE_FROM"), *s = getenv("GUD_STARVE_SIZE");
    from = n ? atol(n) : 0, least = s ? atol(s) : 100000;
    own = getenv("GUD_STARVE_OWN") != NULL, once = getenv("GUD_STARVE_ONCE") != NULL;
    if (own) dl_iterate_phdr(find_program, NULL);
  }
  if (!from || size < (size_t)least) return 0;
  if (own && ((uintptr_t)caller < own_begin || (uintptr_t)caller >= own_end)) return 0;
  long now = __sync_add_and_fetch(&count, 1);
  return once ? now == from : now >= from;
}

void *malloc(size_t size)
{
  if (!refused(size, __builtin_return_address(0))) return __libc_malloc(size);
  errno = ENOMEM;
  return NULL;
}

void *calloc(size_t num, size_t size)
{
  if (!refused(num * size, __builtin_return_address(0))) return __libc_calloc(num, size);
  errno = ENOMEM;
  return NULL;
}

void *realloc(void *old, size_t size)
{
  if (!refused(size, __builtin_return_address(0))) return __libc_realloc(old, size);
  errno = ENOMEM;
  return NULL;
}

int posix_memalign(void **out, size_t align, size_t size)
{
  *out = refused(size, __builtin_return_address(0)) ? NULL : __libc_memalign(align, size);
  return *out ? 0 : ENOMEM;
}

/* ---- files ---- */

#ifdef __x86_64__

enum { WRITE = 1, FSYNC = 2, RENAME = 4, OPEN = 8 };
static const struct {
  int number, kind, error;
} calls[] = {{SYS_write, WRITE, ENOSPC},   {SYS_pwrite64, WRITE, ENOSPC},  {SYS_writev, WRITE, ENOSPC},
             {SYS_ftruncate, WRITE, EIO},  {SYS_fsync, FSYNC, EIO},        {SYS_fdatasync, FSYNC, EIO},
             {SYS_rename, RENAME, EACCES}, {SYS_renameat, RENAME, EACCES}, {SYS_renameat2, RENAME, EACCES},
             {SYS_open, OPEN, EMFILE},     {SYS_openat, OPEN, EMFILE},     {SYS_creat, OPEN, EMFILE}};
enum { NUM_CALLS = sizeof calls / sizeof calls[0] };

static int         kinds, on;
static long        at, seen;
static const char *under;

/* The one instruction whose calls pass the filter */
long gud_call(long n, long a, long b, long c, long d, long e);
__asm__(".text\n.globl gud_call\n.hidden gud_call\n.hidden gud_call_end\ngud_call:\n"
        "mov %rdi,%rax\nmov %rsi,%rdi\nmov %rdx,%rsi\nmov %rcx,%rdx\nmov %r8,%r10\nmov %r9,%r8\nsyscall\n"
        ".globl gud_call_end\ngud_call_end:\nret\n");
extern char gud_call_end[];

static int is_below(const char *path)
{
  size_t n = strlen(under);
  return path && !strncmp(path, under, n) && (path[n] == '/' || !path[n]);
}

/* Is the file of this call below the folder? */
static int is_ours(int kind, long number, const long a[5])
{
  char link[64], path[4096];
  if (kind == OPEN || kind == RENAME)
    return is_below((
      const char *)(number == SYS_openat || number == SYS_renameat || number == SYS_renameat2 ? a[1] : a[0]));
  snprintf(link, sizeof link, "/proc/self/fd/%ld", a[0]);
  long n = gud_call(SYS_readlinkat, -100, (long)link, (long)path, sizeof path - 1, 0);
  if (n < 0) return 0;
  path[n] = '\0';
  return is_below(path);
}

static void on_call(int sign, siginfo_t *info, void *context)
{
  greg_t    *r      = ((ucontext_t *)context)->uc_mcontext.gregs;
  long       number = info->si_syscall, result;
  const long a[5]   = {r[REG_RDI], r[REG_RSI], r[REG_RDX], r[REG_R10], r[REG_R8]};
  int        i = 0, saved = errno;
  (void)sign;
  while (i < NUM_CALLS - 1 && calls[i].number != number) i++;
  int fails = 0;
  if (is_ours(calls[i].kind, number, a)) {
    long now = __sync_add_and_fetch(&seen, 1);
    fails    = on ? now >= at : now == at;
  }
  result     = fails ? -calls[i].error : gud_call(number, a[0], a[1], a[2], a[3], a[4]);
  errno      = saved;
  r[REG_RAX] = result;
}

/* Libraries that handle SIGSYS themselves do not get it. */
typedef void (*Handler)(int);
Handler signal(int number, Handler h)
{
  static Handler (*real)(int, Handler);
  if (!real) *(void **)&real = dlsym(RTLD_NEXT, "signal");
  return kinds && number == SIGSYS ? SIG_DFL : real(number, h);
}

int sigaction(int number, const struct sigaction *action, struct sigaction *old)
{
  static int (*real)(int, const struct sigaction *, struct sigaction *);
  if (!real) *(void **)&real = dlsym(RTLD_NEXT, "sigaction");
  return real(number, kinds && number == SIGSYS ? NULL : action, old);
}

static void install(void)
{
  struct sock_filter list[NUM_CALLS + 8];
  uint64_t           ip = (uint64_t)(uintptr_t)gud_call_end;
  int                k = 0, num = 0;
  for (int i = 0; i < NUM_CALLS; i++) num += (calls[i].kind & kinds) != 0;
  list[k++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
                                           offsetof(struct seccomp_data, instruction_pointer));
  list[k++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)ip, 0, 2);
  list[k++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
                                           offsetof(struct seccomp_data, instruction_pointer) + 4);
  list[k++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(ip >> 32),
                                           (uint8_t)(num + 1), 0);
  list[k++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
  for (int i = 0, left = num; i < NUM_CALLS; i++)
    if (calls[i].kind & kinds)
      list[k++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)calls[i].number,
                                               (uint8_t)left--, 0);
  list[k++]                 = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  list[k++]                 = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP);
  struct sock_fprog program = {(unsigned short)k, list};
  struct sigaction  action  = {.sa_sigaction = on_call, .sa_flags = SA_SIGINFO | SA_NODEFER};
  int               wanted  = kinds;
  kinds                     = 0;
  sigaction(SIGSYS, &action, NULL);
  kinds = wanted;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
    _exit(99);
}

__attribute__((constructor)) static void begin(void)
{
  static const char *const names[] = {"write", "fsync", "rename", "open"};
  const char              *kind = getenv("GUD_REFUSE"), *number = getenv("GUD_REFUSE_AT");
  under = getenv("GUD_REFUSE_UNDER"), at = number ? atol(number) : 0, on = getenv("GUD_REFUSE_ON") != NULL;
  for (int i = 0; kind && under && i < 4; i++)
    if (!strcmp(kind, names[i]) || !strcmp(kind, "all")) kinds |= 1 << i;
  if (kinds && at > 0) install();
  else kinds = 0;
}

/* How many calls there were, for whoever asks: a file of this name. */
__attribute__((destructor)) static void end(void)
{
  const char *name = getenv("GUD_REFUSE_COUNT");
  char        text[32];
  if (!kinds || !name) return;
  int  n    = snprintf(text, sizeof text, "%ld\n", seen);
  long file = gud_call(SYS_open, (long)name, 01 | 0100 | 01000, 0666, 0, 0);
  if (file >= 0) gud_call(SYS_write, file, (long)text, n, 0, 0), gud_call(SYS_close, file, 0, 0, 0, 0);
}

#endif
