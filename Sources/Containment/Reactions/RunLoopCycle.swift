public import PagerModel

/// What UIKit does after a call has returned, in the rest of the run loop's cycle: first the layout
/// pass, then the commit. Only the scene's observer causes such work, for controllers for which it
/// has objects; all other work happens during the call. At the end of a transaction, nothing waits.
struct RunLoopCycle: Sendable {
    /// A controller or transition whose `did` callbacks are sent after the commit.
    enum Ending: Sendable {
        /// The appearance transition that the originator has begun.
        case appearance(Handle, of: Node.Driver)
        case transition(TransitionID)
    }

    /// The commands that run in the layout pass.
    private(set) var changes: [PostponedReaction] = []
    /// The commands that run after the commit, and after `endings`.
    private(set) var presentations: [PostponedReaction] = []
    private(set) var endings: [Ending] = []
    /// The controllers that get `viewIsAppearing` in the layout pass.
    private(set) var appearing: [Handle] = []
    /// The containers that add the view of their child in their layout.
    private(set) var showing: [Handle] = []
    /// Whether a window is getting its root. Containers below it then show their children later.
    var isRevealing = false

    @inline(__always)
    var isEmpty: Bool {
        endings.isEmpty && appearing.isEmpty && showing.isEmpty && !hasCommands
    }

    var hasCommands: Bool { !changes.isEmpty || !presentations.isEmpty }

    @inline(__always)
    var hasLayout: Bool { !appearing.isEmpty || !showing.isEmpty }

    mutating func append(_ command: PostponedReaction, at moment: Moment) {
        switch moment {
        case .layout: changes.append(command)
        case .commit: presentations.append(command)
        }
    }

    mutating func append(_ ending: Ending) { endings.append(ending) }
    mutating func noteAppearing(_ controller: Handle) { appearing.append(controller) }
    mutating func noteShowing(_ container: Handle) { showing.append(container) }

    func isEnding(_ controller: Handle) -> Bool {
        endings.contains {
            if case .appearance(let other, _) = $0 { other == controller } else { false }
        }
    }

    mutating func takeChange(at index: Int) -> PostponedReaction { changes.remove(at: index) }

    mutating func takeFirstPresentation() -> PostponedReaction? {
        presentations.isEmpty ? nil : presentations.removeFirst()
    }

    mutating func takeEndings() -> [Ending] {
        defer { endings = [] }
        return endings
    }

    mutating func takeAppearing() -> [Handle] {
        defer { appearing = [] }
        return appearing
    }

    mutating func takeFirstShowing() -> Handle? { showing.isEmpty ? nil : showing.removeFirst() }
}

/// The part of the run loop's cycle in which a command runs.
public enum Moment: Sendable {
    /// The layout pass of the container's view, as for a push.
    case layout
    /// After the commit, as for a presentation.
    case commit
}

extension Scene {
    /// Whether something waits for the rest of the run loop's cycle.
    public var isCycleOpen: Bool { !state.cycle.isEmpty }

    /// Whether a command waits for the rest of the run loop's cycle.
    public var hasWaitingChanges: Bool { state.cycle.hasCommands }

    /// Executes a command in a later part of the run loop's cycle. The caller has validated it.
    ///
    /// - Parameter number: The number that the observer receives before and after the command runs.
    public mutating func postpone(
        _ command: any SceneCommand, to moment: Moment, of controller: Handle, number: Int?
    ) {
        makeUnique()
        state.cycle.append(
            PostponedReaction(
                command: command, controller: controller, callback: nil, number: number),
            at: moment)
    }

    /// Executes the commands that wait for the layout pass of a view inside `view`, then lays out
    /// the views that need it.
    public mutating func layoutIfNeeded(in view: Handle) {
        makeUnique()
        runChanges { $0.isDescendant($1, of: view) }
        flushLayout()
    }

    /// Executes the commands of a container, or of all, that wait for the layout pass, now.
    public mutating func runWaitingChanges(of container: Handle? = nil) {
        makeUnique()
        runChanges { $1 == container || container == nil }
    }

    /// Returns whether callbacks of a controller come at UIKit's moments.
    func waitsForCycle(_ controller: Handle) -> Bool {
        guard let observer, !state.isProvisional else { return false }
        return observer.postponesAppearance(of: controller)
    }

    /// Returns whether a container shows its child in its layout pass, because the window is just
    /// getting the root that contains it. If so, the kind's `react` is called again then, for
    /// `viewWillLayoutSubviews`.
    package mutating func showsLater(_ container: Handle) -> Bool {
        guard state.cycle.isRevealing, waitsForCycle(container) else { return false }
        state.cycle.noteShowing(container)
        return true
    }

    /// Returns whether a container waits to show its child; see `showsLater`.
    package func isShowingLater(_ container: Handle) -> Bool {
        state.cycle.showing.contains(container)
    }

    /// Sends `viewIsAppearing`: in the layout pass if the controller waits for it, else at once.
    mutating func sendIsAppearingInTime(_ controller: Handle) {
        if waitsForCycle(controller) {
            state.cycle.noteAppearing(controller)
        } else {
            sendIsAppearing(controller)
        }
    }

    /// Ends an appearance transition: after the commit if the controller waits for it, else at once.
    mutating func endInTime(_ controller: Handle, of driver: Node.Driver) {
        if waitsForCycle(controller) {
            state.cycle.append(.appearance(controller, of: driver))
        } else {
            end(controller, of: driver)
        }
    }

    /// Begins the layout pass: sends `viewIsAppearing`, and lets containers show their children.
    mutating func beginLayoutPass() {
        while state.cycle.hasLayout {
            sendWaitingIsAppearing()
            guard let container = state.cycle.takeFirstShowing(), isAlive(container),
                hasAppeared(container)
            else { continue }
            let kind = self[kindOf: container].kind
            act(for: container) { (scene) throws(CommandError) in
                try kind.react(
                    to: .viewWillLayoutSubviews, of: container, animated: false, in: &scene)
            }
        }
    }

    private mutating func sendWaitingIsAppearing() {
        for controller in state.cycle.takeAppearing()
        where isAlive(controller) && !self[controller].window.isNone {
            sendIsAppearing(controller)
        }
    }

    /// Executes the commands that wait for the layout pass of certain containers, each with its
    /// layout. A stack that appears with its window shows the top that they leave.
    mutating func runChanges(where isDue: (Scene, Handle) -> Bool = { _, _ in true }) {
        while let index = state.cycle.changes.firstIndex(where: {
            !isAlive($0.controller) || isDue(self, $0.controller)
        }) {
            sendWaitingIsAppearing()
            run(state.cycle.takeChange(at: index))
            flushLayout()
        }
    }

    /// Ends the run loop's cycle: the commit, then what it causes, until nothing waits.
    mutating func finishCycle() {
        var rounds = 0
        while !state.cycle.isEmpty, rounds < Limits.nestedReactions {
            rounds += 1
            settle()
            for ending in state.cycle.takeEndings() { complete(ending) }
            settle()
            guard let next = state.cycle.takeFirstPresentation() else { continue }
            run(next)
        }
        settle()
    }

    private mutating func settle() {
        runChanges()
        flushLayout()
        if !state.postponed.isEmpty { runPostponed() }
    }

    private mutating func complete(_ ending: RunLoopCycle.Ending) {
        switch ending {
        case .appearance(let controller, of: let driver):
            guard isAlive(controller) else { return }
            if driver == .tree {
                completeAppearance(of: controller)
            } else {
                end(controller, of: driver)
            }
        case .transition(let id):
            if transition(id) != nil { end(id, .completed) }
        }
    }
}
