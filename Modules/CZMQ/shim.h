// Debian's libzmq3-dev (4.3.x). Nothing but the library's own header.
#include <zmq.h>
