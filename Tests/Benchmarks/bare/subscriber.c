// Opens COUNT SUB sockets. For a number N on standard input, it reads N events on each and prints
// the time of the last event, and the first and the last seq. It fails if an event is missing.
// usage: subscriber COUNT EVENTS PREFIX welcomed|silent
#define _GNU_SOURCE
#include "load.h"

enum { MOST = 2048, PIECE = 256 };
static void *sockets[MOST];
static uint64_t seqs[MOST], firsts[MOST];

static void read_piece(int k, long count) {
    for (long i = 0; i < count; i++) {
        seqs[k] = next_event(sockets[k], seqs[k]);
        if (!firsts[k]) firsts[k] = seqs[k];
    }
}

int main(int argc, char **argv) {
    if (argc != 5) usage("subscriber COUNT EVENTS PREFIX welcomed|silent");
    int count = atoi(argv[1]);
    if (count < 1 || count > MOST) usage("COUNT from 1 to 2048");
    for (int k = 0; k < count; k++)
        sockets[k] = open_subscription(argv[2], argv[3], !strcmp(argv[4], "welcomed"));
    say("ready");
    for (;;) {
        long wanted = asked();
        memset(firsts, 0, sizeof firsts);
        for (long done = 0; done < wanted; done += PIECE)
            for (int k = 0; k < count; k++)
                read_piece(k, wanted - done < PIECE ? wanted - done : PIECE);
        for (int k = 1; k < count; k++)
            if (firsts[k] != firsts[0] || seqs[k] != seqs[0]) {
                fprintf(stderr, "two subscribers heard different events\n");
                return 1;
            }
        printf("%.9f %lu %lu\n", now(), (unsigned long)firsts[0], (unsigned long)seqs[0]);
        fflush(stdout);
    }
}
