/* Changes to the next page and waits for the end of the transition: next_page [PAGER] */
#include "pagerd.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failed(pagerd *daemon) {
    fprintf(stderr, "next_page: %s\n", pagerd_error(daemon));
    int status = *pagerd_error_name(daemon) ? 2 : 1;
    pagerd_close(daemon);
    return status;
}

int main(int count, char **words) {
    pagerd *daemon = pagerd_open(NULL, 5000);
    if (!daemon)
        return 1;
    char *id = pagerd_json_quote(count > 1 ? words[1] : ""), params[256] = "{}";
    if (id && count > 1)
        snprintf(params, sizeof params, "{\"id\":%s}", id);
    free(id);
    if (pagerd_subscribe(daemon, "pager.") != 0)
        return failed(daemon);
    char *reply = pagerd_call(daemon, "pager.next", params);
    if (!reply)
        return failed(daemon);
    char *transition = pagerd_json_string(reply, "transition");
    free(reply);
    if (!transition)
        puts("nothing moved");
    for (char *event; transition && (event = pagerd_next_event(daemon, 10000)); free(event)) {
        char *name = pagerd_json_string(event, "event"), *page = pagerd_json_string(event, "page");
        int is_settled = name && page && strcmp(name, "didSettle") == 0;
        if (is_settled)
            printf("%s, page %.0f\n", page, pagerd_json_number(event, "index", -1) + 1);
        free(name);
        free(page);
        if (is_settled) {
            free(transition);
            transition = NULL;
        }
    }
    int status = transition ? 1 : 0;
    free(transition);
    pagerd_close(daemon);
    return status;
}
