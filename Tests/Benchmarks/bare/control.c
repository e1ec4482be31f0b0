// Sends `next-window` to its own tmux server in control mode, with IN_FLIGHT commands in flight.
// For a number N on standard input, it sends N commands and prints when they began and ended, and
// the number of notifications. usage: control SERVER IN_FLIGHT
#define _GNU_SOURCE
#include "load.h"

#include <signal.h>

static FILE *answers;
static int commands;
static long ended, notified;

static void attach(const char *server) {
    int in[2], out[2];
    if (pipe(in) || pipe(out)) fail("pipe");
    if (fork() == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        close(in[1]);
        close(out[0]);
        execlp("tmux", "tmux", "-L", server, "-f", "/dev/null", "-C", "attach", (char *)NULL);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    commands = in[1];
    answers = fdopen(out[0], "r");
}

static void tell(long count) {
    static const char one[] = "next-window\n";
    static char many[1024 * (sizeof one - 1)];
    for (long i = 0; i < count; i++) memcpy(many + i * (sizeof one - 1), one, sizeof one - 1);
    size_t size = (size_t)count * (sizeof one - 1);
    if (write(commands, many, size) != (ssize_t)size) fail("tmux");
}

// Reads the next line and counts replies and notifications.
static void hear(void) {
    char line[4096];
    if (!fgets(line, sizeof line, answers)) fail("tmux has ended");
    if (!strncmp(line, "%end", 4)) ended++;
    if (!strncmp(line, "%session-window-changed", 23)) notified++;
    if (!strncmp(line, "%error", 6) || !strncmp(line, "%exit", 5)) fail(line);
}

int main(int argc, char **argv) {
    if (argc != 3 || atol(argv[2]) < 1 || atol(argv[2]) > 1024) usage("control SERVER IN_FLIGHT");
    long in_flight = atol(argv[2]);
    attach(argv[1]);
    // Skips the reply of tmux to attaching.
    while (!ended) hear();
    say("ready");
    for (;;) {
        long count = asked(), sent = 0;
        ended = notified = 0;
        double start = now();
        // Sends new commands in one write, because tmux executes them together.
        while (ended < count || notified < count) {
            long room = ended + in_flight - sent;
            if (room > count - sent) room = count - sent;
            if (room > 0 && (sent == ended || room >= (in_flight + 1) / 2)) {
                tell(room);
                sent += room;
            }
            hear();
        }
        printf("%.9f %.9f %ld\n", start, now(), notified);
        fflush(stdout);
    }
}
