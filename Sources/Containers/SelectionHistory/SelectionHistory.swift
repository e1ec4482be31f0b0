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
