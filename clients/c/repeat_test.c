/* Creates as many controllers as its argument says, each once, even if replies are lost. */
#include "pagerd.h"

#include <stdio.h>
#include <stdlib.h>

int main(int count, char **words) {
    int wanted = count > 1 ? atoi(words[1]) : 1;
    pagerd *daemon = pagerd_open(NULL, 20000);
    for (int number = 0; number < wanted; number++) {
        char *result = pagerd_call(daemon, "controller.create", "{\"kind\":\"view\"}");
        if (!result) {
            fprintf(stderr, "%d: %s\n", number, pagerd_error(daemon));
            return 1;
        }
        free(result);
    }
    pagerd_close(daemon);
    return 0;
}
