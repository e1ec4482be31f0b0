// Sends each line of its input as a request and prints the reply as a line. usage: command COMMAND
#define _GNU_SOURCE
#include "load.h"

int main(int argc, char **argv) {
    static char reply[LARGEST];
    char *line = NULL;
    size_t room = 0;
    if (argc != 2) usage("command COMMAND");
    void *socket = open_socket(ZMQ_REQ, argv[1]);
    // A large batch takes its time.
    set(socket, ZMQ_RCVTIMEO, 120000);
    say("ready");
    for (ssize_t length; (length = getline(&line, &room, stdin)) > 0;) {
        if (zmq_send(socket, line, (size_t)length - 1, 0) < 0) fail("request");
        int size = zmq_recv(socket, reply, sizeof reply, 0);
        if (size < 0 || size > (int)sizeof reply) fail("reply");
        printf("%.*s\n", size, reply);
        fflush(stdout);
    }
    return 0;
}
