#!/bin/bash
# Turns pages by keys, as a presenter's remote sends them: space, enter or n is next, p or
# backspace previous, q ends.
#   next-on-key.sh [PAGER]
# Turns at most one page each half second, so that a button that is held down turns only a few.
pager=${1:+--id $1}
last=0
while IFS= read -rsn1 key; do
    now=$(date +%s%3N)
    [ "$key" = q ] && exit 0
    [ $((now - last)) -lt 500 ] && continue
    case $key in
        ' ' | '' | n) verb=pager.next ;;
        p | $'\177') verb=pager.previous ;;
        *) continue ;;
    esac
    last=$now
    # shellcheck disable=SC2086 -- one word or two, or none
    pagerctl $verb --user $pager > /dev/null
done
