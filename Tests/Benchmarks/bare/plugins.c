// Measures the cost of plugins from outside the daemon. usage:
//   plugins callback ROUTER ROUNDS   callbacks, beside a bare ROUTER; started by the daemon
//   plugins loss DAEMON COUNT        SIGKILL until a subscriber knows
// DAEMON is the folder of its sockets. Each prints one line: an object of lists of figures.
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <zmq.h>

enum { BLOCKS = 9 };
static char heard[1 << 16];

static double now_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

// A member of the object that is printed.
static void print_list(const char *name, const double *figures, int count, double unit) {
    printf("\"%s\":[", name);
    for (int i = 0; i < count; i++) printf("%s%.3f", i ? "," : "", figures[i] / unit);
    printf("]");
}

static void fail(const char *what) {
    fprintf(stderr, "%s: %s\n", what, zmq_strerror(zmq_errno()));
    exit(1);
}

static void *open_socket(int type, const char *format, const char *daemon) {
    static void *context;
    char endpoint[256];
    int patience = 10000, zero = 0;
    if (!context) context = zmq_ctx_new();
    void *socket = zmq_socket(context, type);
    snprintf(endpoint, sizeof endpoint, format, daemon);
    zmq_setsockopt(socket, ZMQ_RCVTIMEO, &patience, sizeof patience);
    zmq_setsockopt(socket, ZMQ_LINGER, &zero, sizeof zero);
    if (zmq_connect(socket, endpoint)) fail(endpoint);
    return socket;
}

static void say(void *socket, const char *text) {
    if (zmq_send(socket, text, strlen(text), 0) < 0) fail(text);
}

static int hear(void *socket, const char *what) {
    int length = zmq_recv(socket, heard, sizeof heard - 1, 0);
    if (length < 0) fail(what);
    heard[length < (int)sizeof heard ? length : (int)sizeof heard - 1] = 0;
    return length;
}

static void ask(void *socket, const char *text) {
    say(socket, text);
    hear(socket, text);
    if (strstr(heard, "\"error\"")) {
        fprintf(stderr, "%s\n%s\n", text, heard);
        exit(1);
    }
}

static void hear_until(void *socket, const char *part) {
    do hear(socket, part);
    while (!strstr(heard, part));
}

static void attach(void *dealer, const char *name) {
    char text[256];
    snprintf(text, sizeof text,
             "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"plugin.register\",\"params\":"
             "{\"name\":\"%s\",\"kinds\":[\"%s\"]}}",
             name, name);
    ask(dealer, text);
}

// Page turns of a pager, forward and back. For pages of the plugin, the plugin receives callbacks
// before the reply; for plain pages, only the reply. The difference is the cost of the callbacks.
#define TURN(pager, verb) \
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"pager." verb "\",\"params\":" \
    "{\"id\":\"" pager "\",\"animated\":false}}"

struct turns {
    const char *text[2];
    // The number and the sizes of the messages that one page turn causes.
    int count, sizes[64];
};
static struct turns hosted = {.text = {TURN("mine", "next"), TURN("mine", "previous")}};
static struct turns plain = {.text = {TURN("none", "next"), TURN("none", "previous")}};

static double block(void *dealer, struct turns *turns, int rounds) {
    double start = now_us();
    for (int i = 0; i < rounds; i++) {
        say(dealer, turns->text[i % 2]);
        for (int k = 0; k < turns->count; k++) turns->sizes[k] = hear(dealer, "callback");
    }
    return (now_us() - start) / rounds;
}

// Turns pages until all views are loaded, and counts the messages of a page turn.
static void learn(void *dealer, struct turns *turns, int rounds) {
    for (int i = 0; i < 4; i++) {
        say(dealer, turns->text[i % 2]);
        for (turns->count = 1; hear(dealer, "callback"), !strstr(heard, "\"id\":1,");)
            turns->count++;
    }
    // As many digits in seq as most turns have.
    block(dealer, turns, rounds);
}

static void *bare_router(const char *program, const struct turns *turns) {
    static char numbers[64][16];
    static int routers;
    char endpoint[64], *words[70] = {(char *)program, endpoint};
    int ends[2];
    snprintf(endpoint, sizeof endpoint, "ipc:///tmp/router-%d-%d", (int)getpid(), ++routers);
    for (int k = 0; k < turns->count; k++) {
        snprintf(numbers[k], sizeof *numbers, "%d", turns->sizes[k]);
        words[k + 2] = numbers[k];
    }
    if (pipe(ends)) fail("pipe");
    if (fork() == 0) {
        // The kernel kills the child when this program ends.
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        dup2(ends[1], 2);
        execv(program, words);
        _exit(1);
    }
    char byte;
    if (read(ends[0], &byte, 1) != 1) fail(program);
    return open_socket(ZMQ_DEALER, "%s", endpoint);
}

static int callback(const char *router, int rounds) {
    static const char *const scene[] = {
        "\"controller.create\",\"params\":{\"id\":\"a\",\"kind\":\"bench\"}",
        "\"controller.create\",\"params\":{\"id\":\"b\",\"kind\":\"bench\"}",
        "\"controller.create\",\"params\":{\"id\":\"c\",\"kind\":\"view\"}",
        "\"controller.create\",\"params\":{\"id\":\"d\",\"kind\":\"view\"}",
        "\"controller.create\",\"params\":{\"id\":\"mine\",\"kind\":\"pager\"}",
        "\"controller.create\",\"params\":{\"id\":\"none\",\"kind\":\"pager\"}",
        "\"pager.setPages\",\"params\":{\"id\":\"mine\",\"pages\":[\"a\",\"b\"]}",
        "\"pager.setPages\",\"params\":{\"id\":\"none\",\"pages\":[\"c\",\"d\"]}",
        "\"window.create\",\"params\":{\"id\":\"one\"}",
        "\"window.create\",\"params\":{\"id\":\"two\"}",
        "\"window.setRoot\",\"params\":{\"id\":\"one\",\"controller\":\"mine\"}",
        "\"window.setRoot\",\"params\":{\"id\":\"two\",\"controller\":\"none\"}",
    };
    enum { WITH, WITHOUT, BARE_WITH, BARE_WITHOUT, KINDS };
    double times[KINDS][BLOCKS];
    void *dealer = open_socket(ZMQ_DEALER, "%s", getenv("PAGERD_PLUGINS"));
    attach(dealer, "bench");
    for (size_t i = 0; i < sizeof scene / sizeof *scene; i++) {
        char text[256];
        snprintf(text, sizeof text, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":%s}", scene[i]);
        say(dealer, text);
        hear_until(dealer, "\"id\":1");
        if (strstr(heard, "\"error\"")) fail(heard);
    }
    learn(dealer, &hosted, rounds);
    learn(dealer, &plain, rounds);
    void *many = bare_router(router, &hosted), *one = bare_router(router, &plain);
    block(many, &hosted, rounds / 4);
    block(one, &plain, rounds / 4);
    int callbacks = hosted.count - plain.count;
    for (int i = 0; i < BLOCKS; i++) {
        times[BARE_WITH][i] = block(many, &hosted, rounds);
        times[WITH][i] = block(dealer, &hosted, rounds);
        times[WITHOUT][i] = block(dealer, &plain, rounds);
        times[BARE_WITHOUT][i] = block(one, &plain, rounds);
    }
    static const char *const names[] = {"with", "without", "bareWith", "bareWithout"};
    printf("{\"callbacks\":%d", callbacks);
    for (int k = 0; k < KINDS; k++) {
        printf(",");
        print_list(names[k], times[k], BLOCKS, 1);
    }
    puts("}");
    return 0;
}

static pid_t start(const char *daemon, int *said) {
    int ends[2];
    if (pipe(ends)) fail("pipe");
    pid_t pid = fork();
    if (pid == 0) {
        char path[256];
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        void *context = zmq_ctx_new(), *dealer = zmq_socket(context, ZMQ_DEALER);
        snprintf(path, sizeof path, "ipc://%s/plugins", daemon);
        zmq_connect(dealer, path);
        attach(dealer, "victim");
        if (write(ends[1], "x", 1) < 0) _exit(1);
        for (;;) hear(dealer, "more");
    }
    close(ends[1]);
    *said = ends[0];
    char byte;
    if (read(ends[0], &byte, 1) != 1) fail("the plugin does not attach");
    return pid;
}

static int loss(const char *daemon, int count) {
    double *times = calloc((size_t)count, sizeof *times);
    // Forked before there is any socket here: each child has a context of its own.
    char endpoint[256];
    snprintf(endpoint, sizeof endpoint, "ipc://%s/events", daemon);
    void *context = zmq_ctx_new(), *events = zmq_socket(context, ZMQ_SUB);
    zmq_setsockopt(events, ZMQ_SUBSCRIBE, "plugin.", 7);
    zmq_connect(events, endpoint);
    hear_until(events, "welcome");
    for (int i = 0; i < count; i++) {
        int said;
        pid_t pid = start(daemon, &said);
        hear_until(events, i ? "\"event\":\"restored\"" : "\"event\":\"attached\"");
        double from = now_us();
        kill(pid, SIGKILL);
        hear_until(events, "\"event\":\"lost\"");
        times[i] = now_us() - from;
        waitpid(pid, NULL, 0);
        close(said);
    }
    printf("{");
    print_list("lost", times, count, 1e3);
    puts("}");
    return 0;
}

int main(int argc, char **argv) {
    if (argc == 4 && !strcmp(argv[1], "callback")) return callback(argv[2], atoi(argv[3]));
    if (argc == 4 && !strcmp(argv[1], "loss")) return loss(argv[2], atoi(argv[3]));
    fprintf(stderr, "usage: plugins callback ROUTER ROUNDS, plugins loss DAEMON COUNT\n");
    return 64;
}
