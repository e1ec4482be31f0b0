"""The enumerations of the protocol, and its objects that contain only numbers.

Written by generate.py from `server.describe`; do not edit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Appearance = Literal["disappeared", "appearing", "appeared", "disappearing"]

Autoresizing = Literal[
    "flexibleLeftMargin",
    "flexibleWidth",
    "flexibleRightMargin",
    "flexibleTopMargin",
    "flexibleHeight",
    "flexibleBottomMargin",
]

ModalPresentationStyle = Literal[
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

Direction = Literal["forward", "reverse"]

Curve = Literal["easeInOut", "easeIn", "easeOut", "linear"]

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

Property = Literal[
    "opacity",
    "translateX",
    "translateY",
    "scale",
    "rotateX",
    "rotateY",
    "rotateZ",
    "curl",
]

Outcome = Literal["completed", "cancelled", "superseded"]

Side = Literal["before", "after"]

Axis = Literal["horizontal", "vertical"]

SwipeEnabled = Literal[True, False, "forward", "backward"]

BackBehavior = Literal["none", "first", "initial", "order", "history"]

Rewind = Literal[True, False, "always"]

AutoAdvanceOnInteraction = Literal["continue", "pause", "stop"]

Alignment = Literal["start", "center", "end", "centerTrimmed"]

Style = Literal["scroll", "curl"]

Spine = Literal["min", "mid", "max"]

DisplayMode = Literal[
    "automatic",
    "secondaryOnly",
    "oneBesideSecondary",
    "oneOverSecondary",
    "twoBesideSecondary",
    "twoOverSecondary",
    "twoDisplaceSecondary",
]

TopColumn = Literal["primary", "supplementary", "secondary"]

SeparateSecondary = Literal["top", "column"]

PrimaryEdge = Literal["leading", "trailing"]

Callback = Literal[
    "viewWillAppear",
    "viewIsAppearing",
    "viewDidAppear",
    "viewWillDisappear",
    "viewDidDisappear",
]

Interruption = Literal["reject", "replace", "queue"]

SheetDirection = Literal["up", "down"]

Clock = Literal["real", "manual"]

Sync = Literal["always", "second", "never"]

Reason = Literal["forgotten", "forked"]

Right = Literal["watch", "command"]

PluginState = Literal["attached", "lost", "expected"]

Grant = Literal[
    "create",
    "content",
    "select",
    "navigate",
    "present",
    "contain",
    "window",
    "transition",
    "decide",
    "administer",
]

KeepIndex = Literal["first", "same", "nearest"]

SwipeDirection = Literal["left", "right", "up", "down"]

Horizontal = Literal["compact", "regular"]

Edge = Literal["first", "last"]

PagerOutcome = Literal["supplied", "none", "timedOut", "withdrawn"]

Question = Literal[
    "shouldSelect",
    "shouldDismiss",
    "shouldPop",
    "shouldRemove",
    "pageAfter",
    "pageBefore",
    "contentFor",
]

By = Literal["plugin", "deadline", "lost", "error"]


@dataclass(frozen=True)
class Size:
    """A size; `size` in the protocol."""

    #: in points
    width: float
    #: in points
    height: float


@dataclass(frozen=True)
class Inset:
    """The distances from the four edges; `safeAreaInsets` in the protocol."""

    #: in points
    top: float = 0.0
    #: in points
    left: float = 0.0
    #: in points
    bottom: float = 0.0
    #: in points
    right: float = 0.0


@dataclass(frozen=True)
class Frame:
    """A rectangle in the superview's coordinates; `frame` in the protocol."""

    #: from the superview's left edge, in points
    x: float
    #: from the superview's top edge, in points
    y: float
    #: in points
    width: float
    #: in points
    height: float


@dataclass(frozen=True)
class Transform:
    """An affine transform of a view; `transform` in the protocol."""

    #: x per x
    a: float = 1.0
    #: y per x
    b: float = 0.0
    #: x per y
    c: float = 0.0
    #: y per y
    d: float = 1.0
    #: to the right, in points
    tx: float = 0.0
    #: downwards, in points
    ty: float = 0.0


@dataclass(frozen=True)
class When:
    """The type of `when` in the protocol."""

    #: the smallest width of the window
    min_width: float | None = None
    #: the largest width of the window
    max_width: float | None = None
    #: the smallest height of the window
    min_height: float | None = None
    #: the largest height of the window
    max_height: float | None = None


@dataclass(frozen=True)
class Keyframe:
    """The value of a property at one point of a transition; `keyframes` in the protocol."""

    #: 0 at the start, 1 at the end
    at: float
    #: opacity, scale, curl: 0 to 1; translate: in widths or heights; rotate: in degrees
    value: float
