#!/bin/bash
# Changes pages by the keys that a presenter's remote sends: Page Down, right, down, space, Enter or
# n for the next page; Page Up, left, up, Backspace or p for the previous one; q to end.
#   next-on-key.sh [PAGER]
# It changes at most one page in half a second, so that a held button does not skip many pages.
pager=${1:+--id $1}
last=0
while IFS= read -rsn1 key; do
    now=$(date +%s%3N)
    [ "$key" = q ] && exit 0
    # An arrow key sends three bytes, and Page Up or Page Down four.
    if [ "$key" = $'\e' ]; then
        IFS= read -rsn2 -t 0.1 key || key=escape
        case $key in '[5' | '[6') IFS= read -rsn1 -t 0.1 _ ;; esac
    fi
    [ $((now - last)) -lt 500 ] && continue
    case $key in
        '[6' | '[C' | '[B' | ' ' | '' | n) verb=pager.next ;;
        '[5' | '[D' | '[A' | p | $'\177') verb=pager.previous ;;
        *) continue ;;
    esac
    last=$now
    # shellcheck disable=SC2086 -- one word or two, or none
    pagerctl $verb --user $pager > /dev/null
done
