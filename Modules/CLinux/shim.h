// Declarations of Linux calls that Swift's Glibc module does not import: those outside POSIX, and
// those with a variable number of arguments. A structure that the Glibc module imports too would
// belong to one of the two modules by chance, so poll.h is not included here.
#ifndef CLINUX_SHIM_H
#define CLINUX_SHIM_H

#include <malloc.h>
#include <netinet/in.h>
#include <spawn.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timex.h>
#include <sys/types.h>
#include <wchar.h>

extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *, const char *);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
extern int wcwidth(wchar_t);
extern long syscall(long number, ...);

// The C library declares pidfd_open only since glibc 2.36. The call number is the same on every
// architecture.
static inline int linux_pidfd_open(pid_t pid) { return (int)syscall(434, pid, 0); }

// Sends a signal to the process of a pidfd. The C library declares the call since glibc 2.36, too.
static inline int linux_pidfd_signal(int descriptor, int number) {
  return (int)syscall(424, descriptor, number, (void *)0, 0);
}

// Sends this process a signal when the thread that started it ends.
static inline int linux_end_with_parent(int signal) { return prctl(PR_SET_PDEATHSIG, signal); }

// Returns the bytes that the kernel queues for the other end of a connection, or -1 on an error.
static inline int linux_unsent(int descriptor) {
  int bytes = 0;
  return ioctl(descriptor, TIOCOUTQ, &bytes) == 0 ? bytes : -1;
}

// The same layout as `struct ucred`, which the C library hides in POSIX mode.
struct linux_credentials {
  pid_t pid;
  uid_t uid;
  gid_t gid;
};

// Returns an identifier of the peer: the process of a Unix connection, or a hash of the address of
// a TCP connection; 0 if neither is known.
static inline long linux_peer(int descriptor) {
  struct sockaddr_storage address;
  socklen_t length = sizeof address;
  if (getpeername(descriptor, (struct sockaddr *)&address, &length) != 0) return 0;
  unsigned long hash = 0;
  switch (address.ss_family) {
  case AF_UNIX: {
    struct linux_credentials peer;
    length = sizeof peer;
    if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0) return 0;
    return peer.pid;
  }
  case AF_INET:
    hash = ((struct sockaddr_in *)&address)->sin_addr.s_addr;
    break;
  case AF_INET6:
    for (int i = 0; i < 16; i++)
      hash = hash * 31 + ((struct sockaddr_in6 *)&address)->sin6_addr.s6_addr[i];
    break;
  default: return 0;
  }
  // Bit 62 separates hashes from process ids.
  return (long)(hash | 1ul << 62);
}

#endif
