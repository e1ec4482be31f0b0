internal import PagerModel

/// The presented controllers in an order in which a new daemon can present them, and those that a
/// new daemon cannot present.
///
/// A presentation can remove the view of its presenter and everything inside, so the presentations
/// inside come first. A new daemon selects the page of a presenter before it presents, but cannot
/// show, for example, a column that is covered in a narrow split.
struct PresentationOrder {
    /// The controllers that the book presents, in order.
    private(set) var presented: [String] = []
    /// The other presented controllers.
    private(set) var unpresented: TextSet = []

    private let running: LiveState
    /// A map from the topmost ancestor of presenters to the controllers that they present. Those
    /// of inner presenters come first.
    private let presentedByFamily: TextDictionary<[String]>

    init(_ running: LiveState) {
        self.running = running
        var inner: [(path: [String], id: String)] = []
        for record in running.controllers {
            let id = record.id.text
            guard let presenter = running.presenter(of: id) else { continue }
            inner.append((Self.path(presenter, running), id))
        }
        let sorted = inner.enumerated().sorted {
            ($1.element.path.count, $0.offset) < ($0.element.path.count, $1.offset)
        }
        var families: TextDictionary<[String]> = [:]
        for (path, id) in sorted.map(\.element) {
            families[path[path.count - 1], default: []].append(id)
        }
        presentedByFamily = families
        for window in running.windows {
            if let root = window.root?.text { add(presentedIn: root) }
        }
        let all = TextSet(presented)
        for record in running.controllers where running.presenter(of: record.id.text) != nil {
            if !all.contains(record.id.text) { unpresented.insert(record.id.text) }
        }
    }

    /// Returns a controller and everything that contains it, from the inside to the outside.
    private static func path(_ id: String, _ running: LiveState) -> [String] {
        var path = [id]
        while let outer = running.owner(of: path[path.count - 1]) { path.append(outer) }
        return path
    }

    /// Adds the controllers that a controller without a parent, or its descendants, present, each
    /// followed by those that are presented above.
    private mutating func add(presentedIn root: String) {
        for id in presentedByFamily[root] ?? [] where canPresent(id) {
            presented.append(id)
            add(presentedIn: id)
        }
    }

    // MARK: Presenters that a new daemon can show

    private func canPresent(_ id: String) -> Bool {
        guard let presenter = running.presenter(of: id), let record = running[presenter] else {
            return false
        }
        let path = Self.path(presenter, running)
        if path.count == 1 { return true }
        // Only an in-context presentation stays inside a container.
        guard running.presentations[id]?.style?.isInContext == true,
            record.options.definesPresentationContext
        else { return false }
        let isShown = running[id]?.window != nil
        return zip(path, path.dropFirst()).allSatisfy { canShow($0, in: $1, isShown: isShown) }
    }

    /// Returns whether a new daemon can show a controller in its container or parent, if it selects
    /// pages.
    ///
    /// - Parameter isShown: Whether the controller is in the window now.
    private func canShow(_ id: String, in outer: String, isShown: Bool) -> Bool {
        guard running.isContents(id), let owner = running[outer] else {
            return isReplaced(id) || running.nearestController(around: id) == outer
        }
        if running.vocabulary[owner.kind].selects { return true }
        switch owner.kind {
        case PageKind.name.description: return true
        case NavigationKind.name.description:
            // In a collapsed split, only the top of the stack can be shown.
            guard let split = running.owner(of: outer).flatMap({ running[$0] }),
                running.stackOfCollapsed(split.id.text) == outer
            else { return true }
            return running.stackAfterCollapse(of: split).last == id
        case SplitKind.name.description where owner.ofKind["collapsed"] == true:
            return owner.ofKind[SplitColumn.primary.rawValue]?.string == id
                && (isShown || isNarrow)
        default: return isShown
        }
    }

    /// Whether a split in any window is collapsed.
    private var isNarrow: Bool {
        running.windows.allSatisfy { SizeClass(side: $0.size.width) == .compact }
    }

    /// Returns whether an in-context presentation has replaced the view of a controller.
    private func isReplaced(_ id: String) -> Bool {
        running.presentations.values.contains {
            $0.presenter?.text == id && $0.style?.isInContext == true && $0.removesPresentersView
        }
    }
}
