// A REP socket that answers every message with as many bytes as it is told: what libzmq alone
// costs for a round trip. usage: echo ENDPOINT REPLY_BYTES
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zmq.h>

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: echo ENDPOINT REPLY_BYTES\n");
        return 64;
    }
    static char buffer[1 << 16];
    size_t size = strtoul(argv[2], NULL, 10);
    if (size > sizeof buffer) return 64;
    memset(buffer, 'x', sizeof buffer);
    void *context = zmq_ctx_new();
    void *socket = zmq_socket(context, ZMQ_REP);
    if (zmq_bind(socket, argv[1])) {
        perror(argv[1]);
        return 1;
    }
    fprintf(stderr, "ready\n");
    while (zmq_recv(socket, buffer, sizeof buffer, 0) >= 0) zmq_send(socket, buffer, size, 0);
    return 0;
}
