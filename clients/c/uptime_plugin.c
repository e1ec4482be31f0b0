/* A plugin with pages of the kind "uptime" that show the machine's uptime and load, updated once a
 * second while a page is visible. */
#include "pagerd_plugin.h"

#include <stdio.h>

static void tick(pagerd_plugin *plugin, const char *id) {
    double seconds = 0;
    FILE *file = fopen("/proc/uptime", "r");
    if (!file || fscanf(file, "%lf", &seconds) != 1)
        pagerd_plugin_set_text(plugin, id, "no /proc/uptime here");
    if (file)
        fclose(file);
    if (seconds <= 0)
        return;
    long minutes = (long)seconds / 60;
    char text[80];
    snprintf(text, sizeof text, "up %ld days %02ld:%02ld:%02ld", minutes / 1440, minutes / 60 % 24,
             minutes % 60, (long)seconds % 60);
    pagerd_plugin_set_text(plugin, id, text);
}

int main(void) {
    struct pagerd_page page = {.kind = "uptime", .tick = tick, .tick_ms = 1000};
    return pagerd_plugin_run("uptime", &page);
}
