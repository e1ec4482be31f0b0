internal import PagerModel

/// What a command has checked before its callbacks and must check once more after them: reactions to
/// the callbacks may have changed both trees. What cannot be done any more is left out, with a misuse
/// diagnostic, for the callbacks cannot be taken back.
extension Scene {
    /// Whether no reaction to the callbacks before the edge has contained one of the two in another
    /// way: a controller has one parent, and is none of its own ancestors. O(depth).
    mutating func mayStillJoin(_ child: Handle, _ parent: Handle) -> Bool {
        if self[child].parent.isNone, !leads(from: parent, upTo: child) { return true }
        misuse(
            child,
            "\(shown(child)) does not become a child of \(shown(parent)): a reaction has contained it, "
                + "or its parent to be, elsewhere meanwhile")
        return false
    }

    /// Whether a controller is another one, or one of those that contain or present it. O(depth).
    func leads(from controller: Handle, upTo ancestor: Handle) -> Bool {
        var current = controller
        while !current.isNone {
            if current == ancestor { return true }
            current = above(current)
        }
        return false
    }

    /// Whether no reaction to what appears has put the view elsewhere, or its superview into it: a
    /// view has one superview, and a tree has no way round. O(depth).
    mutating func mayStillEnter(_ view: Handle, _ superview: Handle) -> Bool {
        if self[view].superview.isNone, !isDescendant(superview, of: view) { return true }
        misuse(
            view,
            "the view of \(shown(view)) does not come into \(shown(superview)): a reaction has put one "
                + "of the two elsewhere meanwhile")
        return false
    }

    /// Whether nobody has used a new root meanwhile: reactions to its loading, and to the end of the
    /// old root's appearance, may contain it, present it or destroy it.
    mutating func canBeRoot(_ root: Handle, of window: Handle) -> Bool {
        if isAlive(root), (try? checkUnused(root, at: "controller")) != nil { return true }
        misuse(
            root,
            "\(shown(root)) cannot become the root of \(shown(window)): a reaction has used it "
                + "elsewhere meanwhile")
        return false
    }
}
