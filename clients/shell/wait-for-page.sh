#!/bin/sh
# Waits until a page is on screen, with a time limit: wait-for-page.sh PAGE [SECONDS]
# Status 0: it has appeared; 1: it has not.
page=${1:?which page?}
end=$(($(date +%s) + ${2:-60}))
is_shown() { pagerctl --json controller.get "$page" 2> /dev/null | grep -q '"appearance":"appeared"'; }
# The loop checks again each second, in case the page appeared between the check and the wait.
until is_shown; do
    [ "$(date +%s)" -lt "$end" ] || exit 1
    pagerctl --timeout 1 wait "lifecycle.$page.viewDidAppear" > /dev/null 2>&1 && exit 0
done
exit 0
