#include "output/folder.h"

#include "base/sum.h"
#include "output/sink.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { PATH_SIZE = GUD_MAX_FOLDER + 300 };

int gud_make_folder(const char *path)
{
  char   part[GUD_MAX_FOLDER + 1];
  size_t n = strlen(path);
  if (n > GUD_MAX_FOLDER) return ENAMETOOLONG;
  for (size_t i = 1; i <= n; i++) {
    if (path[i] != '/' && path[i] != '\0') continue;
    snprintf(part, sizeof part, "%.*s", (int)i, path);
    if (mkdir(part, 0777) && errno != EEXIST) return errno;
  }
  struct stat st;
  if (stat(path, &st)) return errno;
  return S_ISDIR(st.st_mode) ? 0 : ENOTDIR;
}

int gud_lock_folder(const char *folder, const char *name, int *lock)
{
  char         path[PATH_SIZE];
  struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  snprintf(path, sizeof path, "%s/%s", folder, name);
  *lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (*lock < 0) return errno;
  if (!fcntl(*lock, F_SETLK, &whole)) return 0;
  int e = errno == EACCES ? EAGAIN : errno;
  gud_unlock_folder(lock);
  return e == EAGAIN ? e : 0;
}

void gud_unlock_folder(int *lock)
{
  if (*lock >= 0) close(*lock);
  *lock = -1;
}

/* Frames and mode shapes: vtk/NAME_number.vtu, and what a killed run left of one. */
static int is_frame(const char *name)
{
  static const char *const kinds[] = {"bodies_", "joints_", "films_", "symbols_", "mode_"};
  size_t                   n       = strlen(name);
  if (n > 4 && !strcmp(name + n - 4, ".tmp")) n -= 4;
  if (n < 6 || (strncmp(name + n - 4, ".vtu", 4) && strncmp(name + n - 5, ".pvtu", 5))) return 0;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (!strncmp(name, kinds[i], strlen(kinds[i]))) return 1;
  return 0;
}

/* Files that a sink calls its own, by name or by a pattern of the shell. */
static int is_of_sink(const char *name)
{
  for (int i = 0; gud_sinks[i]; i++)
    for (size_t k = 0; k < sizeof gud_sinks[i]->files / sizeof *gud_sinks[i]->files; k++)
      if (gud_sinks[i]->files[k] && !fnmatch(gud_sinks[i]->files[k], name, 0)) return 1;
  return 0;
}

/* errno, or 0, also where there is no such folder */
static int remove_those(const char *folder, int (*is_one)(const char *name))
{
  DIR *dir = opendir(folder);
  int  e   = 0;
  for (struct dirent *entry; dir && !e && (entry = readdir(dir));)
    if (is_one(entry->d_name) && unlinkat(dirfd(dir), entry->d_name, 0)) e = errno;
  if (dir) closedir(dir);
  return e;
}

/* errno, or 0, also where there is no such file */
static int remove_from(const char *folder, const char *name)
{
  char path[PATH_SIZE];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return remove(path) && errno != ENOENT ? errno : 0;
}

int gud_clear_folder(const char *folder)
{
  static const char *const files[] = {"checkpoint.bin",     "checkpoint.tmp",     "summary.csv",
                                      "summary.tmp",        "classification.csv", "classification.tmp",
                                      "classification.txt", "amplification.csv",  "poincare.csv",
                                      "run.json",           "run.json.tmp",       "run.pvd",
                                      "run.pvd.tmp"};
  char                     path[PATH_SIZE];
  int                      e = 0;
  for (size_t i = 0; i < sizeof files / sizeof *files && !e; i++) e = remove_from(folder, files[i]);
  if (!e) e = remove_those(folder, is_of_sink);
  if (e) return e;
  snprintf(path, sizeof path, "%s/vtk", folder);
  return remove_those(path, is_frame);
}

unsigned long long gud_run_id(void)
{
  struct timespec    now;
  pid_t              pid       = getpid();
  unsigned long long id        = GUD_SUM_START;
  unsigned char      noise[16] = {0};
  FILE              *f         = fopen("/dev/urandom", "rb"); /* without it: time and process */
  if (f && fread(noise, 1, sizeof noise, f) != sizeof noise) noise[0] = 1;
  if (f) fclose(f);
  clock_gettime(CLOCK_REALTIME, &now);
  id = gud_sum_add(id, &now.tv_sec, sizeof now.tv_sec);
  id = gud_sum_add(id, &now.tv_nsec, sizeof now.tv_nsec);
  id = gud_sum_add(id, &pid, sizeof pid);
  return gud_sum_add(id, noise, sizeof noise);
}

int gud_sync(const char *path)
{
  int fd = open(path, O_RDONLY | O_CLOEXEC), e = 0;
  if (fd < 0) return errno;
  if (fsync(fd) && errno != EINVAL && errno != EROFS) e = errno;
  close(fd);
  return e;
}
