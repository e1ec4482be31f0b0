#!/bin/sh
# Keeps a daemon with a book running, and turns its pages at an interval:
#   kiosk.sh BOOK [SECONDS]
# Restarts the daemon a second after it dies. SIGTERM ends both.
book=${1:?which book or folder?}
seconds=${2:-15}
child=
trap 'trap - TERM; [ -n "$child" ] && kill "$child"; wait; exit 0' TERM INT
while :; do
    pagerd ${PAGERD_NAME:+--name "$PAGERD_NAME"} --book "$book" &
    child=$!
    while kill -0 "$child" 2> /dev/null; do
        sleep "$seconds" &
        wait $!
        # At the last page it begins again.
        [ "$(pagerctl --json next 2> /dev/null | grep -c '"transition":null')" = 0 ] ||
            pagerctl select 0 > /dev/null 2>&1
    done
    wait "$child"
    sleep 1
done
