// A ROUTER socket that answers every message with one message of each given size, to measure the
// cost of libzmq alone between a daemon and a plugin. usage: router ENDPOINT BYTES...
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zmq.h>

int main(int argc, char **argv) {
    if (argc < 3) {
        fprintf(stderr, "usage: router ENDPOINT BYTES...\n");
        return 64;
    }
    static char buffer[1 << 16], peer[256];
    memset(buffer, 'x', sizeof buffer);
    void *context = zmq_ctx_new();
    void *socket = zmq_socket(context, ZMQ_ROUTER);
    if (zmq_bind(socket, argv[1])) {
        perror(argv[1]);
        return 1;
    }
    fprintf(stderr, "ready\n");
    for (;;) {
        int length = zmq_recv(socket, peer, sizeof peer, 0);
        if (length < 0 || zmq_recv(socket, buffer, sizeof buffer, 0) < 0) return 0;
        for (int i = 2; i < argc; i++) {
            zmq_send(socket, peer, (size_t)length, ZMQ_SNDMORE);
            zmq_send(socket, buffer, strtoul(argv[i], NULL, 10), 0);
        }
    }
}
