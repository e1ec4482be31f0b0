// Calls of Linux that Swift's Glibc hides, because it leaves out what is not POSIX, or that it
// cannot see, because they take a variable number of arguments. Declarations and nothing more.
#ifndef CLINUX_SHIM_H
#define CLINUX_SHIM_H

#include <malloc.h>
#include <spawn.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/timex.h>
#include <sys/types.h>
#include <wchar.h>

extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *, const char *);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
extern int wcwidth(wchar_t);
extern long syscall(long number, ...);

// The C library has it only since glibc 2.36. The number is the same on every architecture.
static inline int linux_pidfd_open(pid_t pid) { return (int)syscall(434, pid, 0); }

// Bytes that the kernel holds for the other end of a connection; -1 where there is none.
static inline int linux_unsent(int descriptor) {
  int bytes = 0;
  return ioctl(descriptor, TIOCOUTQ, &bytes) == 0 ? bytes : -1;
}

#endif
