#define _POSIX_C_SOURCE 200809L
#include "pagerd.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <zmq.h>

struct pagerd {
    void *context, *command, *events;
    char command_endpoint[256], events_endpoint[256];
    char error[512], error_name[64], client[64], *name;
    int timeout, monitors;
    long number;
};

#define FAIL(daemon, ...) snprintf((daemon)->error, sizeof (daemon)->error, __VA_ARGS__)

const char *pagerd_error(const pagerd *daemon) { return daemon->error; }
const char *pagerd_error_name(const pagerd *daemon) { return daemon->error_name; }

static const char *setting(const char *name, const char *otherwise) {
    const char *value = getenv(name);
    return value && *value ? value : otherwise;
}

static long long now_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

/* Whether another user could impersonate the daemon there. A missing path is reported when
 * connecting. */
static int is_unsafe(const char *path, char *text, size_t size) {
    struct stat status;
    if (lstat(path, &status) != 0 || (S_ISDIR(status.st_mode) && status.st_uid == getuid() &&
                                      (status.st_mode & 077) == 0))
        return 0;
    snprintf(text, size, "%s is not a folder of yours alone; set PAGERD_RUNTIME_DIR", path);
    return 1;
}

int pagerd_endpoint(const char *socket, const char *name, char *text, size_t size) {
    char variable[32] = "PAGERD_", folder[160], instance[240];
    for (size_t at = 0; at < 16 && socket[at]; at++)
        variable[7 + at] = (char)(socket[at] & ~0x20);
    /* A name in the arguments takes precedence over an endpoint in the environment. */
    const char *given = name ? NULL : setting(variable, NULL);
    if (given)
        return snprintf(text, size, "%s", given) < (int)size ? 0 : -1;
    const char *own = setting("PAGERD_RUNTIME_DIR", NULL), *run = setting("XDG_RUNTIME_DIR", NULL);
    if (own || run)
        snprintf(folder, sizeof folder, own ? "%s" : "%s/pagerd", own ? own : run);
    else
        snprintf(folder, sizeof folder, "/tmp/pagerd-%lu", (unsigned long)getuid());
    name = name ? name : setting("PAGERD_NAME", "default");
    snprintf(instance, sizeof instance, "%s/%.64s", folder, name);
    if (is_unsafe(folder, text, size) || is_unsafe(instance, text, size))
        return -1;
    snprintf(text, size, "ipc://%s/%s", instance, socket);
    return 0;
}

pagerd *pagerd_open(const char *name, int timeout_ms) {
    pagerd *daemon = calloc(1, sizeof *daemon);
    if (!daemon)
        return NULL;
    daemon->timeout = timeout_ms;
    daemon->context = zmq_ctx_new();
    daemon->name = name ? strdup(name) : NULL;
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    snprintf(daemon->client, sizeof daemon->client, "c-%lx-%llx-%lx", (long)getpid(),
             (long long)time.tv_sec, time.tv_nsec);
    return daemon;
}

void pagerd_close(pagerd *daemon) {
    if (!daemon)
        return;
    zmq_close(daemon->command); /* NULL only causes an error. */
    zmq_close(daemon->events);
    zmq_ctx_term(daemon->context);
    free(daemon->name);
    free(daemon);
}

/* Whether there is a message before the deadline; a signal does not end the wait early. */
static int ready(void *socket, long long deadline) {
    zmq_pollitem_t item = {socket, -1, ZMQ_POLLIN, 0};
    while (1) {
        long left = deadline < 0 ? -1 : (long)(deadline - now_ms());
        int found = zmq_poll(&item, 1, deadline >= 0 && left < 0 ? 0 : left);
        if (found >= 0 || zmq_errno() != EINTR)
            return found > 0;
    }
}

/* Waits for the connection, because libzmq keeps earlier messages for any later daemon. (With
   ZMQ_IMMEDIATE it keeps none, but drops an unread last reply when the daemon ends.) */
static void *connected(pagerd *daemon, int type, const char *which, char *endpoint) {
    int zero = 0;
    if (pagerd_endpoint(which, daemon->name, endpoint, sizeof daemon->events_endpoint) != 0) {
        FAIL(daemon, "%s", endpoint);
        return NULL;
    }
    void *socket = zmq_socket(daemon->context, type), *news = zmq_socket(daemon->context, ZMQ_PAIR);
    zmq_setsockopt(socket, ZMQ_LINGER, &zero, sizeof zero);
    /* libzmq releases the name of a monitor only some time after its end, so each name is used
     * once. */
    char name[32];
    snprintf(name, sizeof name, "inproc://news-%d", ++daemon->monitors);
    int is_there = zmq_socket_monitor(socket, name, ZMQ_EVENT_HANDSHAKE_SUCCEEDED) == 0 &&
                   zmq_connect(news, name) == 0 && zmq_connect(socket, endpoint) == 0 &&
                   ready(news, now_ms() + daemon->timeout);
    zmq_socket_monitor(socket, NULL, 0);
    zmq_close(news);
    if (is_there)
        return socket;
    FAIL(daemon, "no process listens at %s; nothing was sent in %d ms", endpoint, daemon->timeout);
    zmq_close(socket);
    return NULL;
}

/* Returns one frame as a text. */
static char *receive(void *socket, int *more) {
    zmq_msg_t message;
    zmq_msg_init(&message);
    while (zmq_msg_recv(&message, socket, 0) < 0)
        if (zmq_errno() != EINTR)
            return NULL;
    char *text = strndup(zmq_msg_data(&message), zmq_msg_size(&message));
    *more = zmq_msg_more(&message);
    zmq_msg_close(&message);
    return text;
}

static char *result_of(pagerd *daemon, char *reply) {
    size_t length;
    const char *found = pagerd_json_find(reply, "result", &length);
    char *result = found ? strndup(found, length) : NULL;
    if (!found) {
        char *name = pagerd_json_string(reply, "error.data.name");
        char *message = pagerd_json_string(reply, "error.message");
        snprintf(daemon->error_name, sizeof daemon->error_name, "%s", name ? name : "");
        if (message)
            FAIL(daemon, "%s (%s)", message, name ? name : "refused");
        else
            FAIL(daemon, "invalid reply from %s: %.80s", daemon->command_endpoint, reply);
        free(name);
        free(message);
    }
    free(reply);
    return result;
}

/* Sends a request after an empty frame, as a REQ socket does. A REQ socket could not repeat a
 * request. */
static int sends(void *socket, const char *request, int length) {
    return zmq_send(socket, "", 0, ZMQ_SNDMORE | ZMQ_DONTWAIT) == 0 &&
           zmq_send(socket, request, (size_t)length, ZMQ_DONTWAIT) == length;
}

/* Returns the reply with an id, or one without an id, which means that the request was malformed.
 * Other replies are late. */
static char *reply_to(void *socket, long number, long long deadline) {
    for (int more; ready(socket, deadline);) {
        free(receive(socket, &more));
        char *reply = more ? receive(socket, &more) : NULL;
        if (reply && (long)pagerd_json_number(reply, "id", (double)number) == number)
            return reply;
        free(reply);
    }
    return NULL;
}

char *pagerd_call(pagerd *daemon, const char *method, const char *params) {
    daemon->error[0] = daemon->error_name[0] = 0;
    if (!daemon->command &&
        !(daemon->command = connected(daemon, ZMQ_DEALER, "command", daemon->command_endpoint)))
        return NULL;
    params = params ? params : "{}";
    size_t size = strlen(method) + strlen(params) + 160;
    char *request = malloc(size), *reply = NULL;
    if (!request)
        abort();
    int length = snprintf(request, size,
                          "{\"jsonrpc\":\"2.0\",\"id\":%ld,\"client\":\"%s\",\"method\":\"%s\","
                          "\"params\":%s}",
                          ++daemon->number, daemon->client, method, params);
    /* The next daemon would execute a repeated shutdown request too. */
    int is_once = strcmp(method, "server.shutdown") == 0;
    int pause = daemon->timeout < 700 ? daemon->timeout / 7 + 1 : 100;
    long long deadline = now_ms() + daemon->timeout;
    int sent = sends(daemon->command, request, length);
    while (sent && !(reply = reply_to(daemon->command, daemon->number,
                                      is_once || now_ms() + pause > deadline ? deadline
                                                                             : now_ms() + pause)) &&
           now_ms() < deadline) {
        /* The daemon executes a request once, even if it is repeated. */
        sends(daemon->command, request, length);
        pause = pause < 200 ? pause * 2 : 400;
    }
    free(request);
    if (!reply) {
        FAIL(daemon, "no reply from %s to %s in %d ms; the daemon may have executed it or not",
             daemon->command_endpoint, method, daemon->timeout);
        /* Unsent requests must not be executed later. */
        zmq_close(daemon->command);
        daemon->command = NULL;
        return NULL;
    }
    return result_of(daemon, reply);
}

/* Returns the payload of the next message. */
static char *next_message(pagerd *daemon, long long deadline) {
    int more = 0;
    if (!ready(daemon->events, deadline))
        return NULL;
    free(receive(daemon->events, &more)); /* The payload contains all parts of the topic. */
    char *payload = more ? receive(daemon->events, &more) : NULL;
    if (!payload)
        FAIL(daemon, "a message from %s is not an event of pagerd", daemon->events_endpoint);
    return payload;
}

static int says(const char *payload, const char *name, const char *text) {
    char *found = pagerd_json_string(payload, name);
    int is_so = found && strcmp(found, text) == 0;
    free(found);
    return is_so;
}

int pagerd_subscribe(pagerd *daemon, const char *prefix) {
    daemon->error[0] = daemon->error_name[0] = 0;
    if (!daemon->events &&
        !(daemon->events = connected(daemon, ZMQ_SUB, "events", daemon->events_endpoint)))
        return -1;
    zmq_setsockopt(daemon->events, ZMQ_SUBSCRIBE, prefix, strlen(prefix));
    long long deadline = now_ms() + daemon->timeout;
    int welcome = 0;
    for (char *payload; !welcome && (payload = next_message(daemon, deadline)); free(payload))
        welcome = says(payload, "event", "welcome") && says(payload, "prefix", prefix);
    if (!welcome && !*daemon->error)
        FAIL(daemon, "no welcome from %s for \"%s\" within %d ms", daemon->events_endpoint, prefix,
             daemon->timeout);
    return welcome ? 0 : -1;
}

char *pagerd_next_event(pagerd *daemon, int timeout_ms) {
    daemon->error[0] = daemon->error_name[0] = 0;
    long long deadline = timeout_ms < 0 ? -1 : now_ms() + timeout_ms;
    size_t length;
    if (!daemon->events)
        FAIL(daemon, "pagerd_subscribe was not called");
    for (char *payload; daemon->events && (payload = next_message(daemon, deadline)); free(payload))
        /* Heartbeats and welcomes have no seq and no chain. */
        if (pagerd_json_find(payload, "prev", &length))
            return payload;
    return NULL;
}

/* JSON functions that search the text without building a tree. Malformed values are not found. */
static const char *space(const char *at) { return at + strspn(at, " \t\r\n"); }

/* Returns the end of a string that starts at its quote, or NULL if it has no end. */
static const char *string_end(const char *at) {
    for (at++; *at && *at != '"'; at++)
        if (*at == '\\' && !*++at)
            return NULL;
    return *at ? at + 1 : NULL;
}

/* Returns the end of any value. Inside arrays and objects, only brackets and strings are parsed. */
static const char *value_end(const char *at) {
    int depth = 0;
    do {
        int opens = *at == '{' || *at == '[', closes = *at == '}' || *at == ']';
        size_t plain = strcspn(at, depth ? "{}[]\"" : ",}] \t\r\n");
        depth += opens - closes;
        if (*at == '"')
            at = string_end(at);
        else
            at = opens || closes ? at + 1 : plain ? at + plain : NULL;
    } while (at && depth > 0);
    return at;
}

/* Returns the member of an object, or the element of an array, that starts at `at`. */
static const char *member(const char *at, const char *name, size_t length) {
    int is_object = *at == '{';
    if (!is_object && *at != '[')
        return NULL;
    long left = is_object || *name < '0' || *name > '9' ? -1 : strtol(name, NULL, 10);
    for (at = space(at + 1); *at && *at != '}' && *at != ']'; left--) {
        int is_it = left == 0;
        if (is_object) {
            const char *key = at + 1;
            if (*at != '"' || !(at = string_end(at)))
                return NULL;
            is_it = (size_t)(at - 1 - key) == length && memcmp(key, name, length) == 0;
            if (*(at = space(at)) != ':')
                return NULL;
            at = space(at + 1);
        }
        if (is_it || !(at = value_end(at)))
            return at;
        at = space(at);
        at = *at == ',' ? space(at + 1) : at;
    }
    return NULL;
}

const char *pagerd_json_find(const char *json, const char *path, size_t *length) {
    const char *at = space(json);
    for (size_t name; *path; path += name + (path[name] == '.'))
        if (!(at = member(at, path, name = strcspn(path, "."))))
            return NULL;
    const char *end = value_end(at);
    *length = end ? (size_t)(end - at) : 0;
    return end ? at : NULL;
}

static char *put(char *to, unsigned code) {
    static const unsigned char marks[] = {0, 0, 0xC0, 0xE0, 0xF0};
    int bytes = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (int at = bytes - 1; at > 0; at--, code >>= 6)
        to[at] = (char)(0x80 | (code & 0x3F));
    to[0] = (char)(marks[bytes] | code);
    return to + bytes;
}

/* Returns the value of four hexadecimal digits, or 0 for other characters. */
static unsigned hex4(const char *at) {
    char digits[5] = {at[0], at[1], at[2], at[3], 0};
    return (unsigned)strtoul(digits, NULL, 16);
}

char *pagerd_json_string(const char *json, const char *path) {
    static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    size_t length;
    const char *at = pagerd_json_find(json, path, &length);
    char *text = at && *at == '"' ? malloc(length) : NULL, *to = text;
    if (!text)
        return NULL;
    const char *end = at + length - 1;
    for (at++; at < end; at++) {
        const char *letter = *at == '\\' ? strchr(letters, *++at) : at;
        if (letter) {
            *to++ = letter == at ? *at : meant[letter - letters];
        } else if (*at == 'u' && end - at > 4) {
            unsigned code = hex4(at + 1);
            at += 4;
            /* A surrogate pair. */
            if (code >> 10 == 0x36 && end - at > 6 && at[1] == '\\' && at[2] == 'u') {
                code = 0x10000 + ((code & 0x3FF) << 10) + (hex4(at + 3) & 0x3FF);
                at += 6;
            }
            to = put(to, code);
        }
    }
    *to = 0;
    return text;
}

double pagerd_json_number(const char *json, const char *path, double otherwise) {
    size_t length;
    const char *at = pagerd_json_find(json, path, &length);
    return at && (*at == '-' || (*at >= '0' && *at <= '9')) ? strtod(at, NULL) : otherwise;
}

char *pagerd_json_quote(const char *text) {
    char *quoted = malloc(strlen(text) * 6 + 3), *to = quoted;
    if (!quoted)
        return NULL;
    *to++ = '"';
    for (; *text; text++)
        if ((unsigned char)*text < 0x20)
            to += sprintf(to, "\\u%04x", (unsigned)*text);
        else
            to += sprintf(to, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
    strcpy(to, "\"");
    return quoted;
}
