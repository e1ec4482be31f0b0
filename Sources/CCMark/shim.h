// Debian's libcmark-gfm-dev and libcmark-gfm-extensions-dev (0.29). Nothing but the library's own
// headers.
#include <cmark-gfm.h>
#include <cmark-gfm-core-extensions.h>
