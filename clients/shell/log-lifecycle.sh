#!/bin/sh
# Appends every callback to a file, one JSON object a line, until it is ended:
#   log-lifecycle.sh FILE
# pagerctl fills gaps in the sequence, and the log continues after a restart of the daemon. If the
# daemon is not running yet, the script waits for it.
file=${1:?which file?}
child=
trap '[ -n "$child" ] && kill "$child" 2> /dev/null; exit 0' TERM INT
while :; do
    pagerctl --json subscribe lifecycle. >> "$file" &
    child=$!
    wait "$child" && exit 0
    sleep 1
done
