// Measures sequential round trips of a request: until the reply and, with a subscription, until its
// events. For a number N on standard input, it makes N round trips and prints their begin and end.
// usage: trip COMMAND REQUEST [EVENTS PREFIX EVENTS_EACH welcomed|silent]
#define _GNU_SOURCE
#include "load.h"

int main(int argc, char **argv) {
    static char reply[LARGEST];
    if (argc != 3 && argc != 7)
        usage("trip COMMAND REQUEST [EVENTS PREFIX EVENTS_EACH welcomed|silent]");
    size_t size = strlen(argv[2]);
    void *command = open_socket(ZMQ_REQ, argv[1]), *events = NULL;
    int each = 0;
    if (argc == 7) {
        each = atoi(argv[5]);
        events = open_subscription(argv[3], argv[4], !strcmp(argv[6], "welcomed"));
    }
    say("ready");
    for (;;) {
        long count = asked();
        uint64_t seq = 0, first = 0;
        double start = now();
        for (long i = 0; i < count; i++) {
            if (zmq_send(command, argv[2], size, 0) < 0) fail("request");
            check_reply(argv[1], reply, zmq_recv(command, reply, sizeof reply, 0));
            for (int k = 0; k < each; k++) {
                seq = next_event(events, seq);
                if (!first) first = seq;
            }
        }
        printf("%.9f %.9f %lu %lu\n", start, now(), (unsigned long)first, (unsigned long)seq);
        fflush(stdout);
    }
}
