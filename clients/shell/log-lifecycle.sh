#!/bin/sh
# Appends every callback to a file, one JSON object a line, until it is ended: log-lifecycle.sh FILE
# Holes are filled by pagerctl; when the daemon is started anew the log goes on. Where it is not
# there yet, it is waited for.
file=${1:?which file?}
until pagerctl --json subscribe lifecycle. >> "$file"; do
    sleep 1
done
