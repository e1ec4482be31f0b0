// A plugin with one page, based on the C client. The benchmark runs many of them. usage: page NAME
#include "../../../clients/c/pagerd_plugin.h"

#include <stdio.h>

static char *content(pagerd_plugin *plugin, const char *id) {
    char text[128];
    (void)plugin;
    snprintf(text, sizeof text, "the page %s", id);
    return pagerd_json_quote(text);
}

static void tick(pagerd_plugin *plugin, const char *id) {
    static int number;
    char text[32];
    snprintf(text, sizeof text, "%d", ++number);
    pagerd_plugin_set_text(plugin, id, text);
}

int main(int argc, char **argv) {
    struct pagerd_page page = {
        .kind = argc > 1 ? argv[1] : "page", .content = content, .tick = tick, .tick_ms = 1000};
    return pagerd_plugin_run(page.kind, &page);
}
