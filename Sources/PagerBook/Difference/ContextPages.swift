internal import PagerModel

/// The commands that select pages for a moment, because a presenter with an in-context style must
/// be on screen when it presents. Afterwards, other commands select the pages of the book again.
///
/// A pager or tab bar selects a page, and a stack is set without the controllers above it.
struct ContextPages {
    typealias Step = BookPlan.Step

    private let plan: BookPlan
    /// The difference between the book and the daemon's current state. Nil if there is no current
    /// state.
    private let difference: BookDiff?
    /// A map from the id of each controller in a list or slot to the index of this list.
    private let listIndexes: TextDictionary<Int>
    /// A map from the id of each added child to its parent.
    private let parents: TextDictionary<String>
    /// A map from the id of each controller that is presented in a context to the presenter.
    private var presenters: TextDictionary<String> = [:]
    /// The lists that do not show what the book shows, in order of the commands. The value is the
    /// controller that the list shows.
    private var changed: [(list: Int, shown: String)] = []

    init(_ plan: BookPlan, over difference: BookDiff? = nil) {
        self.plan = plan
        self.difference = difference
        var listIndexes: TextDictionary<Int> = [:]
        var parents: TextDictionary<String> = [:]
        for (index, list) in plan.lists.enumerated() {
            for member in list.members {
                if list.contents == nil {
                    parents[plan.id(member)] = plan.id(list.owner)
                } else {
                    listIndexes[plan.id(member)] = index
                }
            }
        }
        self.listIndexes = listIndexes
        self.parents = parents
        for presentation in plan.presentations where plan.isInContext(presentation) {
            presenters[plan.id(presentation.controller)] =
                presentation.params["from"]?.string
        }
    }

    /// Returns the commands that show the presenter of a presentation with an in-context style.
    mutating func show(for presentation: BookPlan.Presentation) -> [Step] {
        guard plan.isInContext(presentation), let from = presentation.params["from"]?.string else {
            return []
        }
        var steps: [Step] = []
        var current: String? = from
        // A book that presents in a circle is refused later.
        for _ in 0...plan.controllers.count {
            guard let id = current else { break }
            if let list = listIndexes[id] {
                steps += show(id, in: list)
                current = plan.id(plan.lists[list].owner)
            } else {
                current = parents[id] ?? presenters[id]
            }
        }
        return steps
    }

    /// Returns the commands that show what the book shows.
    mutating func restore() -> [Step] {
        defer { changed = [] }
        return changed.flatMap { entry -> [Step] in
            let list = plan.lists[entry.list]
            let usual = usual(list)
            return plan.steps(
                list, members: usual.members, selection: usual.selected.map { .id($0) })
        }
    }

    private mutating func show(_ id: String, in index: Int) -> [Step] {
        let list = plan.lists[index]
        let usual = usual(list)
        let old = changed.firstIndex { $0.list == index }
        guard let shown = old.map({ changed[$0].shown }) ?? usual.selected, shown != id,
            let last = usual.members.firstIndex(of: id)
        else { return [] }
        if let old { changed.remove(at: old) }
        if usual.selected != id { changed.append((index, id)) }
        let selects = list.contents?.index != nil
        return plan.steps(
            list, members: selects ? usual.members : Array(usual.members[...last]),
            selection: selects ? .id(id) : nil)
    }

    /// Returns the members of a list, and the one that it shows after all commands. The latter is
    /// nil if the kind shows several members, or none.
    private func usual(_ list: BookPlan.List) -> (members: [String], selected: String?) {
        let owner = plan.id(list.owner)
        let difference = difference?.stays(owner) == true ? difference : nil
        let members = difference?.contents[owner] ?? list.members.map(plan.id)
        if list.contents?.index == nil {
            let isStack = plan.controllers[list.owner].kind == NavigationKind.name.description
            let isCollapsed = difference?.running.collapsedMembers(of: owner).isEmpty == false
            return (members, isStack && !isCollapsed ? members.last : nil)
        }
        if let kept = difference?.keptSelection(of: owner, among: members) {
            return (members, kept)
        }
        switch list.selection {
        case nil: return (members, members.first)
        case .index(let index):
            return (members, members.indices.contains(index) ? members[index] : nil)
        case .id(let id): return (members, id)
        }
    }
}

extension BookPlan {
    /// Returns whether a presentation has an in-context style, so that the nearest controller which
    /// defines a presentation context presents.
    func isInContext(_ presentation: Presentation) -> Bool {
        let options = controllers[presentation.controller].options
        let named = presentation.params["style"] ?? options["modalPresentationStyle"]
        return named?.string.flatMap { PresentationStyle(named: $0) }?.isInContext == true
    }
}
