// What plugins cost, from outside a daemon. usage:
//   plugins callback ROUTER          callbacks, beside a bare ROUTER; started by the daemon
//   plugins loss DAEMON COUNT        SIGKILL until a subscriber knows
//   plugins hang DAEMON              another client's commands, with a plugin stopped and without
// DAEMON is the folder of its sockets.
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <zmq.h>

enum { BLOCKS = 9, ROUNDS = 3000, COMMANDS = 4000 };
static char heard[1 << 16];

static double now_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
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

static void attach(void *dealer, const char *name, const char *decisions) {
    char text[256];
    snprintf(text, sizeof text,
             "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"plugin.register\",\"params\":"
             "{\"name\":\"%s\",\"kinds\":[\"%s\"],\"decisions\":[%s]}}",
             name, name, decisions);
    ask(dealer, text);
}

// Turns of a pager there and back. Of its own pages a plugin hears, and then the reply comes; of
// nobody's there is the reply alone. The difference is what the callbacks cost.
#define TURN(pager, verb) \
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"pager." verb "\",\"params\":" \
    "{\"id\":\"" pager "\",\"animated\":false}}"

struct turns {
    const char *text[2];
    // The messages that answer one.
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

// Goes there and back until views are loaded, and counts what comes.
static void learn(void *dealer, struct turns *turns) {
    for (int i = 0; i < 4; i++) {
        say(dealer, turns->text[i % 2]);
        for (turns->count = 1; hear(dealer, "callback"), !strstr(heard, "\"id\":1,");)
            turns->count++;
    }
    // As many digits in seq as most turns have.
    block(dealer, turns, ROUNDS);
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
        dup2(ends[1], 2);
        execv(program, words);
        _exit(1);
    }
    char byte;
    if (read(ends[0], &byte, 1) != 1) fail(program);
    return open_socket(ZMQ_DEALER, "%s", endpoint);
}

static int callback(const char *router) {
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
    attach(dealer, "bench", "");
    for (size_t i = 0; i < sizeof scene / sizeof *scene; i++) {
        char text[256];
        snprintf(text, sizeof text, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":%s}", scene[i]);
        say(dealer, text);
        hear_until(dealer, "\"id\":1");
        if (strstr(heard, "\"error\"")) fail(heard);
    }
    learn(dealer, &hosted);
    learn(dealer, &plain);
    void *many = bare_router(router, &hosted), *one = bare_router(router, &plain);
    block(many, &hosted, ROUNDS / 4);
    block(one, &plain, ROUNDS / 4);
    int callbacks = hosted.count - plain.count;
    for (int i = 0; i < BLOCKS; i++) {
        times[BARE_WITH][i] = block(many, &hosted, ROUNDS);
        times[WITH][i] = block(dealer, &hosted, ROUNDS);
        times[WITHOUT][i] = block(dealer, &plain, ROUNDS);
        times[BARE_WITHOUT][i] = block(one, &plain, ROUNDS);
    }
    for (int k = 0; k < KINDS; k++) qsort(times[k], BLOCKS, sizeof *times[k], ascending);
    double median[KINDS];
    for (int k = 0; k < KINDS; k++) median[k] = times[k][BLOCKS / 2];
    double ours = (median[WITH] - median[WITHOUT]) / callbacks;
    double bare = (median[BARE_WITH] - median[BARE_WITHOUT]) / callbacks;
    double trip = median[BARE_WITHOUT];
    printf("a turn with %d callbacks to a plugin, one core: %.1f us, without them %.1f us; as many "
           "bare ROUTER-DEALER messages %.1f us, one %.1f us\n",
           callbacks, median[WITH], median[WITHOUT], median[BARE_WITH], trip);
    printf("a callback: %.1f us beside the others of its turn, bare %.1f us; alone, beside a bare "
           "round trip, ratio %.2f\n",
           ours, bare, (trip + ours - bare) / trip);
    return 0;
}

static pid_t start(const char *daemon, const char *decisions, int *said) {
    int ends[2];
    if (pipe(ends)) fail("pipe");
    pid_t pid = fork();
    if (pid == 0) {
        char path[256];
        void *context = zmq_ctx_new(), *dealer = zmq_socket(context, ZMQ_DEALER);
        snprintf(path, sizeof path, "ipc://%s/plugins", daemon);
        zmq_connect(dealer, path);
        attach(dealer, "victim", decisions);
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
        pid_t pid = start(daemon, "", &said);
        hear_until(events, i ? "\"event\":\"restored\"" : "\"event\":\"attached\"");
        double from = now_us();
        kill(pid, SIGKILL);
        hear_until(events, "\"event\":\"lost\"");
        times[i] = now_us() - from;
        waitpid(pid, NULL, 0);
        close(said);
    }
    qsort(times, (size_t)count, sizeof *times, ascending);
    printf("%d kills: median %.2f ms, p99 %.2f ms, longest %.2f ms\n", count,
           times[count / 2] / 1e3, times[count * 99 / 100] / 1e3, times[count - 1] / 1e3);
    return 0;
}

// Times commands that tell nobody but whoever hosts the page.
static void time_commands(void *client, const char *what, const char *page) {
    static double times[COMMANDS];
    char text[256];
    for (int i = 0; i < COMMANDS; i++) {
        snprintf(text, sizeof text,
                 "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"controller.update\",\"params\":"
                 "{\"id\":\"%s\",\"title\":\"%d\"}}",
                 page, i);
        double from = now_us();
        ask(client, text);
        times[i] = now_us() - from;
    }
    qsort(times, COMMANDS, sizeof *times, ascending);
    printf("  %-44s median %6.1f us, p99 %6.1f us, p99.9 %6.1f us\n", what, times[COMMANDS / 2],
           times[COMMANDS * 99 / 100], times[COMMANDS * 999 / 1000]);
}

static int hang(const char *daemon) {
    int said;
    pid_t pid = start(daemon, "{\"question\":\"shouldSelect\",\"deadline\":30}", &said);
    void *client = open_socket(ZMQ_REQ, "ipc://%s/command", daemon);
    const char *const scene[] = {
        "\"controller.create\",\"params\":{\"id\":\"plain\",\"kind\":\"view\"}",
        "\"controller.create\",\"params\":{\"id\":\"hosted\",\"kind\":\"victim\"}",
        "\"controller.create\",\"params\":{\"id\":\"book\",\"kind\":\"pager\"}",
        "\"pager.setPages\",\"params\":{\"id\":\"book\",\"pages\":[\"plain\",\"hosted\"]}",
        "\"window.create\",\"params\":{\"id\":\"main\"}",
        "\"window.setRoot\",\"params\":{\"id\":\"main\",\"controller\":\"book\"}",
    };
    char text[256];
    for (size_t i = 0; i < sizeof scene / sizeof *scene; i++) {
        snprintf(text, sizeof text, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":%s}", scene[i]);
        ask(client, text);
    }
    time_commands(client, "nobody hangs, about a page of nobody's", "plain");
    time_commands(client, "nobody hangs, about a page of the plugin's", "hosted");
    kill(pid, SIGSTOP);
    for (int i = 0; i < 100; i++)
        ask(client, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"pager.next\",\"params\":"
                    "{\"id\":\"book\"}}");
    if (!strstr(heard, "pending")) fail("no question is open");
    time_commands(client, "it hangs with 100 questions, nobody's page", "plain");
    time_commands(client, "it hangs, events for it wait, its own page", "hosted");
    ask(client, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"plugin.list\"}");
    char *queued = strstr(strstr(heard, "victim"), "\"queued\":");
    printf("  messages that wait for it: %d\n", queued ? atoi(queued + 9) : -1);
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    return 0;
}

int main(int argc, char **argv) {
    if (argc == 3 && !strcmp(argv[1], "callback")) return callback(argv[2]);
    if (argc == 4 && !strcmp(argv[1], "loss")) return loss(argv[2], atoi(argv[3]));
    if (argc == 3 && !strcmp(argv[1], "hang")) return hang(argv[2]);
    fprintf(stderr, "usage: plugins callback ROUTER, plugins loss|hang DAEMON ...\n");
    return 64;
}
