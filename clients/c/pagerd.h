/* A client of pagerd in C99, based only on libzmq. The caller frees texts that are returned as
 * `char *`. A `pagerd` belongs to one thread. */
#ifndef PAGERD_H
#define PAGERD_H
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif

typedef struct pagerd pagerd;

/* Creates a client of one daemon without sending anything. `name` is the instance, or NULL for
 * PAGERD_NAME or "default"; PAGERD_COMMAND and PAGERD_EVENTS take precedence over the default
 * paths. `timeout_ms` is the time limit of each call. Returns NULL if memory or sockets are
 * exhausted. */
pagerd *pagerd_open(const char *name, int timeout_ms);
void pagerd_close(pagerd *daemon);

/* Sends a request and waits for its reply. Without a reply, the request is repeated after 100 ms
 * and then at growing intervals; the daemon executes it once. `params` is the text of a JSON
 * object, or NULL for {}. Returns the text of the result, or NULL with the reason in pagerd_error.
 * */
char *pagerd_call(pagerd *daemon, const char *method, const char *params);

/* Subscribes to the events whose topics begin with the prefix, and waits for the daemon's welcome.
 * Returns 0, or -1 with the reason in pagerd_error. */
int pagerd_subscribe(pagerd *daemon, const char *prefix);
/* Returns the next event as JSON text, skipping heartbeats and welcomes. Returns NULL after the
 * time limit, with an empty pagerd_error, or on an error. A negative time means no limit. */
char *pagerd_next_event(pagerd *daemon, int timeout_ms);

/* Returns the reason why the last call failed, with the socket, or an empty text if it succeeded.
 * */
const char *pagerd_error(const pagerd *daemon);
/* Returns the daemon's name for the error, such as "controllerNotFound"; empty if the daemon has
 * refused nothing. */
const char *pagerd_error_name(const pagerd *daemon);
/* Writes the endpoint that every client uses for a socket: "command", "events" or "plugins".
 * Returns 0, or -1 if the folder is a link, belongs to another user or others can access it; `text`
 * then contains the reason. */
int pagerd_endpoint(const char *socket, const char *name, char *text, size_t size);

/* Returns the value at a path inside `json`, and its length in `length`, or NULL if there is none.
 * A path consists of names and numbers with dots: "data.pages.0". */
const char *pagerd_json_find(const char *json, const char *path, size_t *length);
/* Returns a decoded copy of a string, or NULL if there is none or the value has another type. */
char *pagerd_json_string(const char *json, const char *path);
/* Returns a number, or `otherwise` if there is none. */
double pagerd_json_number(const char *json, const char *path, double otherwise);
/* Returns a text as a JSON string, including its quotes. */
char *pagerd_json_quote(const char *text);

#ifdef __cplusplus
}
#endif
#endif
