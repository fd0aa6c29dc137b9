/* The folder of a run: made, locked, cleared of an older run, and brought to disk. Functions return 0 or an errno value. */
#ifndef GUD_FOLDER_H
#define GUD_FOLDER_H

/* A longer name is refused (ENAMETOOLONG), so that no path below it is ever cut. */
enum { GUD_MAX_FOLDER = 1000 };

/* mkdir -p */
int gud_make_folder(const char *path);

/* FOLDER/NAME is locked by this process until it ends, however it ends, or gud_unlock_folder. EAGAIN: another process has
   it. Where the file system knows no locks there is none: 0, *lock = -1. */
int  gud_lock_folder(const char *folder, const char *name, int *lock);
void gud_unlock_folder(int *lock);

/* Removes what an older run may have left and a new one need not write: checkpoint first, so that nothing can be resumed
   into the new files. Pictures (plots/) and files of other programs stay. */
int gud_clear_folder(const char *folder);

/* A number that two runs do not share. */
unsigned long long gud_run_id(void);

/* The data of a file, or the entries of a folder, are on disk when it returns. A file system that cannot is no error. */
int gud_sync(const char *path);

#endif
