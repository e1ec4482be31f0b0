#!/bin/sh
# Waits until a page is visible, with a time limit in seconds:
#   wait-for-page.sh PAGE [SECONDS]
# Exit status: 0 if the page has appeared, 1 if not.
page=${1:?which page?}
end=$(($(date +%s) + ${2:-60}))
is_shown() { pagerctl --json controller.get "$page" 2> /dev/null | grep -q '"appearance":"appeared"'; }
# Changes between a check and the wait are seen by the next check, after a second.
until is_shown; do
    [ "$(date +%s)" -lt "$end" ] || exit 1
    pagerctl --timeout 1 wait "lifecycle.$page.viewDidAppear" > /dev/null 2>&1 && exit 0
done
exit 0
