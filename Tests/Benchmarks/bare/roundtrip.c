// Times round trips of one request against two endpoints in alternating blocks, and prints both
// medians and their ratio. usage: roundtrip ENDPOINT BARE_ENDPOINT REQUEST COUNT
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zmq.h>

enum { BLOCKS = 9 };

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec / 1e9;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void *open_socket(void *context, const char *endpoint) {
    void *socket = zmq_socket(context, ZMQ_REQ);
    int patience = 5000, zero = 0;
    zmq_setsockopt(socket, ZMQ_RCVTIMEO, &patience, sizeof patience);
    zmq_setsockopt(socket, ZMQ_LINGER, &zero, sizeof zero);
    if (zmq_connect(socket, endpoint)) {
        perror(endpoint);
        exit(1);
    }
    return socket;
}

static double block(void *socket, const char *request, int count) {
    static char reply[1 << 16];
    size_t size = strlen(request);
    double start = now();
    for (int i = 0; i < count; i++) {
        if (zmq_send(socket, request, size, 0) < 0 || zmq_recv(socket, reply, sizeof reply, 0) < 0) {
            perror("round trip");
            exit(1);
        }
    }
    return (now() - start) / count * 1e6;
}

int main(int argc, char **argv) {
    if (argc != 5) {
        fprintf(stderr, "usage: roundtrip ENDPOINT BARE_ENDPOINT REQUEST COUNT\n");
        return 64;
    }
    void *context = zmq_ctx_new();
    void *ours = open_socket(context, argv[1]), *bare = open_socket(context, argv[2]);
    int count = atoi(argv[4]);
    double a[BLOCKS], b[BLOCKS], ratio[BLOCKS];
    block(ours, argv[3], count / 4);
    block(bare, argv[3], count / 4);
    for (int i = 0; i < BLOCKS; i++) {
        b[i] = block(bare, argv[3], count);
        a[i] = block(ours, argv[3], count);
        ratio[i] = a[i] / b[i];
    }
    qsort(a, BLOCKS, sizeof *a, ascending);
    qsort(b, BLOCKS, sizeof *b, ascending);
    qsort(ratio, BLOCKS, sizeof *ratio, ascending);
    printf("pagerd %.1f us, bare libzmq %.1f us, ratio %.3f (%.3f to %.3f)\n", a[BLOCKS / 2],
           b[BLOCKS / 2], ratio[BLOCKS / 2], ratio[0], ratio[BLOCKS - 1]);
    return 0;
}
