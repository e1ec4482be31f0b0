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

/* The functions of a plugin. Each of them may be NULL. */
struct pagerd_page {
    /* The kind of the controllers that are the plugin's pages. */
    const char *kind;
    /* Called for each event of a page, such as "viewWillAppear". `payload` is the whole event, or
     * "{}" for a page that was visible before this process started. */
    void (*event)(pagerd_plugin *plugin, const char *id, const char *event, const char *payload);
    /* Returns the content of the page as JSON text, which is then freed. Called when the page's
     * view loads. */
    char *(*content)(pagerd_plugin *plugin, const char *id);
    /* The decisions that `decide` makes: "shouldSelect shouldDismiss shouldPop shouldRemove
     * pageAfter pageBefore", or some of them. */
    const char *decides;
    /* Returns the decision about a page as JSON text, which is then freed: "true", "null",
     * "\"ID\"". With NULL, the default applies. `params` is the whole decision request. */
    char *(*decide)(pagerd_plugin *plugin, const char *id, const char *question,
                    const char *params);
    /* Called for each visible page, when it appears and then every `tick_ms` milliseconds. */
    void (*tick)(pagerd_plugin *plugin, const char *id);
    int tick_ms;
};

/* Registers the plugin as `name` (PAGERD_PLUGIN takes precedence) and runs until SIGTERM, SIGINT or
 * the end of the daemon, and then returns 0. Returns 1 with a message on standard error if the
 * plugin is refused or the daemon is lost. After a restart by a supervisor, the daemon sends the
 * events that the plugin has missed. */
int pagerd_plugin_run(const char *name, const struct pagerd_page *page);

/* The following functions may be called from the functions above. */

/* Sets the content of a page: the text of any JSON value. */
void pagerd_plugin_set_content(pagerd_plugin *plugin, const char *id, const char *content);
/* Sets the content {"type":"text/plain","body":TEXT}. */
void pagerd_plugin_set_text(pagerd_plugin *plugin, const char *id, const char *text);
/* Sends a request without waiting for the reply. A refusal is written to standard error. */
void pagerd_plugin_tell(pagerd_plugin *plugin, const char *method, const char *params);

#ifdef __cplusplus
}
#endif
#endif
