package import PagerModel

/// The views of the children that a container manages, in the container's view.
extension Scene {
    /// Adds the view of a managed child to its container's view, with a frame, at an index or in
    /// front of the others. In a container that has appeared the child appears, in a window or not
    /// [9.3].
    package mutating func addView(
        of child: Handle, to container: Handle, frame: Frame, at index: Int? = nil
    ) {
        loadViewIfNeeded(child)
        setFrame(child, frame)
        if displaced[child] != nil {
            // Its own presentation covers it: it comes back when that ends.
            enterPlace(of: child, in: container)
        } else if self[child].superview != container {
            detachFully(child)
            // In a window `insert` does it.
            let appears = self[container].window.isNone && enters(child)
            if appears {
                let driver = appearanceDriver(of: child)
                let showsUnseen = state.showsUnseen
                state.showsUnseen = true
                begin(child, appearing: true, animated: false, driver: driver)
                state.showsUnseen = showsUnseen
            }
            insert(child, into: container, at: index)
            if appears {
                sendIsAppearing(child)
                end(child, of: .tree)
            }
        }
    }

    /// The view of a managed child leaves its container's view. In a container that has appeared the
    /// child disappears, in a window or not [9.3].
    package mutating func removeView(of child: Handle) {
        if displaced[child] != nil { leavePlace(of: child) }
        // In a window `detach` does it.
        let parent = self[child].parent
        let disappears =
            self[child].window.isNone && self[child].appearance == .appeared
            && !parent.isNone && hasAppeared(parent) && isForwarded(child, by: parent)
        if disappears { begin(child, appearing: false, animated: false, driver: .tree) }
        detach(child)
        if disappears { end(child, of: .tree) }
    }

    /// A member that is not to be shown leaves its container's view, where a client may have put it
    /// before it became a member.
    package mutating func hideView(of child: Handle, in container: Handle) {
        if self[child].superview == container { removeView(of: child) }
    }
}
