/* A plugin with endless pages of the kind "endless", which refuses to show the page "locked". */
#define _POSIX_C_SOURCE 200809L
#include "pagerd_plugin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *decide(pagerd_plugin *plugin, const char *id, const char *question,
                    const char *params) {
    static int pages;
    (void)params;
    if (strcmp(question, "shouldSelect") == 0)
        return strdup(strcmp(id, "locked") == 0 ? "false" : "true");
    if (strcmp(question, "shouldDismiss") == 0)
        return strdup("false");
    if (strcmp(question, "pageAfter") != 0)
        return NULL;
    char text[80], answer[80];
    snprintf(text, sizeof text, "{\"id\":\"%.32s-%d\",\"kind\":\"endless\"}", id, ++pages);
    pagerd_plugin_tell(plugin, "controller.create", text);
    snprintf(answer, sizeof answer, "\"%.32s-%d\"", id, pages);
    return strdup(answer);
}

int main(void) {
    struct pagerd_page page = {.kind = "endless",
                               .decides = "shouldSelect shouldDismiss pageAfter pageBefore",
                               .decide = decide};
    return pagerd_plugin_run("endless", &page);
}
