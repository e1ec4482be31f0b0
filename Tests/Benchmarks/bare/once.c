// Sends one command with libzmq alone and ends. usage: once COMMAND REQUEST
#define _GNU_SOURCE
#include "load.h"

int main(int argc, char **argv) {
    static char reply[1 << 16];
    if (argc != 3) usage("once COMMAND REQUEST");
    void *context = zmq_ctx_new(), *socket = zmq_socket(context, ZMQ_REQ);
    set(socket, ZMQ_RCVTIMEO, PATIENCE_MS);
    set(socket, ZMQ_LINGER, 0);
    if (zmq_connect(socket, argv[1])) fail(argv[1]);
    if (zmq_send(socket, argv[2], strlen(argv[2]), 0) < 0) fail("request");
    check_reply(argv[1], reply, zmq_recv(socket, reply, sizeof reply, 0));
    zmq_close(socket);
    zmq_ctx_term(context);
    return 0;
}
