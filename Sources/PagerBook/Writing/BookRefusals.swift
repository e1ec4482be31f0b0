package import PagerModel

/// What a new daemon has refused of a book, so that the next version of this book leaves it out.
package struct BookRefusals: Sendable {
    /// The controllers that a new daemon cannot present.
    private(set) var presentations: TextSet = []
    /// The containers with a list or slots that a new daemon cannot set.
    private(set) var lists: TextSet = []
    /// The views that a new daemon cannot insert.
    private(set) var views: TextSet = []
    /// Whether no view of a child may be outside of its parent's view.
    private(set) var hasStrays = false

    package init() {}

    /// Adds a presentation. Returns false if it is already there.
    package mutating func insert(presentationOf id: String) -> Bool { presentations.insert(id) }

    /// Adds the part of a book that a refused command is about. Returns false if no part of the
    /// book can be left out.
    package mutating func insert(
        _ error: CommandError, of command: BatchedCommand, _ running: LiveState
    ) -> Bool {
        // The refused command is then any that brings such a view into a window.
        if error.name == .hierarchyInconsistency, !hasStrays {
            hasStrays = true
            return true
        }
        let name = { (member: String) in command.params[member]?.string ?? "" }
        switch command.method {
        case ModalPresent.method: return presentations.insert(name("controller"))
        case ViewAddSubview.method: return views.insert(name("view"))
        default:
            let kind = running[name("id")]?.kind ?? ""
            guard running.vocabulary[kind].contents?.method == command.method else { return false }
            return lists.insert(name("id"))
        }
    }
}
