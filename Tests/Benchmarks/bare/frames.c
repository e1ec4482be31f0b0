// Prints a line for each published event: the sizes of topic and payload, the topic, and the
// payload. usage: frames EVENTS
#define _GNU_SOURCE
#include "load.h"

int main(int argc, char **argv) {
    static char topic[512], payload[LARGEST];
    if (argc != 2) usage("frames EVENTS");
    void *socket = open_subscription(argv[1], "", 1);
    set(socket, ZMQ_RCVTIMEO, -1);
    say("ready");
    for (;;) {
        int first = zmq_recv(socket, topic, sizeof topic, 0);
        int second = zmq_recv(socket, payload, sizeof payload, 0);
        if (first < 0 || second < 0) fail("event");
        printf("%d %d %.*s %.*s\n", first, second, first, topic, second, payload);
        fflush(stdout);
    }
}
