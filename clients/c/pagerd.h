/* A client of pagerd in C99. It needs only libzmq. The caller frees each returned `char *`. Use a
 * `pagerd` on one thread only. */
#ifndef PAGERD_H
#define PAGERD_H
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif

typedef struct pagerd pagerd;

/* Opens a daemon without sending anything. `name` is the instance; NULL means PAGERD_NAME, else
 * "default". PAGERD_COMMAND and PAGERD_EVENTS replace the default paths. `timeout_ms` is the time
 * limit of a call. Returns NULL if memory or sockets are exhausted. */
pagerd *pagerd_open(const char *name, int timeout_ms);
void pagerd_close(pagerd *daemon);

/* Sends a request and waits for its reply. Without a reply it sends the request again after 100 ms
 * and then at growing intervals; the daemon executes it once. `params` is a JSON object as text, or
 * NULL for {}.
 * Returns the result as text. Returns NULL on failure, with the reason in pagerd_error. */
char *pagerd_call(pagerd *daemon, const char *method, const char *params);

/* Subscribes to the events whose topics begin with the prefix, and waits for the daemon's welcome.
 * Returns 0, or -1 with pagerd_error. */
int pagerd_subscribe(pagerd *daemon, const char *prefix);
/* Returns the next event as JSON text; skips heartbeats and welcomes. Returns NULL after the time
 * limit, with an empty pagerd_error, or on failure. A negative time waits without a limit. */
char *pagerd_next_event(pagerd *daemon, int timeout_ms);

/* Returns why the last call failed, with the socket's endpoint. Empty if it succeeded. */
const char *pagerd_error(const pagerd *daemon);
/* Returns the error's name, such as "controllerNotFound". Empty if the daemon refused nothing. */
const char *pagerd_error_name(const pagerd *daemon);
/* Finds the default endpoint of a socket: "command", "events" or "plugins". Returns 0. Returns -1
 * if the folder is a link, belongs to another user or is open to others; `text` has the message. */
int pagerd_endpoint(const char *socket, const char *name, char *text, size_t size);

/* Finds a value in JSON. A path consists of names and numbers with dots: "data.pages.0".
 * Returns the value's text inside `json` and sets `length`, or returns NULL if there is none. */
const char *pagerd_json_find(const char *json, const char *path, size_t *length);
/* Returns a decoded copy of a string. Returns NULL if there is none or it is no string. */
char *pagerd_json_string(const char *json, const char *path);
/* Returns a number, or `otherwise` if there is none. */
double pagerd_json_number(const char *json, const char *path, double otherwise);
/* Returns a text as a JSON string with quotes. */
char *pagerd_json_quote(const char *text);

#ifdef __cplusplus
}
#endif
#endif
