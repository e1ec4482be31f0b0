// Sends requests over a DEALER, with IN_FLIGHT requests in flight. For a number N on standard
// input, it sends N requests and prints the times of the first request and of the last reply.
// usage: pipeline COMMAND IN_FLIGHT REQUEST
#define _GNU_SOURCE
#include "load.h"

static char reply[LARGEST];

static void ask(void *dealer, const char *request, size_t size) {
    if (zmq_send(dealer, "", 0, ZMQ_SNDMORE) < 0 || zmq_send(dealer, request, size, 0) < 0)
        fail("request");
}

static void hear(void *dealer, const char *endpoint) {
    if (zmq_recv(dealer, reply, sizeof reply, 0) != 0) fail(endpoint);
    check_reply(endpoint, reply, zmq_recv(dealer, reply, sizeof reply, 0));
}

int main(int argc, char **argv) {
    if (argc != 4) usage("pipeline COMMAND IN_FLIGHT REQUEST");
    long in_flight = atol(argv[2]);
    size_t size = strlen(argv[3]);
    void *dealer = open_socket(ZMQ_DEALER, argv[1]);
    say("ready");
    for (;;) {
        long count = asked(), sent = 0;
        double start = now();
        for (; sent < in_flight && sent < count; sent++) ask(dealer, argv[3], size);
        for (long heard = 0; heard < count; heard++) {
            hear(dealer, argv[1]);
            if (sent < count) {
                ask(dealer, argv[3], size);
                sent++;
            }
        }
        printf("%.9f %.9f\n", start, now());
        fflush(stdout);
    }
}
