// The common parts of these programs: a clock, sockets with timeouts, errors, and the requests. A
// request is a number in one line of standard input, and its result is one line of output.
#pragma once
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <zmq.h>

enum { PATIENCE_MS = 5000, LARGEST = 1 << 26 };

// Seconds on the clock that all processes of the machine share.
static inline double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec / 1e9;
}

static inline void fail(const char *what) {
    fprintf(stderr, "%s: %s\n", what, zmq_strerror(zmq_errno()));
    exit(1);
}

static inline void usage(const char *text) {
    fprintf(stderr, "usage: %s\n", text);
    exit(64);
}

static inline void set(void *socket, int option, int value) {
    if (zmq_setsockopt(socket, option, &value, sizeof value)) fail("zmq_setsockopt");
}

// Returns a socket of the shared context, without a high-water mark and with timeouts.
static inline void *open_socket(int type, const char *endpoint) {
    static void *context;
    if (!context) {
        context = zmq_ctx_new();
        zmq_ctx_set(context, ZMQ_MAX_SOCKETS, 4096);
    }
    void *socket = zmq_socket(context, type);
    if (!socket) fail("zmq_socket");
    set(socket, ZMQ_RCVTIMEO, PATIENCE_MS);
    set(socket, ZMQ_SNDTIMEO, PATIENCE_MS);
    set(socket, ZMQ_LINGER, 0);
    set(socket, ZMQ_RCVHWM, 0);
    if (endpoint && zmq_connect(socket, endpoint)) fail(endpoint);
    return socket;
}

static inline void say(const char *text) {
    puts(text);
    fflush(stdout);
}

// The next number asked for; the program ends with its input.
static inline long asked(void) {
    static char line[64];
    if (!fgets(line, sizeof line, stdin)) exit(0);
    return atol(line);
}

// Ends the program if a reply is missing or is an error.
static inline void check_reply(const char *endpoint, const char *reply, int length) {
    if (length < 0) fail(endpoint);
    if (memmem(reply, (size_t)length, "\"error\"", 7)) {
        fprintf(stderr, "refused: %.*s\n", length, reply);
        exit(1);
    }
}

// The seq of a counted event, 0 for a welcome or a heartbeat: only the former begin with it.
static inline uint64_t event_seq(const char *payload, int length) {
    if (length < 8 || memcmp(payload, "{\"seq\":", 7)) return 0;
    uint64_t seq = 0;
    for (int i = 7; i < length && payload[i] >= '0' && payload[i] <= '9'; i++)
        seq = seq * 10 + (uint64_t)(payload[i] - '0');
    return seq;
}

// Returns a socket with an active subscription: after the welcome, or at once if the publisher
// waits for its subscribers before it replies.
static inline void *open_subscription(const char *endpoint, const char *prefix, int welcomed) {
    static char payload[4096];
    void *socket = open_socket(ZMQ_SUB, NULL);
    if (zmq_setsockopt(socket, ZMQ_SUBSCRIBE, prefix, strlen(prefix))) fail(prefix);
    if (zmq_connect(socket, endpoint)) fail(endpoint);
    for (int heard = !welcomed; !heard;) {
        if (zmq_recv(socket, payload, sizeof payload, 0) < 0) fail("no welcome");
        int length = zmq_recv(socket, payload, sizeof payload, 0);
        if (length < 0) fail("half a welcome");
        if (length > (int)sizeof payload) length = sizeof payload;
        heard = memmem(payload, (size_t)length, "\"welcome\"", 9) != NULL;
    }
    return socket;
}

// The next counted event's seq; larger than the one before.
static inline uint64_t next_event(void *socket, uint64_t before) {
    static char payload[4096];
    for (double start = 0;;) {
        if (zmq_recv(socket, payload, sizeof payload, 0) < 0) fail("an event is missing");
        int length = zmq_recv(socket, payload, sizeof payload, 0);
        if (length < 0) fail("half an event");
        uint64_t seq = event_seq(payload, length);
        if (!seq) {
            // Heartbeats never stop, so limit the time without an event.
            if (!start) start = now();
            if (now() - start < PATIENCE_MS / 1e3) continue;
            fprintf(stderr, "an event is missing after %lu\n", (unsigned long)before);
            exit(1);
        }
        if (seq <= before) {
            fprintf(stderr, "event %lu came after %lu\n", (unsigned long)seq,
                    (unsigned long)before);
            exit(1);
        }
        return seq;
    }
}
