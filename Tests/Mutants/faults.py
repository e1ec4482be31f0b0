"""Small faults for `make mutants`: each must make a test fail.

`fault` takes the part of `code`, which occurs once in the file: another expression for an
expression, or `NOTHING` for a statement. In Swift, `FAULT` in it is true while the fault is
switched on; without `FAULT`, the expression or the statement is switched as a whole.
"""

from typing import NamedTuple

#: Leaves out the statement.
NOTHING = ""

ENGINE = ("swift ConformanceTests", "swift SimulationTests")
SERVICE = ("swift PagerServerTests", "swift JournalTests")
JOURNAL = ("swift JournalTests",)
CLIENT = (
    "swift PagerClientTests.(Mirror|Subscription|EventChain|Fork|ChangeTable|Observer|Peer)",
    "swift SimulationTests.WalkTests")
UIKIT = ("swift UIKitTests", "swift UIKitFidelity")
PYTHON = (
    "python tests/test_mirror.py tests/test_streams.py tests/test_observers.py "
    "tests/test_forks.py",)


class Fault(NamedTuple):
    """A fault, and the suites of its area in the order in which they run until one fails."""

    file: str
    code: str
    fault: str
    suites: tuple[str, ...]


#: Needs the daemon of a sample package, which the copy does not build.
OTHER_DAEMON = "test_a_browser_receives_the_change_table_of_the_next_daemon"


def viewer(*files: str) -> tuple[str, ...]:
    """The suite of these files in Tests/ViewerTests."""
    names = " ".join(f"test_{file}.py" for file in files)
    return (f"viewer {names} --deselect test_streams.py::{OTHER_DAEMON}",)


ORDER = "Sources/PagerModel/Controllers/AppearanceOrder.swift"
APPEARANCE = "Sources/Containment/Appearance/Scene+Appearance.swift"
CHILDREN = "Sources/Containment/Children/Scene+ParentChild.swift"
DEADLINES = "Sources/Containment/Transitions/DeadlineQueue.swift"
NAVIGATION = "Sources/Containers/Navigation/Navigation.swift"
TABS = "Sources/Containers/TabBar/TabBar.swift"
TURN = "Sources/Containers/Pager/Pager+Turn.swift"
PAGER = "Sources/Containers/Pager/Pager.swift"
ADVANCE = "Sources/Containers/Pager/Pager+AutoAdvance.swift"
RECORD = "Sources/PagerJournal/JournalRecord.swift"
REPLIES = "Sources/PagerServer/Replies/ReplyMemory.swift"
LAST = "Sources/PagerServer/Events/LastSequenceTable.swift"
HISTORY = "Sources/PagerServer/Events/EventHistory.swift"
SUBSCRIPTIONS = "Sources/PagerServer/Events/Subscriptions.swift"
BATCH = "Sources/PagerServer/Service/Service+Batch.swift"
MIRROR = "Sources/PagerClient/Mirror+Events.swift"
SUBSCRIPTION = "Sources/PagerClient/Subscription.swift"
PARSER = "Sources/PagerWire/JSON/JSONParser.swift"
REQUEST = "Sources/PagerWire/RPC/Request.swift"
CLASSES = "Sources/UIKit/"
CHANGES = "clients/python/pagerd_client/core/changes.py"
GAPLESS = "clients/python/pagerd_client/core/gapless_events.py"
EVENTS = "clients/web/js/state-events.js"
LINK = "clients/web/js/link.js"
TRACKS = "clients/web/js/tracks.js"

FAULTS = (
    # The order of callbacks.
    Fault(ORDER, "Self.pushRow\n", "Self.modalRow\n", ENGINE),
    Fault(ORDER, "Self.modalRow\n", "Self.pushRow\n", ENGINE),
    Fault(ORDER, "Self.tabSwitchRow\n", "Self.tabSwitchBefore18Row\n", ENGINE),
    Fault(ORDER, "Self.pageCurlRow\n", "Self.pageScrollRow\n", ENGINE),
    Fault(
        APPEARANCE,
        "self[controller].openings += 1  // [4.5]",
        "if !FAULT { self[controller].openings += 1 }",
        ENGINE),
    Fault(
        APPEARANCE,
        "case (.manual, _), (_, .manual): false",
        "case (.manual, _), (_, .manual): FAULT",
        ENGINE),
    Fault(APPEARANCE, "if appearing { loadViewIfNeeded(controller) }", NOTHING, ENGINE),
    Fault(APPEARANCE, "self[controller].flags.remove(.saidIsAppearing)", NOTHING, ENGINE),
    Fault(APPEARANCE, "endTransitions(in: controller, for: driver)", NOTHING, ENGINE),
    # Children, windows and transitions.
    Fault(
        CHILDREN,
        "if !self[child].parent.isNone { removeFromParentImplicitly(child) }",
        NOTHING,
        ENGINE),
    Fault(CHILDREN, "count <= Limits.children", "count < Limits.children", SERVICE),
    Fault(CHILDREN, "isBelow(parent, child)", "false", ENGINE),
    Fault("Sources/Containment/Children/Scene+Depth.swift",
        "depth + Int(self[controller].height.levels) <= Limits.depth",
        "depth + Int(self[controller].height.levels) <= Limits.depth + 1", SERVICE),
    Fault(
        DEADLINES,
        "next <= time { fireDeadline() }",
        "FAULT ? next < time : next <= time { fireDeadline() }",
        ("swift ContainmentTestingTests", *UIKIT)),
    Fault("Sources/Containment/Transitions/Scene+Interruption.swift",
        "if transition.isInteractive, !transition.hasEndedInteraction",
        "if !FAULT, transition.isInteractive, !transition.hasEndedInteraction", ENGINE),
    Fault("Sources/Containment/Presentation/Scene+Presentation.swift",
        "!isLeaving.contains(familyRoot(of: $0))", "true", ENGINE),
    Fault("Sources/Containment/Presentation/Scene+Presentation.swift",
        "if !completed { separate(controller) }", NOTHING, ENGINE),
    # The kinds.
    Fault(NAVIGATION, "isPop ? .reverse : .forward", "isPop ? .forward : .reverse", ENGINE),
    Fault(NAVIGATION, "count ?? 1 > 0", "count ?? 1 > 1", (*ENGINE, *SERVICE)),
    Fault(NAVIGATION, "count <= max(length, 1)", "count < max(length, 1)", (*ENGINE, *SERVICE)),
    Fault(
        TABS,
        "target > state.index ? .forward : .reverse",
        "target < state.index ? .forward : .reverse",
        ENGINE),
    Fault(TABS, "!scene.isDisabled(state.controllers[index])", "true", ENGINE),
    Fault(TABS, "scene.release == .iOS13", "false", ENGINE),
    Fault(
        TURN,
        "(0..<turnState.count).contains(next)",
        "(0...turnState.count).contains(next + 1)",
        ENGINE),
    Fault(TURN, "after <= pages.count - after", "after < pages.count - after", ENGINE),
    Fault(
        TURN,
        "guard !transition.isInteractive else",
        "guard !transition.isInteractive || FAULT else",
        ENGINE),
    Fault(TURN, "isTurned ? transition.plan.duration : 0", "0", ENGINE),
    Fault(
        PAGER,
        "pause <= 0 || pause > Limits.seconds",
        "pause < 0 || pause > Limits.seconds",
        ENGINE),
    Fault(
        ADVANCE,
        "guard scene.isVisible(pager) else",
        "guard scene.isVisible(pager) || FAULT else",
        ENGINE),
    Fault(ADVANCE, "state.pausedPage == state.selected", "true", ENGINE),
    # JSON and requests.
    Fault(PARSER, "depth < maximumDepth", "depth <= maximumDepth", ("swift PagerWireTests",)),
    Fault(PARSER, "count < 19", "count < 20", ("swift PagerWireTests",)),
    Fault(
        PARSER,
        "for member in members where member.name == name { return false }",
        NOTHING,
        ("swift PagerWireTests",)),
    Fault(REQUEST, 'version == .string("2.0")', "true", ("swift ConformanceTests", *SERVICE)),
    Fault(
        REQUEST,
        "number.magnitude < 0x1p53",
        "number.magnitude <= 0x1p53",
        ("swift PagerWireTests", *SERVICE)),
    # The journal.
    Fault(
        RECORD,
        "length <= UInt64(rest.count - Self.headerBytes)",
        "length < UInt64(rest.count - Self.headerBytes)",
        JOURNAL),
    Fault(RECORD, "value & 1 == 1 ? value >> 1 ^ polynomial : value >> 1", "value >> 1", JOURNAL),
    Fault(
        "Sources/PagerJournal/Journal.swift",
        "if failure == nil, let error = flusher.failure { fail(error) }",
        NOTHING,
        JOURNAL),
    Fault(
        "Sources/PagerJournal/Journal.swift",
        "max(note.time, Instant(nanoseconds: time))",
        "note.time",
        JOURNAL),
    Fault(
        "Sources/PagerJournal/Compaction.swift",
        "sync == .always && count > 0 ? calls.flush(new.descriptor) : 0",
        "0",
        JOURNAL),
    Fault(
        "Sources/PagerServer/Journal/JournalReplayer.swift",
        "record.kind == .history || record.seal == seal",
        "true",
        JOURNAL),
    Fault(
        "Sources/PagerServer/Journal/JournalReplayer.swift",
        "record.kind != .cuts {",
        "FAULT || record.kind != .cuts {",
        JOURNAL),
    Fault(
        "Sources/PagerServer/Service/Service+Deadlines.swift",
        "count == Limits.deadlinesAtOnce",
        "count == Limits.deadlinesAtOnce - 1",
        (*JOURNAL, *SERVICE)),
    Fault(REPLIES, "entry.digest == CommandDigest(request)", "true", SERVICE),
    Fault(REPLIES, "if client.replies[id] != nil { forget(id, of: &client) }", NOTHING, SERVICE),
    Fault(
        BATCH,
        "batch.commands.count <= Limits.batchCommands || context.isStart",
        "batch.commands.count < Limits.batchCommands || context.isStart",
        SERVICE),
    Fault(
        BATCH,
        "if isReading, read > Limits.listBytes",
        "if !FAULT, isReading, read > Limits.listBytes",
        SERVICE),
    # Publishing and replays.
    Fault(LAST, "(next &- home) & mask >= (next &- hole) & mask", "true", SERVICE),
    Fault(
        LAST,
        "(count + chains) * 4 > capacity * 3",
        "(count + chains) * 4 > capacity * 8",
        SERVICE),
    Fault(
        HISTORY,
        "transactions[middle].lastSeq > seq",
        "transactions[middle].lastSeq > seq + 1",
        SERVICE),
    Fault(HISTORY, "count > limit", "count > limit + 1", SERVICE),
    Fault(
        SUBSCRIPTIONS,
        "own.count < Limits.subscriptions",
        "own.count <= Limits.subscriptions",
        SERVICE),
    Fault(
        "Sources/PagerServer/Service/Service+Replay.swift",
        "count == command.limit",
        "count > command.limit",
        SERVICE),
    Fault(
        "Sources/PagerServer/Plugins/PluginTable.swift",
        "(other.plugin, other.index) <= (claim.plugin, claim.index)",
        "false",
        SERVICE),
    Fault(
        "Sources/PagerServer/Events/Publisher.swift",
        "guard isWelcome else",
        "guard isWelcome || FAULT else",
        (*SERVICE, *CLIENT)),
    # Mirrors.
    Fault(MIRROR, "max(0, min(index ?? names.count, names.count))", "names.count", CLIENT),
    Fault(MIRROR, 'if event["completed"] == false { separate(subject) }', NOTHING, CLIENT),
    Fault(
        MIRROR,
        'case "animatesAlongside": transitionRecords[id]?["alongside"] = event["views"]',
        'case "animatesAlongside": '
        'if !FAULT { transitionRecords[id]?["alongside"] = event["views"] }',
        CLIENT),
    Fault(SUBSCRIPTION, "event.seq > known", "true", CLIENT),
    Fault(
        "Sources/PagerClient/GapFilling.swift",
        "if found.isForked, try !isConfirmed(doubt)",
        "if found.isForked, try !isConfirmed(doubt) || FAULT",
        CLIENT),
    Fault(CHANGES, "max(0, index) if type(index) is int else len(present)", "len(present)", PYTHON),
    Fault(CHANGES, "if record[member] is None:", "if False:", PYTHON),
    Fault(GAPLESS, "event.seq == chain.proved + 1 or chain.follows(event)", "True", PYTHON),
    Fault(GAPLESS, "self.ready[0].seq <= seq", "self.ready[0].seq < seq", PYTHON),
    # UIKit's classes.
    Fault(
        CLASSES + "Simulation/Simulation+Time.swift",
        "C.self == ModalPresent.self || C.self == ModalDismiss.self",
        "C.self == ModalPresent.self",
        UIKIT),
    Fault(CLASSES + "Controllers/RepeatedAppearance.swift", "open.openings == 1", "true", UIKIT),
    Fault(
        CLASSES + "Containers/UINavigationController.swift",
        "isAccepted && !popped.isEmpty ? popped : nil",
        "isAccepted ? popped : nil",
        UIKIT),
    Fault(
        CLASSES + "Containers/UIPageViewController.swift",
        "if user, !isTurning { isTurningByUser = false }",
        NOTHING,
        UIKIT),
    Fault(
        CLASSES + "Gestures/TouchSequence.swift",
        "requires(other, recognizer) || prevents(recognizer, other)",
        "requires(other, recognizer)",
        UIKIT),
    Fault(
        CLASSES + "Scrolling/UIScrollView+Dragging.swift",
        "abs(velocity) < 0.2",
        "abs(velocity) < 0",
        UIKIT),
    # The viewer.
    Fault(
        EVENTS,
        "if (record[member] === null) delete record[member];",
        NOTHING,
        viewer("streams")),
    Fault(
        EVENTS,
        "event.event === 'dismissalTransitionDidEnd' && event.completed === true",
        "event.event === 'dismissalTransitionDidEnd'",
        viewer("together")),
    Fault(LINK, "event.seq !== this.seq + 1", "false", viewer("together")),
    Fault(LINK, "message.beat > this.seq", "false", viewer("together")),
    Fault(TRACKS, "at > 0 && at < 1", "false", viewer("transitions")),
    Fault(TRACKS, "return direction === 'reverse';", "return false;", viewer("transitions")),
    Fault("clients/web/js/swipe.js", "bottomToTop ? 'down' : 'up'", "'up'", viewer("gestures")),
    Fault(
        "clients/web/js/order.js",
        "element.querySelector('iframe, video') !== null",
        "false",
        viewer("live_pages")),
    Fault(
        "clients/web/js/frames.js",
        "if (!(reload >= SHORTEST_RELOAD)) return;",
        NOTHING,
        viewer("live_pages")),
    Fault(
        "clients/web/js/videos.js",
        "wrap === true || rewind === true",
        "wrap === true",
        viewer("videos")),
    Fault(
        "clients/web/js/alarm.js",
        "one.autoAdvanceHeld && one.autoAdvanceOnInteraction === 'stop'",
        "false",
        viewer("operate")),
    Fault(
        "clients/web/js/freeze.js",
        "wasFrozen && viewer.hasShown",
        "false",
        viewer("talk")),
    Fault(
        "clients/web/js/notes.js",
        "typeof notes === 'string' ? notes : ''",
        "''",
        viewer("talk")),
)
