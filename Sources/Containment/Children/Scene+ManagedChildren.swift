package import PagerModel

/// Functions for the views of managed children. A managed child was added by the container's own
/// code instead of by a client.
extension Scene {
    /// Sets the frame of a child's view and adds the view to the container's view, at an index or
    /// in front of the other subviews. If the container has appeared, the child appears, even if
    /// the container is in no window [9.3].
    package mutating func addView(
        of child: Handle, to container: Handle, frame: Frame, at index: Int? = nil
    ) {
        loadViewIfNeeded(child)
        setFrame(child, frame)
        if displaced[child] != nil {
            // The child's own presentation has removed its view. The view returns when the
            // presentation ends.
            setReturnSuperview(of: child, in: container)
        } else if self[child].superview != container {
            detachFully(child)
            // If the container is in a window, `insert` makes the child appear.
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

    /// Removes a child's view from the container's view. If the container has appeared, the child
    /// disappears, even if the container is in no window [9.3].
    package mutating func removeView(of child: Handle) {
        if displaced[child] != nil { clearReturnSuperview(of: child) }
        // If the child's view is in a window, `detach` makes the child disappear.
        let parent = self[child].parent
        let disappears =
            self[child].window.isNone && self[child].appearance == .appeared
            && !parent.isNone && hasAppeared(parent) && isForwarded(child, by: parent)
        if disappears { begin(child, appearing: false, animated: false, driver: .tree) }
        detach(child)
        if disappears { end(child, of: .tree) }
    }

    /// Removes a child's view from the container's view if a client has added it there. Called for
    /// a child that the container does not show.
    package mutating func hideView(of child: Handle, in container: Handle) {
        if self[child].superview == container { removeView(of: child) }
    }
}
