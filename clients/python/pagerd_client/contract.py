"""The types of the wire contract that have a name.

Written by generate.py from `server.describe`; do not edit.
"""

from __future__ import annotations

from typing import Literal, TypedDict

Callback = Literal[
    "viewWillAppear",
    "viewIsAppearing",
    "viewDidAppear",
    "viewWillDisappear",
    "viewDidDisappear",
]

Option = Literal[
    "transitionNone",
    "transitionCrossDissolve",
    "transitionCurlUp",
    "transitionCurlDown",
    "transitionFlipFromLeft",
    "transitionFlipFromRight",
    "transitionFlipFromTop",
    "transitionFlipFromBottom",
    "curveEaseInOut",
    "curveEaseIn",
    "curveEaseOut",
    "curveLinear",
    "showHideTransitionViews",
    "layoutSubviews",
    "allowUserInteraction",
    "beginFromCurrentState",
]

Interruption = Literal["reject", "replace", "queue"]

Curve = Literal["easeInOut", "easeIn", "easeOut", "linear"]

Autoresizing = Literal[
    "flexibleLeftMargin",
    "flexibleWidth",
    "flexibleRightMargin",
    "flexibleTopMargin",
    "flexibleHeight",
    "flexibleBottomMargin",
]

Style = Literal[
    "automatic",
    "fullScreen",
    "currentContext",
    "overFullScreen",
    "overCurrentContext",
    "pageSheet",
    "formSheet",
    "popover",
    "custom",
]

SheetDirection = Literal["up", "down"]

Direction = Literal["left", "right", "up", "down"]

PageDirection = Literal["forward", "reverse"]

Mode = Literal[
    "automatic",
    "secondaryOnly",
    "oneBesideSecondary",
    "oneOverSecondary",
    "twoBesideSecondary",
    "twoOverSecondary",
    "twoDisplaceSecondary",
]

Column = Literal["primary", "supplementary", "secondary"]

PagerDirection = Literal["horizontal", "vertical"]

SwipeEnabled = Literal[True, False, "forward", "backward"]

BackBehavior = Literal["none", "first", "initial", "order", "history"]

AutoAdvanceOnInteraction = Literal["continue", "pause", "stop"]

Alignment = Literal["start", "center"]

PageStyle = Literal["scroll", "curl"]

Spine = Literal["min", "mid", "max"]

SeparateSecondary = Literal["top", "column"]

Horizontal = Literal["compact", "regular"]

Outcome = Literal["completed", "cancelled", "superseded"]

Edge = Literal["first", "last"]

Side = Literal["before", "after"]

PagerOutcome = Literal["supplied", "none", "timedOut", "withdrawn"]

Question = Literal[
    "shouldSelect",
    "shouldDismiss",
    "shouldPop",
    "pageAfter",
    "pageBefore",
    "contentFor",
]

By = Literal["plugin", "deadline", "lost", "error"]


class Size(TypedDict):
    #: in points
    width: float
    #: in points
    height: float


class Inset(TypedDict, total=False):
    #: in points
    top: float
    #: in points
    left: float
    #: in points
    bottom: float
    #: in points
    right: float


class Frame(TypedDict):
    #: in points, from the superview's left edge
    x: float
    #: in points, from the superview's top edge
    y: float
    #: in points
    width: float
    #: in points
    height: float


class Transform(TypedDict, total=False):
    #: x for each x; default 1
    a: float
    #: y for each x
    b: float
    #: x for each y
    c: float
    #: y for each y; default 1
    d: float
    #: to the right, in points
    tx: float
    #: downwards, in points
    ty: float
