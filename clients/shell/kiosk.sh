#!/bin/sh
# Runs a daemon with a book, and turns to its next page every SECONDS:
#   kiosk.sh BOOK [SECONDS]
# If the daemon has ended by then, starts it again. SIGTERM, SIGINT or SIGHUP ends both at once.
book=${1:?which book or folder?}
seconds=${2:-15}
child=

# `$!` is the program that the script waits for. It may not have begun yet, and would then lose
# another signal than KILL.
# shellcheck disable=SC2086 -- one word or none
stop() {
    trap - TERM INT HUP
    [ "$!" = "$child" ] || kill -KILL $! 2> /dev/null
    kill $child 2> /dev/null
    wait $child
    exit 0
}
trap stop TERM INT HUP

# A signal interrupts `wait`, but no program in the foreground. So each program has an `&`.
while :; do
    pagerd ${PAGERD_NAME:+--name "$PAGERD_NAME"} --book "$book" &
    child=$!
    while sleep "$seconds" & wait $!; kill -0 "$child" 2> /dev/null; do
        # After the last page, begins again with the first.
        pagerctl --json next 2> /dev/null | grep -q '"transition":null' &
        if wait $!; then
            pagerctl select 0 > /dev/null 2>&1 &
            wait $!
        fi
    done
done
