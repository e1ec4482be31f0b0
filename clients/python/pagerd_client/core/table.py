"""The record changes of events, in a daemon without added kinds.

Written by generate.py from `server.describe`; do not edit.
"""

from __future__ import annotations

from typing import Any

#: The digest of the table, `changes` of `server.hello`.
DIGEST = "d9cff6df185f97c1"

#: The events that change records, as `server.describe` returns them.
TABLE: list[dict[str, Any]] = [
    {
        "category": "pager",
        "event": "didSelect",
        "changes": [
            {"change": "select", "list": "pages", "field": "index"},
        ],
    },
    {
        "category": "pager",
        "event": "pagesChanged",
        "changes": [
            {"change": "set", "member": "pages", "field": "pages"},
            {"change": "select", "list": "pages", "field": "index"},
        ],
    },
    {
        "category": "pager",
        "event": "pageNeeded",
        "changes": [
            {"change": "set", "member": "requests", "field": "requests"},
        ],
    },
    {
        "category": "pager",
        "event": "requestEnded",
        "changes": [
            {"change": "set", "member": "requests", "field": "requests"},
        ],
    },
    {
        "category": "pager",
        "event": "historyChanged",
        "changes": [
            {"change": "set", "member": "back", "field": "back"},
            {"change": "set", "member": "forward", "field": "forward"},
        ],
    },
    {
        "category": "tabBar",
        "event": "selectionChanged",
        "changes": [
            {"change": "select", "list": "controllers", "field": "index"},
        ],
    },
    {
        "category": "tabBar",
        "event": "controllersChanged",
        "changes": [
            {"change": "set", "member": "controllers", "field": "controllers"},
            {"change": "reselect", "list": "controllers"},
        ],
    },
    {
        "category": "tabBar",
        "event": "historyChanged",
        "changes": [
            {"change": "set", "member": "back", "field": "back"},
            {"change": "set", "member": "forward", "field": "forward"},
        ],
    },
    {
        "category": "tabBar",
        "event": "barHiddenChanged",
        "changes": [
            {"change": "set", "member": "barHidden", "field": "hidden"},
        ],
    },
    {
        "category": "navigation",
        "event": "stackChanged",
        "changes": [
            {"change": "set", "member": "controllers", "field": "controllers"},
            {"change": "last", "member": "top", "list": "controllers"},
        ],
    },
    {
        "category": "navigation",
        "event": "barHiddenChanged",
        "changes": [
            {"change": "set", "member": "barHidden", "field": "hidden"},
        ],
    },
    {
        "category": "page",
        "event": "pagesChanged",
        "changes": [
            {"change": "set", "member": "controllers", "field": "controllers"},
        ],
    },
    {
        "category": "page",
        "event": "pageNeeded",
        "changes": [
            {"change": "set", "member": "requests", "field": "requests"},
        ],
    },
    {
        "category": "page",
        "event": "requestEnded",
        "changes": [
            {"change": "set", "member": "requests", "field": "requests"},
        ],
    },
    {
        "category": "split",
        "event": "displayModeChanged",
        "changes": [
            {"change": "set", "member": "displayMode", "field": "mode"},
        ],
    },
    {
        "category": "split",
        "event": "columnsChanged",
        "changes": [
            {"change": "set", "member": "primary", "field": "primary"},
            {"change": "set", "member": "secondary", "field": "secondary"},
            {"change": "set", "member": "collapsed", "field": "collapsed"},
        ],
    },
    {
        "category": "split",
        "event": "supplementaryChanged",
        "changes": [
            {"change": "set", "member": "supplementary", "field": "supplementary"},
        ],
    },
]

#: The members of records that name the nearest ancestor of a kind, by the kind.
ANCESTORS = {
    "tabBar": "tabBarController",
    "navigation": "navigationController",
    "split": "splitViewController",
}

#: The members that a controller's record omits if they are null.
OMITTED = (
    "additionalSafeAreaInsets",
    "canLeave",
    "leaveReason",
    "disabled",
    "pinned",
    "usesPreferredContentSize",
    "adaptivePresentationStyle",
    "breakpoints",
    "baseOptions",
    "badge",
    "shortestWay",
    "bottomToTop",
    "transformer",
    "transition",
    "duration",
    "curve",
    "animated",
    "interPageSpacing",
    "preferredPrimaryColumnWidth",
    "preferredSupplementaryColumnWidth",
    "primaryEdge",
    "presentsWithGesture",
    "drawer",
)
