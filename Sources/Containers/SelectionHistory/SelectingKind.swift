internal import Containment
internal import PagerModel

/// The state of a container with one selected member and a history of selections.
protocol SelectingState: ContainerState {
    /// The members in order.
    var members: [Handle] { get }
    /// The index of the selected member, or -1.
    var index: Int { get }
    /// The selected member, or `.none`.
    var selected: Handle { get }
    /// The option `backBehavior`, which determines the member that the command `back` selects.
    var backBehavior: BackBehavior { get }
    var history: SelectionHistory { get set }
}

/// A container with one selected member and the commands `back` and `forward`.
protocol SelectingKind: ContainerKind
where State: SelectingState, Declaration: SelectingKindDeclaration {}

extension SelectingKind {
    /// Returns the index of the member that `back` or `forward` selects, or nil if the command
    /// selects nothing.
    func destination(
        _ cause: SelectionCause, of container: Handle, in scene: borrowing Scene
    ) -> Int? {
        let state = scene[Self.self, container]
        let member = state.history.target(of: cause)
        return member.isNone ? nil : scene.place(of: member, in: state.members)
    }

    /// Records in the history that `member` was selected. Does nothing if `member` is `.none`.
    ///
    /// - Parameter previous: The previously selected member, or `.none`. Ignored if this member has
    ///   left the container.
    func record(
        _ member: Handle, after previous: Handle, because cause: SelectionCause,
        _ container: Handle, in scene: inout Scene
    ) {
        var history = scene[Self.self, container].history
        guard history.isRecorded, !member.isNone else { return }
        let isStaying = !previous.isNone && scene.container(of: previous) == container
        history.select(member, after: isStaying ? previous : .none, because: cause)
        set(history, of: container, in: &scene)
    }

    /// Removes from the history the members that have left the list. O(members) if anything is
    /// recorded.
    func keepHistory(of container: Handle, in scene: inout Scene) {
        var history = scene[Self.self, container].history
        guard history.isRecorded else { return }
        history.keep(scene[Self.self, container].members)
        set(history, of: container, in: &scene)
    }

    /// Starts a new history if `backBehavior` has changed.
    func beginHistory(of container: Handle, in scene: inout Scene) {
        let state = scene[Self.self, container]
        var history = state.history
        history.begin(state.backBehavior, at: state.selected)
        set(history, of: container, in: &scene)
    }

    /// Sets the history of a container, and publishes `historyChanged` if `back` or `forward` have
    /// new targets.
    private func set(
        _ history: SelectionHistory, of container: Handle, in scene: inout Scene
    ) {
        let state = scene[Self.self, container]
        var history = history
        history.update(at: state.index, in: state.members)
        scene[Self.self, container].history = history
        guard history.back != state.history.back || history.forward != state.history.forward
        else { return }
        scene.emit(
            SelectionHistoryChanged<Declaration> {
                $0.back = history.back
                $0.forward = history.forward
            },
            of: container)
    }
}
