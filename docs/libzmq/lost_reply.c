/* Shows that a REP socket of libzmq 4.3.4 drops the reply to one client because of another.
 *
 *     cc -o lost_reply lost_reply.c -lzmq && ./lost_reply
 *
 * A REP socket stores the frames before the empty frame of a request (the envelope), and sends
 * them in front of the reply. If a message has no empty frame, the REP socket skips the message
 * and discards the stored frames. But if the connection of that message has ended, the REP socket
 * stays in the state "inside an envelope". It then reads the envelope of the next request as the
 * rest of this one, so the reply to that request has no address and is dropped. The request after
 * that gets its reply.
 *
 * Exit status: 0 if the reply is lost, 1 if it arrives, 2 if another call fails. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <zmq.h>

#define CHECK(holds) \
    do { \
        if (!(holds)) { \
            fprintf(stderr, "line %d: %s\n", __LINE__, zmq_strerror(zmq_errno())); \
            exit(2); \
        } \
    } while (0)

static void *context, *rep, *news;
static char endpoint[64];

static void *client(int type) {
    int zero = 0, patience = 2000;
    void *socket = zmq_socket(context, type);
    CHECK(socket && zmq_setsockopt(socket, ZMQ_LINGER, &zero, sizeof zero) == 0);
    CHECK(zmq_setsockopt(socket, ZMQ_RCVTIMEO, &patience, sizeof patience) == 0);
    CHECK(zmq_connect(socket, endpoint) == 0);
    return socket;
}

static void await(void *socket) {
    zmq_pollitem_t item = {socket, -1, ZMQ_POLLIN, 0};
    CHECK(zmq_poll(&item, 1, 10000) == 1);
}

/* Sends a message without an empty frame from a client that disconnects before the REP reads it. */
static void spoil(void) {
    struct timespec moment = {0, 1000000};
    zmq_pollitem_t item = {rep, -1, ZMQ_POLLIN, 0};
    void *stranger = client(ZMQ_DEALER);
    CHECK(zmq_send(stranger, "x", 1, 0) == 1);
    await(rep);
    CHECK(zmq_close(stranger) == 0);
    await(news);
    /* libzmq reports the end of the connection to the REP some time after the monitor event. */
    for (int look = 0; look < 100; look++) {
        CHECK(zmq_poll(&item, 1, 0) >= 0);
        nanosleep(&moment, NULL);
    }
}

/* Sends a request and returns whether its reply arrives. */
static int is_answered(void *req) {
    char text[16];
    CHECK(zmq_send(req, "hello", 5, 0) == 5);
    CHECK(zmq_recv(rep, text, sizeof text, 0) == 5 && memcmp(text, "hello", 5) == 0);
    CHECK(zmq_send(rep, "world", 5, 0) == 5);
    return zmq_recv(req, text, sizeof text, 0) == 5;
}

int main(void) {
    int major, minor, patch, one = 1, patience = 10000;
    char folder[] = "/tmp/lost-reply-XXXXXX";
    CHECK(mkdtemp(folder));
    snprintf(endpoint, sizeof endpoint, "ipc://%s/rep", folder);
    context = zmq_ctx_new();
    rep = zmq_socket(context, ZMQ_REP);
    news = zmq_socket(context, ZMQ_PAIR);
    CHECK(zmq_setsockopt(rep, ZMQ_RCVTIMEO, &patience, sizeof patience) == 0);
    CHECK(zmq_socket_monitor(rep, "inproc://news", ZMQ_EVENT_DISCONNECTED) == 0);
    CHECK(zmq_connect(news, "inproc://news") == 0 && zmq_bind(rep, endpoint) == 0);
    void *req = client(ZMQ_REQ);
    CHECK(zmq_setsockopt(req, ZMQ_REQ_RELAXED, &one, sizeof one) == 0);
    CHECK(is_answered(req));
    spoil();
    int is_lost = !is_answered(req);
    CHECK(is_answered(req));
    zmq_version(&major, &minor, &patch);
    printf("libzmq %d.%d.%d: the reply to the next request %s\n", major, minor, patch,
           is_lost ? "is lost" : "comes");
    zmq_socket_monitor(rep, NULL, 0);
    zmq_close(req);
    zmq_close(news);
    zmq_close(rep);
    zmq_ctx_term(context);
    unlink(endpoint + strlen("ipc://"));
    rmdir(folder);
    return is_lost ? 0 : 1;
}
