// The header of libzmq (4.3.x; Debian's libzmq3-dev).
#include <zmq.h>
