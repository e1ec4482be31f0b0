// Measures the time of a record, with and without a flush: an append-only file against SQLite.
//
//     cc -O2 -o /tmp/journal Tests/Benchmarks/journal/journal.c -lsqlite3 && /tmp/journal FILE
#define _GNU_SOURCE
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

static void append(const char *path, int count, int sync) {
    char record[200];
    memset(record, 'x', sizeof record);
    unlink(path);
    int file = open(path, O_CREAT | O_RDWR, 0600);
    posix_fallocate(file, 0, (off_t)count * sizeof record);
    double start = now();
    for (int i = 0; i < count; i++) {
        if (pwrite(file, record, sizeof record, (off_t)i * sizeof record) < 0) exit(1);
        if (sync) fdatasync(file);
    }
    printf("append-only file, %s: %.1f us a record\n", sync ? "fdatasync" : "no sync", (now() - start) / count);
    close(file);
}

static void check(int code, sqlite3 *db) {
    if (code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW) return;
    fprintf(stderr, "%s\n", sqlite3_errmsg(db));
    exit(1);
}

static void sqlite(const char *path, int count, const char *sync) {
    char record[152], pragma[64];
    memset(record, 'x', sizeof record);
    unlink(path);
    sqlite3 *db;
    check(sqlite3_open(path, &db), db);
    check(sqlite3_exec(db, "PRAGMA journal_mode=WAL", 0, 0, 0), db);
    snprintf(pragma, sizeof pragma, "PRAGMA synchronous=%s", sync);
    check(sqlite3_exec(db, pragma, 0, 0, 0), db);
    check(sqlite3_exec(db, "CREATE TABLE record (id INTEGER PRIMARY KEY, kind, time, seq, revision, body BLOB)", 0, 0, 0), db);
    sqlite3_stmt *insert;
    check(sqlite3_prepare_v2(db, "INSERT INTO record VALUES (NULL, 1, ?, ?, ?, ?)", -1, &insert, 0), db);
    double start = now();
    for (int i = 0; i < count; i++) {
        for (int k = 1; k <= 3; k++) sqlite3_bind_int64(insert, k, i);
        sqlite3_bind_blob(insert, 4, record, sizeof record, SQLITE_STATIC);
        check(sqlite3_step(insert), db);
        check(sqlite3_reset(insert), db);
    }
    printf("SQLite, WAL, synchronous=%s: %.1f us a record\n", sync, (now() - start) / count);
    sqlite3_finalize(insert);
    sqlite3_close(db);
    unlink(path);
}

int main(int argc, char **argv) {
    const char *path = argv[1];
    append(path, 100000, 0);
    append(path, 200, 1);
    sqlite(path, 100000, "OFF");
    sqlite(path, 100000, "NORMAL");
    sqlite(path, 200, "FULL");
    unlink(path);
}
