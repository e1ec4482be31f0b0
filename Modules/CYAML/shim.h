// The header of libyaml (0.2.5; Debian's libyaml-dev).
#include <yaml.h>
