internal import PagerModel

/// Checks that a command repeats after its callbacks, because reactions to them can change both
/// trees. The callbacks cannot be undone: a step that is no longer possible is left out, with a
/// misuse diagnostic.
extension Scene {
    /// Returns whether the child can still be added: it has no parent, and does not contain the
    /// parent. O(depth).
    mutating func mayStillJoin(_ child: Handle, _ parent: Handle) -> Bool {
        if self[child].parent.isNone, !isBelow(parent, child) { return true }
        misuse(
            child,
            "\(shown(child)) does not become a child of \(shown(parent)): a reaction has contained it, "
                + "or its parent to be, elsewhere meanwhile")
        return false
    }

    /// Returns whether the view can still be inserted: it has no superview, and does not contain the
    /// superview. O(depth).
    mutating func mayStillEnter(_ view: Handle, _ superview: Handle) -> Bool {
        if self[view].superview.isNone, !isDescendant(superview, of: view) { return true }
        misuse(
            view,
            "the view of \(shown(view)) does not come into \(shown(superview)): a reaction has put one "
                + "of the two elsewhere meanwhile")
        return false
    }

    /// Returns whether the controller can still become the root: reactions to its loading, and to the
    /// disappearance of the old root, can add it elsewhere, present it or destroy it.
    mutating func canBeRoot(_ root: Handle, of window: Handle) -> Bool {
        if isAlive(root), (try? checkUnused(root, at: "controller")) != nil { return true }
        misuse(
            root,
            "\(shown(root)) cannot become the root of \(shown(window)): a reaction has used it "
                + "elsewhere meanwhile")
        return false
    }
}
