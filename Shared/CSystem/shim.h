#include <errno.h>
#include <stdint.h>
#ifdef __linux__
#include <fcntl.h>
#include <linux/stat.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <unistd.h>
#else
#include <sys/stat.h>
#endif

// statx is not among what Swift sees of glibc. Gives 0, or the system's error number. The birth is in nanoseconds since
// 1970, and 0 where the file system does not keep it.
static inline int castwire_file_identity(const char *path, uint64_t *inode, int64_t *birth) {
#ifdef __linux__
  // The C library's declaration of the call itself depends on macros that a module cannot set.
  extern long syscall(long number, ...);
  struct statx status;
  if (syscall(SYS_statx, AT_FDCWD, path, 0, STATX_INO | STATX_BTIME, &status) != 0) return errno;
  *inode = status.stx_ino;
  *birth = status.stx_mask & STATX_BTIME
    ? (int64_t)status.stx_btime.tv_sec * 1000000000 + status.stx_btime.tv_nsec : 0;
#else
  struct stat status;
  if (stat(path, &status) != 0) return errno;
  *inode = status.st_ino;
  *birth = (int64_t)status.st_birthtimespec.tv_sec * 1000000000 + status.st_birthtimespec.tv_nsec;
#endif
  return 0;
}
