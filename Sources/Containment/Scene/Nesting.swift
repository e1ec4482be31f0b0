internal import PagerModel

/// The callbacks and walks that have begun and not returned. Each function that enters something
/// also leaves it, so that between two transactions nothing is left.
struct Nesting: Sendable {
    private(set) var reactions = 0
    /// The depth of nested calls that walk through a tree and send callbacks, counted in tree
    /// levels. Includes the calls in nested reactions.
    private(set) var levels = 0
    /// The containers whose transitions are being started.
    private var starting: [Handle] = []
    /// Whether the controllers that are now receiving `viewWillAppear` will not be visible, for
    /// example because their container is in no window [9.3].
    private(set) var showsUnseen = false
    /// Whether the observer has stopped the current size or trait callback from reaching the
    /// controller's children.
    private var isCallbackStopped = false

    /// Whether code of a reaction or of the observer is running.
    var isReacting: Bool { reactions > 0 }

    @inline(__always)
    mutating func enterLevel() { levels += 1 }

    @inline(__always)
    mutating func leaveLevel() { levels -= 1 }

    mutating func enterReaction() { reactions += 1 }
    mutating func leaveReaction() { reactions -= 1 }

    mutating func beginStart(of container: Handle) { starting.append(container) }
    mutating func endStart() { starting.removeLast() }

    /// Returns whether a transition of a container is being started. Reactions cannot start other
    /// transitions of the container.
    func isStarting(_ container: Handle) -> Bool { starting.contains(container) }

    /// Sets whether controllers that appear will not be visible. Returns the former value.
    @inline(__always)
    mutating func setShowsUnseen(_ showsUnseen: Bool) -> Bool {
        defer { self.showsUnseen = showsUnseen }
        return self.showsUnseen
    }

    mutating func stopCallback() { isCallbackStopped = true }

    /// Returns whether the observer has stopped a callback since the last call.
    mutating func takeStop() -> Bool {
        defer { isCallbackStopped = false }
        return isCallbackStopped
    }

    /// The reason why reactions must not be nested any deeper. Nil if one more level is allowed.
    ///
    /// Reactions can be nested, and the engine visits controllers recursively between them. Both
    /// need stack space, so both are limited. The engine counts the levels during a visit and not
    /// before it, because reactions can move subtrees during the visit.
    var excess: String? {
        if reactions >= Limits.nestedReactions {
            "reactions are nested \(Limits.nestedReactions)"
        } else if levels >= Limits.nestedLevels {
            "reactions and the controllers between them are nested \(Limits.nestedLevels) levels"
        } else {
            nil
        }
    }

    /// Returns a sentence for each count that is not 0.
    var violations: [String] {
        (reactions != 0 ? ["reactions are still nested"] : [])
            + (levels != 0 ? ["walks through the trees have not returned"] : [])
    }
}

extension Scene {
    /// Begins a walk one level deeper into a tree. Each call needs a call of `leaveLevel`.
    @inline(__always)
    mutating func enterLevel() { state.nesting.enterLevel() }

    @inline(__always)
    mutating func leaveLevel() { state.nesting.leaveLevel() }

    /// Begins a reaction or a call of the observer. Each call needs a call of `leaveReaction`.
    mutating func enterReaction() { state.nesting.enterReaction() }
    mutating func leaveReaction() { state.nesting.leaveReaction() }

    /// The reason why reactions must not be nested any deeper. Nil if one more level is allowed.
    var nestingExcess: String? { state.nesting.excess }

    /// Whether code of a reaction or of the observer is running.
    var isReacting: Bool { state.nesting.isReacting }

    /// Whether a transition of a container is being started.
    func isStarting(_ container: Handle) -> Bool { state.nesting.isStarting(container) }

    /// Whether the controllers that are now receiving `viewWillAppear` will not be visible.
    var showsUnseen: Bool { state.nesting.showsUnseen }

    /// Sets `showsUnseen`, and returns its former value.
    mutating func setShowsUnseen(_ showsUnseen: Bool) -> Bool {
        state.nesting.setShowsUnseen(showsUnseen)
    }
}
