package import PagerModel

/// Functions that repeat the checks of a command after its callbacks, because code that reacts to a
/// callback can change the trees of controllers and views. The callbacks cannot be undone. So if a
/// step is no longer possible, the command skips the step and publishes a misuse diagnostic.
extension Scene {
    /// Returns whether `child` can still be added to `parent`: `child` has no parent and does not
    /// contain `parent`. Before the check, removes the child's view from its superview if the view
    /// is inside the view of a controller other than `parent`. O(depth).
    mutating func mayStillJoin(_ child: Handle, _ parent: Handle) -> Bool {
        if self[child].parent.isNone, let nearest = otherController(around: child, than: parent) {
            misuse(
                child,
                "the view of \(shown(child)) is removed from the view of \(shown(nearest)), "
                    + "because \(shown(child)) becomes a child of \(shown(parent))")
            detach(child)
        }
        if self[child].parent.isNone, otherController(around: child, than: parent) == nil,
            !isBelow(parent, child)
        {
            return true
        }
        misuse(
            child,
            "\(shown(child)) does not become a child of \(shown(parent)): a reaction has moved "
                + "one of them")
        return false
    }

    /// Returns the nearest controller whose view contains the view of `controller`. Returns nil if
    /// this controller is `other`, or if there is no such controller.
    private func otherController(around controller: Handle, than other: Handle) -> Handle? {
        let nearest = nearestController(above: controller)
        return nearest == other ? nil : nearest.some
    }

    /// Returns whether controllers can still become members of a container, such as pages or tabs.
    /// If not, publishes a diagnostic with the reason. Called after the container's running
    /// transition has ended, because code that reacts to this end may have added the controllers
    /// elsewhere. O(members + depth).
    package mutating func mayStillTake(_ members: [Handle], into container: Handle) -> Bool {
        let event = "the previous transition ended"
        guard stillExist([container] + members, after: event) else { return false }
        return stillHolds(for: container, after: event) {
            (scene) throws(CommandError) in
            try scene.checkMembers(members, of: container, at: "members")
        }
    }

    /// Returns whether all given controllers, views and windows still exist. If not, publishes a
    /// misuse diagnostic for the first one that was destroyed.
    mutating func stillExist(_ handles: [Handle], after event: String) -> Bool {
        guard let lost = handles.first(where: { !isAlive($0) }) else { return true }
        misuse(lost, "after \(event): \(shown(lost)) no longer exists")
        return false
    }

    /// Repeats a check of a command after callbacks, and returns whether the check still passes. If
    /// the check fails, publishes the reason as a warning and adds it to the command's reply.
    mutating func stillHolds(
        for subject: Handle, after event: String, _ check: (Scene) throws(CommandError) -> Void
    ) -> Bool {
        do throws(CommandError) {
            try check(self)
            return true
        } catch {
            ignore(subject, "after \(event): \(error.sentence)")
            return false
        }
    }

    /// Returns whether a view can still be inserted into its new superview. True if the view has no
    /// superview and does not contain the new superview. O(depth).
    mutating func mayStillEnter(_ view: Handle, _ superview: Handle) -> Bool {
        if self[view].superview.isNone, !isDescendant(superview, of: view) { return true }
        misuse(
            view,
            "the view of \(shown(view)) is not added to \(shown(superview)): a reaction has moved "
                + "one of them")
        return false
    }

    /// Removes the view of a new root from its superview and returns whether the controller can
    /// still become the root. Reactions to the removal, to the loading of the view and to the
    /// disappearance of the old root can add the controller elsewhere.
    mutating func canBeRoot(_ root: Handle, of window: Handle) -> Bool {
        while isAlive(root), (try? checkUnused(root, at: "controller")) != nil {
            if self[root].superview.isNone { return true }
            detach(root)
        }
        misuse(
            root,
            "\(shown(root)) cannot become the root of \(shown(window)): a reaction has added it "
                + "to another parent or view")
        return false
    }
}
