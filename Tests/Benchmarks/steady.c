/* Preloaded into a program whose instructions are counted, so that all runs execute the same ones.

   The clock of each thread advances by a microsecond for each read of it, and otherwise not. So no
   heartbeat comes between the commands, however slow the machine is, and the times of events have
   the same number of digits in every run.

   The main thread's poll(2) begins and returns when no other thread has anything left to do, so
   that it does not depend on the machine how often a wake-up finds nothing or a message is already
   there. The file that REST names has 1 as its first byte while the main thread waits. Its second
   byte says, from the next message on, whether instructions are counted. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <valgrind/callgrind.h>

static _Thread_local long looks;

int clock_gettime(clockid_t clock, struct timespec *time) {
  (void)clock;
  looks += 1007;
  time->tv_sec = 1700000000 + looks / 1000000000;
  time->tv_nsec = looks % 1000000000;
  return 0;
}

static void fail(const char *what) {
  fprintf(stderr, "steady.c: cannot %s\n", what);
  _exit(1);
}

struct page { volatile char rests, counts; };

static struct page *shared(void) {
  static struct page *page;
  const char *path = getenv("REST");
  if (page || !path) return page;
  int file = open(path, O_RDWR | O_CLOEXEC);
  page = mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (file < 0 || page == MAP_FAILED) fail("map the file that REST names");
  close(file);
  return page;
}

/* Whether a thread blocks in a system call that waits for events. A thread that was woken, or that
   valgrind has suspended, is in no such call. */
static int waits(const char *thread) {
  char path[300], said[32] = "";
  snprintf(path, sizeof path, "/proc/self/task/%s/syscall", thread);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) fail("read /proc/self/task/*/syscall, which tells what a thread waits for");
  if (read(file, said, sizeof said - 1) < 0) said[0] = 0;
  close(file);
  char *end;
  long call = strtol(said, &end, 10);
  if (end == said) return 0;
#ifdef SYS_epoll_wait
  if (call == SYS_epoll_wait || call == SYS_poll) return 1;
#endif
  return call == SYS_epoll_pwait || call == SYS_ppoll || call == SYS_futex
    || call == SYS_restart_syscall;
}

/* Without opendir(3), which takes memory from the heap and so changes what the program's own
   calls of malloc take. */
static int others_wait(void) {
  static char entries[65536];
  int threads = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (threads < 0) fail("list /proc/self/task");
  long bytes = syscall(SYS_getdents64, threads, entries, sizeof entries);
  close(threads);
  int waiting = 1;
  for (long at = 0; waiting && at < bytes;) {
    struct dirent64 *entry = (struct dirent64 *)(entries + at);
    if (entry->d_name[0] != '.' && atoi(entry->d_name) != getpid())
      waiting = waits(entry->d_name);
    at += entry->d_reclen;
  }
  return waiting;
}

static void settle(void) {
  struct timespec moment = {0, 50000};
  while (!others_wait()) nanosleep(&moment, NULL);
}

static void count_from_here(int counts) {
  static int counted;
  if (counts && !counted) CALLGRIND_START_INSTRUMENTATION;
  if (!counts && counted) CALLGRIND_STOP_INSTRUMENTATION;
  counted = counts;
}

int poll(struct pollfd *items, nfds_t count, int milliseconds) {
  static int (*wait)(struct pollfd *, nfds_t, int);
  if (!wait) *(void **)&wait = dlsym(RTLD_NEXT, "poll");
  struct page *page = gettid() == getpid() ? shared() : NULL;
  if (!page) return wait(items, count, milliseconds);
  settle();
  int found = wait(items, count, 0);
  if (found != 0 || milliseconds == 0) return found;
  page->rests = 1;
  /* No timeout, because after a second the daemon would run an additional iteration. A message ends
     the program. */
  found = wait(items, count, -1);
  page->rests = 0;
  if (found < 0) return found;
  settle();
  count_from_here(page->counts);
  return wait(items, count, 0);
}
