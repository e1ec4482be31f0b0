/* A client of pagerd in C99, on libzmq alone. Texts that are returned as `char *` are the caller's
 * to free. A `pagerd` belongs to one thread. */
#ifndef PAGERD_H
#define PAGERD_H
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif

typedef struct pagerd pagerd;

/* Opens one daemon: nothing is sent yet. `name` is the instance, NULL for PAGERD_NAME or
 * "default"; PAGERD_COMMAND and PAGERD_EVENTS come before the default paths. `timeout_ms` is the
 * time that a call may take. NULL when memory or sockets are out. */
pagerd *pagerd_open(const char *name, int timeout_ms);
void pagerd_close(pagerd *daemon);

/* Sends a request and waits for its reply; until then it is sent again after 100 ms and then at
 * growing intervals, and the daemon carries it out once. `params` is the text of a JSON object, or
 * NULL for {}.
 * Returns the text of the result, or NULL: pagerd_error says why. */
char *pagerd_call(pagerd *daemon, const char *method, const char *params);

/* Events whose topics begin with the prefix are received from now on; it waits for the daemon's
 * welcome. 0, or -1 with pagerd_error. */
int pagerd_subscribe(pagerd *daemon, const char *prefix);
/* The next event as JSON text, heartbeats and welcomes left out. NULL when the time is over (then
 * pagerd_error is empty) or with an error. A negative time waits for ever. */
char *pagerd_next_event(pagerd *daemon, int timeout_ms);

/* Why the last call has failed, with the socket that was meant. Empty when it has not. */
const char *pagerd_error(const pagerd *daemon);
/* The daemon's name for it, such as "controllerNotFound"; empty when nobody refused anything. */
const char *pagerd_error_name(const pagerd *daemon);
/* An endpoint as every client finds it: socket is "command", "events" or "plugins". 0, or -1 where
 * the folder is a link, another user's or open to others; `text` then says so. */
int pagerd_endpoint(const char *socket, const char *name, char *text, size_t size);

/* JSON, as much as a client needs. A path is names and numbers with dots: "data.pages.0".
 * The text of a value inside `json`, its length in `length`. NULL where there is none. */
const char *pagerd_json_find(const char *json, const char *path, size_t *length);
/* A copy of a string, decoded. NULL where there is none or it is something else. */
char *pagerd_json_string(const char *json, const char *path);
/* A number, `otherwise` where there is none. */
double pagerd_json_number(const char *json, const char *path, double otherwise);
/* A text as a JSON string, with its quotes. */
char *pagerd_json_quote(const char *text);

#ifdef __cplusplus
}
#endif
#endif
