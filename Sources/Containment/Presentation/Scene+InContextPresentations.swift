internal import PagerModel

/// Presentations with an in-context style (`currentContext`, `overCurrentContext`), which cover
/// only the view of the presenter. The presenter is called `definer` here, because it defines the
/// presentation context.
///
/// The place of `definer` is the superview of its view or, while a presentation has removed the
/// view, the superview to which the view will return. When the place enters or leaves a window, the
/// presented view does too, and the presented controller appears or disappears. In the window, the
/// presented view has the frame that the view of `definer` has or would have [11.7] [11.8].
///
/// With `currentContext`, the presentation removes the view of `definer`, and the presented
/// controller replaces `definer` in all transitions of the enclosing containers. With
/// `overCurrentContext`, the view stays, and the presented controller appears and disappears with
/// `definer`.
extension Scene {
    /// Returns the controller that `definer` presents with an in-context style (`currentContext`,
    /// `overCurrentContext`), or `.none`.
    func presentedInContext(by definer: Handle) -> Handle {
        guard let presented = self[definer].presented.some,
            isInContext(presented)
        else { return .none }
        return presented
    }

    /// Returns whether `controller` presents a controller with an in-context style, such as
    /// `currentContext`, and this presentation has removed the view of `controller`.
    func isReplaced(_ controller: Handle) -> Bool {
        isDisplaced(controller) && self[controller].superview.isNone
            && !presentedInContext(by: controller).isNone
    }

    /// Returns the controller that represents `controller` in its container. This is `controller`
    /// itself or, if an in-context presentation has removed its view, the presented controller that
    /// has replaced it. Returns `.none` while the presented controller is being dismissed, or has no
    /// view in the window because a presentation over the whole window has removed it.
    @inline(__always)
    func standIn(for controller: Handle) -> Handle {
        state.presentations.hasDisplaced ? replacement(of: controller) : controller
    }

    private func replacement(of controller: Handle) -> Handle {
        var current = controller
        while isReplaced(current) {
            current = presentedInContext(by: current)
            if self[current].flags.contains(.beingDismissed) { return .none }
        }
        return current != controller && isDisplaced(current) ? .none : current
    }

    /// Returns the controller that appears and disappears with `definer`: the controller that
    /// `definer` presents with the style `overCurrentContext`. If another in-context presentation
    /// has removed the view of that controller, returns the controller that has replaced it.
    ///
    /// Returns `.none` if the presentation has removed the view of `definer`, and while the
    /// presented controller is being presented or dismissed.
    func follower(of definer: Handle) -> Handle {
        guard !self[definer].presented.isNone, !isDisplaced(definer),
            let presented = presentedInContext(by: definer).some,
            self[presented].flags.isDisjoint(with: [.beingPresented, .beingDismissed])
        else { return .none }
        return isDisplaced(presented) && !isReplaced(presented) ? .none : standIn(for: presented)
    }

    /// Returns the controller whose appearance `controller` follows. This is the parent of
    /// `controller` or, if `controller` is presented with an in-context style (`currentContext`,
    /// `overCurrentContext`), the presenter. If the presentation has removed the presenter's view,
    /// returns the controller whose appearance the presenter would follow. Returns `.none` if
    /// `controller` follows no other controller.
    func leader(of controller: Handle) -> Handle {
        var current = controller
        while self[current].parent.isNone {
            guard isInContext(current) else { return .none }
            let definer = self[current].presenter
            if !isDisplaced(definer) { return definer }
            current = definer
        }
        return self[current].parent
    }

    // MARK: Entering and leaving the window

    /// Records the superview to which the view of `controller` returns later. The controller's
    /// in-context presentation has removed the view, which returns when the presentation ends. If
    /// the superview is in a window, the presented view enters the window and the presented
    /// controller appears.
    mutating func setReturnSuperview(of controller: Handle, in superview: Handle) {
        displace(controller, to: superview)
        let window = self[superview].role == .window ? superview : self[superview].window
        guard !window.isNone, isReplaced(controller) else { return }
        let actor = standIn(for: controller)
        if enters(controller) {
            let driver = appearanceDriver(of: controller)
            begin(actor, appearing: true, animated: false, driver: driver)
        }
        showContext(of: controller, in: window)
        guard !actor.isNone else { return }
        sendIsAppearing(actor)
        end(actor, of: .tree)
    }

    /// Records that there is no superview to which the view of `controller` can return. The
    /// controller's in-context presentation has removed the view, and then, for example, the
    /// controller has left its container. The presented view leaves the window, and the presented
    /// controller disappears.
    mutating func clearReturnSuperview(of controller: Handle) {
        let actor = standIn(for: controller)
        if leaves(controller) {
            begin(actor, appearing: false, animated: false, driver: .tree)
        }
        displace(controller, to: Handle.none)
        hideContext(of: controller)
        if !actor.isNone { end(actor, of: .tree) }
    }

    /// Adds the views of in-context presentations to the window after `view` has entered it. The
    /// presenters are the controller of `view`, and the controllers whose views were removed from
    /// `view` by such a presentation.
    mutating func showContexts(in view: Handle, _ window: Handle) {
        for definer in absent(from: view) where isReplaced(definer) {
            let actor = standIn(for: definer)
            let isOrphan = self[definer].parent.isNone && !actor.isNone
            if isOrphan { begin(actor, appearing: true, animated: false, driver: .tree) }
            showContext(of: definer, in: window)
            if isOrphan {
                sendIsAppearing(actor)
                end(actor, of: .tree)
            }
        }
        if self[view].role == .controller, !isDisplaced(view) {
            showContext(of: view, in: window)
        }
    }

    /// Removes the views that `showContexts` has added to the window.
    mutating func hideContexts(in view: Handle) {
        for definer in absent(from: view) where isReplaced(definer) {
            let actor = standIn(for: definer)
            let isOrphan = self[definer].parent.isNone && !actor.isNone
            if isOrphan { begin(actor, appearing: false, animated: false, driver: .tree) }
            hideContext(of: definer)
            if isOrphan { end(actor, of: .tree) }
        }
        if self[view].role == .controller, !isDisplaced(view) { hideContext(of: view) }
    }

    /// Adds a presented controller's view to the window, unless the view is there already. The
    /// controller is the one that `definer` presents with an in-context style.
    private mutating func showContext(of definer: Handle, in window: Handle) {
        guard let presented = presentedInContext(by: definer).some,
            !self[presented].flags.contains(.beingDismissed)
        else { return }
        if isDisplaced(presented) {
            displace(presented, to: window)
            return showContext(of: presented, in: window)
        }
        guard self[presented].superview.isNone else { return }
        setFrame(presented, frameInWindow(of: definer))
        let index = contextIndex(above: definer, in: window)
        insertSubview(presented, of: window, at: index)
        relocate(presented) { $0[presented].superview = window }
        emit(
            ViewEvents.DidMoveToSuperview {
                $0.superview = window
                $0.index = index
            }, of: presented)
        enterWindow(presented, window, below: .none)
    }

    private mutating func hideContext(of definer: Handle) {
        guard let presented = presentedInContext(by: definer).some else { return }
        if isDisplaced(presented) {
            displace(presented, to: Handle.none)
            return hideContext(of: presented)
        }
        let window = self[presented].superview
        guard !window.isNone else { return }
        // A controller that disappears before its view leaves the window forwards no further
        // callbacks to the controller presented in its context. So a presented controller that has
        // appeared disappears here, even in a container that forwards callbacks by itself.
        let leader = leader(of: presented)
        let isLeft = !leader.isNone && !hasAppeared(leader)
        let disappears =
            self[presented].appearance == .appeared && (isLeft || !staysShown(presented))
        if disappears { begin(presented, appearing: false, animated: false, driver: .tree) }
        if self[presented].superview == window {
            removeSubview(presented, of: window)
            relocate(presented) { $0[presented].superview = .none }
            emit(
                ViewEvents.DidMoveToSuperview {
                    $0.superview = .none
                    $0.index = nil
                }, of: presented)
            leaveWindow(presented)
        }
        if disappears { endAppearance(of: presented) }
    }

    /// Returns the index in the window at which to insert the view of a controller that `definer`
    /// presents with an in-context style. From back to front, the order is:
    ///
    /// - the window's subview that contains the view of `definer`
    /// - the views of earlier in-context presentations directly above that subview
    /// - the new view
    func contextIndex(above definer: Handle, in window: Handle) -> Int {
        let base = subview(of: window, around: definer)
        if let index = indexAboveContexts(over: base, in: window) { return index }
        // The root's view was replaced as well, so the index is above the view that replaces it.
        let presenter = self[base].presenter
        return presenter.isNone
            ? self[window].subviews.count : contextIndex(above: presenter, in: window)
    }

    /// Returns the view around `view` that is a subview of `superview`, or the outermost one if none
    /// is. A view that a presentation has removed counts as inside the superview to which it
    /// returns. O(depth).
    func subview(of superview: Handle, around view: Handle) -> Handle {
        var base = view
        while let above = self[base].superview.some ?? returnSuperview(of: base)?.some,
            above != superview
        {
            base = above
        }
        return base
    }

    // MARK: Frames

    /// Returns the frame of a controller's view in window coordinates. If a presentation has
    /// removed the view, returns the frame that the view will have when it returns. O(depth).
    func frameInWindow(of controller: Handle) -> Frame {
        var frame = self[controller].frame
        var current = controller
        while let above = self[current].superview.some ?? returnSuperview(of: current)?.some,
            self[above].role != .window
        {
            frame.x += self[above].frame.x
            frame.y += self[above].frame.y
            current = above
        }
        return frame
    }

    /// Records that the frame of a view has changed in window coordinates. The frames of the view's
    /// subviews have then changed too. Does nothing if no controller is presented with an
    /// in-context style.
    @inline(__always)
    mutating func noteMoved(_ view: Handle) {
        if hasContexts { state.layout.noteMoved(view) }
    }

    /// Updates the frames of views presented with an in-context style (`currentContext`,
    /// `overCurrentContext`). Such a view has the same frame in the window as its presenter's view.
    /// O(number of views in the subtrees of the moved views).
    mutating func followMoved() {
        while state.layout.hasMoved {
            var seen = Set<Handle>()
            for view in state.layout.takeMoved() where isAlive(view) { followMoved(view, &seen) }
        }
    }

    private mutating func followMoved(_ view: Handle, _ seen: inout Set<Handle>) {
        guard seen.insert(view).inserted else { return }
        if self[view].role == .controller,
            let presented = presentedInContext(by: view).some, !isAway(presented)
        {
            setFrame(presented, frameInWindow(of: view))
        }
        for subview in self[view].subviews.all + absent(from: view) {
            followMoved(subview, &seen)
        }
    }

    /// Returns whether a controller presented with an in-context style (`currentContext`,
    /// `overCurrentContext`) has left the window together with its presenter.
    func isAway(_ presented: Handle) -> Bool {
        self[presented].superview.isNone
            && (returnSuperview(of: presented) ?? Handle.none).isNone
    }

    // MARK: Transitions

    /// Ends the running in-context presentations and dismissals of a controller and its
    /// descendants, and all those of controllers that are presented in context. Called before the
    /// views of these controllers are moved.
    mutating func settleContexts(in controller: Handle) {
        guard hasContexts, hasTransitions, isAlive(controller) else { return }
        enterLevel()
        defer { leaveLevel() }
        let isInContext = isInContext(controller) || !presentedInContext(by: controller).isNone
        if isInContext, self[controller].presenting.number != 0 {
            dropQueue(of: controller, because: "replaced")
            supersede(self[controller].presenting)
        }
        let presented = presentedInContext(by: controller)
        if !presented.isNone { settleContexts(in: presented) }
        let next = leads(from: controller).filter { self[$0].parent == controller }
        for child in next.sorted(by: { self[$0].serial < self[$1].serial }) {
            settleContexts(in: child)
        }
    }

    /// Ends the running transitions in which `definer`, or a controller above it, enters or leaves
    /// a container.
    mutating func settleTransitions(around definer: Handle) {
        var current = definer
        while hasTransitions, isAlive(current) {
            if let parent = self[current].parent.some {
                if let plan = runningTransition(of: parent)?.plan,
                    plan.leaving.contains(current) || plan.entering.contains(current)
                {
                    supersede(parent)
                }
                current = parent
            } else if isInContext(current) {
                current = self[current].presenter
            } else {
                return
            }
        }
    }
}
