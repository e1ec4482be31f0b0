// Starts a program repeatedly, each time after the previous one has ended, and prints the time from
// each start until the program prints `ready` on standard error, or until it ends.
// usage: launch ready|end PROGRAM [ARGUMENT...]
#define _GNU_SOURCE
#include "load.h"

#include <signal.h>
#include <sys/wait.h>

static pid_t start(char **words, int output) {
    pid_t pid = vfork();
    if (pid < 0) fail("vfork");
    if (pid == 0) {
        dup2(output, STDOUT_FILENO);
        dup2(output, STDERR_FILENO);
        execvp(words[0], words);
        _exit(127);
    }
    return pid;
}

// Returns the seconds until a line begins with `ready`. Returns 0 at the end of the output.
static double await(int input, int ready, double begin) {
    char said[1 << 14];
    size_t length = 0;
    ssize_t more;
    while ((more = read(input, said + length, sizeof said - 1 - length)) > 0) {
        length += (size_t)more;
        said[length] = 0;
        if (ready && (!strncmp(said, "ready", 5) || strstr(said, "\nready"))) return now() - begin;
        if (length == sizeof said - 1) length = 0;
    }
    if (ready) fail("it ended before it was ready");
    return 0;
}

static double launch(char **words, int ready) {
    int ends[2], status;
    if (pipe(ends)) fail("pipe");
    double begin = now();
    pid_t pid = start(words, ends[1]);
    close(ends[1]);
    double time = await(ends[0], ready, begin);
    if (ready) kill(pid, SIGTERM);
    if (waitpid(pid, &status, 0) != pid) fail("waitpid");
    if (!ready) {
        time = now() - begin;
        if (!WIFEXITED(status) || WEXITSTATUS(status)) fail("it ended with an error");
    }
    close(ends[0]);
    return time;
}

int main(int argc, char **argv) {
    if (argc < 3 || (strcmp(argv[1], "ready") && strcmp(argv[1], "end")))
        usage("launch ready|end PROGRAM [ARGUMENT...]");
    say("ready");
    for (;;) {
        long count = asked();
        for (long i = 0; i < count; i++) printf("%.9f ", launch(argv + 2, argv[1][0] == 'r'));
        say("");
    }
}
