// Bare libzmq in place of the daemon: a REP socket with replies of a given size. Before each reply,
// it publishes frames with given topics and sizes. It replies only after it has SUBSCRIBERS
// subscriptions.
// usage: replier COMMAND REPLY_BYTES [EVENTS HIGH_WATER_MARK SUBSCRIBERS REPEAT TOPIC=BYTES...]
#define _GNU_SOURCE
#include "load.h"

enum { FRAMES = 4096, DIGITS = 12 };
static const char head[] = "{\"seq\":000000000000,";
static char *payload;
static struct {
    const char *topic;
    size_t topic_bytes, bytes;
} frames[FRAMES];
static int frame_count, repeat;

// The same number that the daemon puts first, at hardly any cost.
static void count_up(void) {
    char *digit = payload + 7 + DIGITS - 1;
    while (*digit == '9') *digit-- = '0';
    ++*digit;
}

static void publish(void *events) {
    for (int k = 0; k < repeat; k++)
        for (int i = 0; i < frame_count; i++) {
            count_up();
            zmq_send(events, frames[i].topic, frames[i].topic_bytes, ZMQ_SNDMORE);
            if (zmq_send(events, payload, frames[i].bytes, 0) < 0) fail("publish");
        }
}

// Allocates one payload of the largest size for all messages, so that this program uses almost no
// memory besides libzmq's.
static void make_payload(size_t size) {
    for (int i = 0; i < frame_count; i++)
        if (frames[i].bytes > size) size = frames[i].bytes;
    payload = malloc(size + sizeof head);
    memset(payload, 'x', size + sizeof head);
    memcpy(payload, head, sizeof head - 1);
}

static void *bound(int type, const char *endpoint, int high_water_mark) {
    void *socket = open_socket(type, NULL);
    set(socket, ZMQ_SNDHWM, high_water_mark);
    set(socket, ZMQ_RCVTIMEO, -1);
    // The subscriptions of all, not only the first of each prefix; a PUB socket otherwise.
    if (type == ZMQ_XPUB) set(socket, ZMQ_XPUB_VERBOSE, 1);
    if (zmq_bind(socket, endpoint)) fail(endpoint);
    return socket;
}

static void await_subscriptions(void *events, int count) {
    char message[256];
    while (count > 0) {
        if (zmq_recv(events, message, sizeof message, 0) < 0) fail("subscription");
        if (message[0] == 1) count--;
    }
}

int main(int argc, char **argv) {
    if (argc < 3 || (argc > 3 && argc < 8) || argc - 7 > FRAMES)
        usage("replier COMMAND REPLY_BYTES "
              "[EVENTS HIGH_WATER_MARK SUBSCRIBERS REPEAT TOPIC=BYTES...]");
    size_t reply_bytes = strtoul(argv[2], NULL, 10);
    for (int i = 7; i < argc; i++) {
        char *size = strchr(argv[i], '=');
        if (!size) usage("TOPIC=BYTES");
        *size = 0;
        frames[frame_count].topic = argv[i];
        frames[frame_count].topic_bytes = strlen(argv[i]);
        frames[frame_count++].bytes = strtoul(size + 1, NULL, 10);
    }
    make_payload(reply_bytes);
    // Without a high-water mark, because a REP socket above its mark drops replies silently.
    void *command = bound(ZMQ_REP, argv[1], 0), *events = NULL;
    if (argc > 3) {
        repeat = atoi(argv[6]);
        events = bound(ZMQ_XPUB, argv[3], atoi(argv[4]));
    }
    fprintf(stderr, "ready\n");
    if (events) await_subscriptions(events, atoi(argv[5]));
    static char request[LARGEST];
    while (zmq_recv(command, request, sizeof request, 0) >= 0) {
        if (events) publish(events);
        if (zmq_send(command, payload, reply_bytes, 0) < 0) fail("reply");
    }
    return 0;
}
