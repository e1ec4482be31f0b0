internal import Containment
internal import PagerModel

/// The cause of a selection: the command `back`, the command `forward`, or anything else.
enum SelectionCause: Int, Sendable { case selection, back, forward }

/// The history of a pager's or tab bar's selections, with the targets of `back` and `forward`.
///
/// Nothing is recorded if `backBehavior` is `none`. The entries are in a separate object, so that
/// the state of a container without a history is small. Copies of the history share the object.
struct SelectionHistory: Archived, Sendable {
    private struct Entries: Archived, Sendable {
        var behavior = BackBehavior.none
        /// The member that was selected when the history began. If no member was selected then, the
        /// first member that was selected later. If the initial member leaves the list, the first
        /// member of the list replaces it.
        var initial = Handle.none
        /// The previously selected members, the latest last, without duplicates.
        var earlier: [Handle] = []
        /// The members that were selected when a `back` command was executed, the latest last,
        /// without duplicates.
        var later: [Handle] = []
        var back = Handle.none
        var forward = Handle.none

        mutating func visit(_ archive: inout Archive) {
            archive.visit(field: &behavior)
            initial.visit(&archive)
            earlier.visit(&archive)
            later.visit(&archive)
            back.visit(&archive)
            forward.visit(&archive)
        }
    }

    private final class Box: Sendable {
        let entries: Entries

        init(_ entries: Entries) { self.entries = entries }
    }

    /// The entries of the history. Nil if nothing is recorded.
    private var box: Box?

    private var entries: Entries {
        get { box?.entries ?? Entries() }
        set { box = newValue.behavior == .none ? nil : Box(newValue) }
    }

    init() {}

    mutating func visit(_ archive: inout Archive) {
        var entries = entries
        entries.visit(&archive)
        if archive.isReading { self.entries = entries }
    }

    var isRecorded: Bool { box != nil }
    /// The member that `back` selects, or `.none`.
    var back: Handle { box?.entries.back ?? .none }
    /// The member that `forward` selects, or `.none`.
    var forward: Handle { box?.entries.forward ?? .none }

    /// Returns the member that `back` or `forward` selects, or `.none`.
    func target(of cause: SelectionCause) -> Handle { cause == .back ? back : forward }
}

extension SelectionHistory {
    /// Starts a new history at the selected member if the behaviour has changed.
    mutating func begin(_ behavior: BackBehavior, at selected: Handle) {
        guard behavior != box?.entries.behavior ?? .none else { return }
        var fresh = Entries()
        fresh.behavior = behavior
        fresh.initial = selected
        entries = fresh
    }

    /// Records the selection of a member.
    ///
    /// - Parameter previous: The previously selected member. `.none` if there was none or if it has
    ///   left the list.
    mutating func select(_ member: Handle, after previous: Handle, because cause: SelectionCause) {
        guard isRecorded else { return }
        var entries = entries
        if entries.initial.isNone { entries.initial = member }
        entries.earlier.removeAll { $0 == member || $0 == previous }
        entries.later.removeAll { $0 == member || $0 == previous }
        if cause == .selection { entries.later = [] }
        if !previous.isNone, previous != member {
            if cause == .back {
                entries.later.append(previous)
            } else if entries.behavior == .history {
                entries.earlier.append(previous)
            }
        }
        entries.earlier.removeFirst(max(0, entries.earlier.count - Limits.historyMembers))
        entries.later.removeFirst(max(0, entries.later.count - Limits.historyMembers))
        self.entries = entries
    }

    /// Removes from the history all entries that are not in `members`. O(members).
    mutating func keep(_ members: [Handle]) {
        guard isRecorded else { return }
        let staying = Set<Handle>(members)
        var entries = entries
        entries.earlier.removeAll { !staying.contains($0) }
        entries.later.removeAll { !staying.contains($0) }
        if !entries.initial.isNone, !staying.contains(entries.initial) {
            entries.initial = members.first ?? .none
        }
        self.entries = entries
    }

    /// Updates the targets of `back` and `forward`.
    ///
    /// - Parameter index: The index of the selected member, or -1.
    mutating func update(at index: Int, in members: [Handle]) {
        guard isRecorded else { return }
        entries.back = index < 0 ? .none : destination(at: index, in: members)
        entries.forward = entries.later.last ?? .none
    }

    private func destination(at index: Int, in members: [Handle]) -> Handle {
        switch entries.behavior {
        case .none: .none
        case .first: index > 0 ? members[0] : .none
        case .initial: entries.initial == members[index] ? .none : entries.initial
        case .order: index > 0 ? members[index - 1] : .none
        case .history: entries.earlier.last { $0 != members[index] } ?? .none
        }
    }
}

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
        return member.isNone ? nil : scene.firstIndex(of: member, in: state.members)
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

/// Questions to container kinds and plugins that ask whether the user may select a member, such as
/// a page or a tab.
extension SelectingKind {
    /// Returns the question that container kinds and plugins are asked before the user selects a
    /// member of a container: may the user select this member? The member is given by its index or
    /// its name. Returns nil if the container has no such member.
    func question(
        _ container: Handle, selecting index: Int?, or name: Identifier?, in scene: Scene
    ) -> Question? {
        let members = scene[Self.self, container].members
        var target = Handle.none
        if let index, members.indices.contains(index) { target = members[index] }
        if let name, let named = try? scene.controller(name) { target = named }
        guard !target.isNone, scene.container(of: target) == container else { return nil }
        return Question(.shouldSelect, container: container, controller: target)
    }

    /// Returns the question to container kinds and plugins: may the user go back or forward?
    /// Returns nil if the command selects nothing.
    func question(
        _ container: Handle, _ cause: SelectionCause, in scene: Scene
    ) -> Question? {
        guard let target = destination(cause, of: container, in: scene) else { return nil }
        return Question(
            .shouldSelect, container: container,
            controller: scene[Self.self, container].members[target])
    }
}
