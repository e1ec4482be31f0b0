package import PagerModel

/// The rules that determine which children receive their container's appearance callbacks.
extension Scene {
    /// Returns whether the controller forwards appearance callbacks to its children, like UIKit's
    /// property `shouldAutomaticallyForwardAppearanceMethods` [2.2].
    package func forwards(_ controller: Handle) -> Bool {
        self[controller].flags.contains(.forwards)
    }

    func forwardedChildren(of controller: Handle) -> [Handle] {
        if self[controller].children.isEmpty { return [] }
        let kind = Int(self[controller].kind)
        if kinds[kind].isPlain { return self[controller].children.all }
        return kinds[kind].kind.shownChildren(of: controller, in: self).map(existing)
            ?? self[controller].children.all
    }

    /// Returns whether a child appears and disappears with its parent. True if the parent forwards
    /// callbacks to this child and the child's view is inside the parent's view [2.3] [2.4] [3.8].
    func isForwarded(_ child: Handle, by parent: Handle) -> Bool {
        guard self[child].parent == parent, forwards(parent),
            forwardsCallbacks(to: child, from: parent)
        else {
            return false
        }
        var above = self[child].superview
        if above.isNone, isReplaced(child) { above = displaced[child]?.superview ?? .none }
        while !above.isNone {
            if above == parent { return true }
            above = self[above].superview
        }
        return false
    }

    /// Returns whether a container forwards callbacks to this child. True for a child that the
    /// container's own code has added. True for a child that a client has added only if the
    /// container's kind has the trait `forwardsToForeignChildren` [2.3].
    package func forwardsCallbacks(to child: Handle, from parent: Handle) -> Bool {
        self[child].flags.contains(.managed)
            || kinds[Int(self[parent].kind)].traits.forwardsToForeignChildren
    }

    /// Returns whether the container currently forwards callbacks to this child. For example, a tab
    /// bar does not forward callbacks to a tab that is not selected, even if a client has inserted
    /// the tab's view.
    func isShown(_ child: Handle, in parent: Handle) -> Bool {
        let kind = Int(self[parent].kind)
        if kinds[kind].isPlain { return true }
        return kinds[kind].kind.shownChildren(of: parent, in: self)?.contains(child) ?? true
    }

    package func appearance(of controller: Handle) -> Appearance { self[controller].appearance }

    /// Returns whether the controller is in a window and has appeared or is appearing.
    package func isVisible(_ controller: Handle) -> Bool {
        !self[controller].window.isNone && hasAppeared(controller)
    }

    /// Returns whether the controller has appeared or is appearing, even without a window. A page
    /// controller's off-screen page [9.3] and a controller whose appearance a client controls [3.9]
    /// can appear without a window.
    package func hasAppeared(_ controller: Handle) -> Bool {
        let appearance = self[controller].appearance
        return appearance == .appeared || appearance == .appearing
    }

    /// Returns whether an appearance transition of the controller is running.
    @inline(__always)
    func isTransitioning(_ controller: Handle) -> Bool { self[controller].openings > 0 }
}
