#!/bin/sh
# Appends every callback to a file, one JSON object a line: log-lifecycle.sh FILE
# pagerctl fills gaps in the sequence. The script waits for the daemon and continues after a restart.
file=${1:?which file?}
child=
trap '[ -n "$child" ] && kill "$child" 2> /dev/null; exit 0' TERM INT
while :; do
    pagerctl --json subscribe lifecycle. >> "$file" &
    child=$!
    wait "$child" && exit 0
    sleep 1
done
