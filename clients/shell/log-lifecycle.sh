#!/bin/sh
# Appends every callback to a file, one JSON object a line, until it is ended: log-lifecycle.sh FILE
# Holes are filled by pagerctl; when the daemon is started anew the log goes on. Where it is not
# there yet, it is waited for.
file=${1:?which file?}
child=
trap '[ -n "$child" ] && kill "$child" 2> /dev/null; exit 0' TERM INT
while :; do
    pagerctl --json subscribe lifecycle. >> "$file" &
    child=$!
    wait "$child" && exit 0
    sleep 1
done
