// The header of libqrencode (4.1; Debian's libqrencode-dev).
#include <qrencode.h>
