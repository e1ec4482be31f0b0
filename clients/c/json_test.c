/* A test of the JSON functions in pagerd.c: `json_test JSON PATH` prints the value at a path, also
 * decoded. */
#include "pagerd.h"

#include <stdio.h>
#include <stdlib.h>

int main(int count, char **words) {
    size_t length;
    if (count != 3)
        return 64;
    const char *found = pagerd_json_find(words[1], words[2], &length);
    if (!found)
        return 1;
    printf("%.*s\n", (int)length, found);
    char *text = pagerd_json_string(words[1], words[2]);
    char *quoted = text ? pagerd_json_quote(text) : NULL;
    if (quoted)
        printf("%s\n%s\n", text, quoted);
    free(text);
    free(quoted);
    return 0;
}
