/* A plugin of pagerd in C99. It hosts pages: the daemon has their controllers, the plugin has
 * their code.
 *
 * All functions are called on the thread of pagerd_plugin_run. */
#ifndef PAGERD_PLUGIN_H
#define PAGERD_PLUGIN_H

#include "pagerd.h"
#ifdef __cplusplus
extern "C" {
#endif

typedef struct pagerd_plugin pagerd_plugin;

/* The functions of a page. Each may be NULL. */
struct pagerd_page {
    /* The kind of the controllers that are its pages. */
    const char *kind;
    /* An event of one of them, such as "viewWillAppear"; `payload` is the whole event, or "{}" for
     * what is told of a page that was there before this process. */
    void (*event)(pagerd_plugin *plugin, const char *id, const char *event, const char *payload);
    /* What the page shows, as JSON text to be freed: asked when its view loads. */
    char *(*content)(pagerd_plugin *plugin, const char *id);
    /* What `decide` answers: "shouldSelect shouldDismiss shouldPop pageAfter pageBefore", or some
     * of them. */
    const char *decides;
    /* The answer to a question about one of them, as JSON text to be freed: "true", "null",
     * "\"ID\"". NULL is no answer: the default holds. `params` is the whole question. */
    char *(*decide)(pagerd_plugin *plugin, const char *id, const char *question,
                    const char *params);
    /* Called for each page on show, when it appears and then every `tick_ms` milliseconds. */
    void (*tick)(pagerd_plugin *plugin, const char *id);
    int tick_ms;
};

/* Registers the plugin as PAGERD_PLUGIN, else as `name`, and runs it. Returns 0 after SIGTERM,
 * SIGINT or an orderly end of the daemon. Returns 1 with a message on standard error if the daemon
 * refuses it or dies. Start it again then; the daemon sends it the events that it has missed. */
int pagerd_plugin_run(const char *name, const struct pagerd_page *page);

/* The functions above may call these. */

/* Changes the content of a page to a JSON value. */
void pagerd_plugin_set_content(pagerd_plugin *plugin, const char *id, const char *content);
/* The same as {"type":"text/plain","body":TEXT}. */
void pagerd_plugin_set_text(pagerd_plugin *plugin, const char *id, const char *text);
/* Sends a request without waiting for the reply. Errors go to standard error. */
void pagerd_plugin_tell(pagerd_plugin *plugin, const char *method, const char *params);

#ifdef __cplusplus
}
#endif
#endif
