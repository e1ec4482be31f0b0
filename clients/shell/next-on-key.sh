#!/bin/bash
# Changes pages by the keys that a presenter's remote sends: space, enter or n for the next page, p
# or backspace for the previous one, q to end.
#   next-on-key.sh [PAGER]
# It changes at most one page in half a second, so that a held button does not skip many pages.
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
