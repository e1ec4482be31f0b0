internal import PagerModel

/// The presented controllers in an order in which a new daemon can present them.
///
/// A presentation can remove the view of its presenter and everything inside, so the presentations
/// inside come first. A controller that something outside of all windows presents is left out.
struct PresentationOrder {
    /// The controllers that the book presents, in order.
    private(set) var presented: [String] = []
    private let refusals: BookRefusals
    /// A map from the topmost ancestor of presenters to the controllers that they present. Those
    /// of inner presenters come first.
    private let presentedByFamily: TextDictionary<[String]>

    init(_ running: LiveState, leavingOut refusals: BookRefusals) {
        self.refusals = refusals
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
        for id in presentedByFamily[root] ?? [] where !refusals.presentations.contains(id) {
            presented.append(id)
            add(presentedIn: id)
        }
    }
}
