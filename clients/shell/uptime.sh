#!/bin/bash
# A page with the uptime of the machine, updated each second while it is on screen:
#   pagerctl plugin run uptime --kind uptime -- ./uptime.sh
shown=
while :; do
    if read -r ${shown:+-t 1} event id; then
        case $event in
            viewWillAppear) shown=$id ;;
            viewDidDisappear | destroyed) [ "$shown" = "$id" ] && shown= ;;
        esac
    elif [ $? -le 128 ]; then exit 0; fi # the end; above 128 a second has passed
    if [ -n "$shown" ]; then echo "content $shown $(uptime -p)"; fi
done
