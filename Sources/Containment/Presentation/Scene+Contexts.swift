internal import PagerModel

/// Presentations in a context. What a definer has presented in its own context belongs to the
/// definer's place: it appears and disappears with that place, its view enters and leaves the window
/// with it, and has its frame in the window [11.7] [11.8].
///
/// `currentContext` takes the definer's view out; then the presented controller stands in for it in
/// every transition of the containers above. With `overCurrentContext` the definer stays, and the
/// presented controller follows it.
extension Scene {
    /// The controller that a definer presents in its own context, or none.
    func presentedInContext(by definer: Handle) -> Handle {
        guard let presented = self[definer].presented.some,
            presentations[presented]?.style.isInContext == true
        else { return .none }
        return presented
    }

    /// Whether a presentation in its own context has taken the controller's view out.
    func isReplaced(_ controller: Handle) -> Bool {
        !displaced.isEmpty && displaced[controller] != nil && self[controller].superview.isNone
            && !presentedInContext(by: controller).isNone
    }

    /// The controller on screen in the place of another: itself, or the one that it presents in its
    /// context instead of its view. None while that one is being dismissed.
    func standIn(for controller: Handle) -> Handle {
        var current = controller
        while isReplaced(current) {
            current = presentedInContext(by: current)
            if self[current].flags.contains(.beingDismissed) { return .none }
        }
        return current
    }

    /// The controller that lies over a definer, presented in its context, and appears and
    /// disappears with it. None while it is being presented or dismissed.
    func follower(of definer: Handle) -> Handle {
        guard !self[definer].presented.isNone, displaced[definer] == nil,
            let presented = presentedInContext(by: definer).some,
            self[presented].flags.isDisjoint(with: [.beingPresented, .beingDismissed])
        else { return .none }
        return standIn(for: presented)
    }

    /// The controller whose appearance another follows: its parent. For one that is presented in a
    /// context it is the definer, or the definer's parent where the definer's view is out.
    func leader(of controller: Handle) -> Handle {
        var current = controller
        while self[current].parent.isNone {
            guard presentations[current]?.style.isInContext == true else { return .none }
            let definer = self[current].presenter
            if displaced[definer] == nil { return definer }
            current = definer
        }
        return self[current].parent
    }

    // MARK: entering and leaving the window

    /// The place of a controller whose view is displaced comes into a view.
    mutating func enterPlace(of controller: Handle, in superview: Handle) {
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

    /// The place of a controller whose view is displaced leaves the view that it was in.
    mutating func leavePlace(of controller: Handle) {
        let actor = standIn(for: controller)
        if leaves(controller) {
            begin(actor, appearing: false, animated: false, driver: .tree)
        }
        displace(controller, to: Handle.none)
        hideContext(of: controller)
        if !actor.isNone { end(actor, of: .tree) }
    }

    /// Brings the views into a window that are presented in the contexts of a view: in its own
    /// controller's, and in those of displaced controllers that will be back in it.
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
        if self[view].role == .controller, displaced[view] == nil {
            showContext(of: view, in: window)
        }
    }

    /// Takes the views out of their window that `showContexts` brings into it.
    mutating func hideContexts(in view: Handle) {
        for definer in absent(from: view) where isReplaced(definer) {
            let actor = standIn(for: definer)
            let isOrphan = self[definer].parent.isNone && !actor.isNone
            if isOrphan { begin(actor, appearing: false, animated: false, driver: .tree) }
            hideContext(of: definer)
            if isOrphan { end(actor, of: .tree) }
        }
        if self[view].role == .controller, displaced[view] == nil { hideContext(of: view) }
    }

    /// The view of what a definer presents in its context enters the window, where it is not there
    /// already.
    private mutating func showContext(of definer: Handle, in window: Handle) {
        guard let presented = presentedInContext(by: definer).some,
            !self[presented].flags.contains(.beingDismissed)
        else { return }
        if displaced[presented] != nil {
            displace(presented, to: window)
            return showContext(of: presented, in: window)
        }
        guard self[presented].superview.isNone else { return }
        setFrame(presented, frameInWindow(of: definer))
        let index = contextIndex(above: definer, in: window)
        insertSubview(presented, of: window, at: index)
        relocate(presented) { $0[presented].superview = window }
        emit(ViewEvents.DidMoveToSuperview(superview: window, index: index), of: presented)
        enterWindow(presented, window, below: .none)
    }

    private mutating func hideContext(of definer: Handle) {
        guard let presented = presentedInContext(by: definer).some else { return }
        if displaced[presented] != nil {
            displace(presented, to: Handle.none)
            return hideContext(of: presented)
        }
        let window = self[presented].superview
        guard !window.isNone else { return }
        // A definer that has disappeared before its view leaves the window tells nobody.
        let disappears = self[presented].appearance == .appeared && !staysShown(presented)
        if disappears { begin(presented, appearing: false, animated: false, driver: .tree) }
        if self[presented].superview == window {
            removeSubview(presented, of: window)
            relocate(presented) { $0[presented].superview = .none }
            emit(ViewEvents.DidMoveToSuperview(superview: .none, index: nil), of: presented)
            leaveWindow(presented)
        }
        if disappears { endAppearance(of: presented) }
    }

    /// Where the view of what a definer presents goes among a window's subviews: directly above
    /// the definer, and above what others in the same view present in their contexts.
    func contextIndex(above definer: Handle, in window: Handle) -> Int {
        var base = definer
        while let above = self[base].superview.some ?? displaced[base]?.superview.some,
            above != window
        {
            base = above
        }
        if let index = indexAboveContexts(over: base, in: window) { return index }
        // Its root has been replaced itself: above what stands there.
        let presenter = self[base].presenter
        return presenter.isNone
            ? self[window].subviews.count : contextIndex(above: presenter, in: window)
    }

    // MARK: frames

    /// The frame of a controller's view, or of its place, in the coordinates of its window. O(depth).
    func frameInWindow(of controller: Handle) -> Frame {
        var frame = self[controller].frame
        var current = controller
        while let above = self[current].superview.some ?? displaced[current]?.superview.some,
            self[above].role != .window
        {
            frame.x += self[above].frame.x
            frame.y += self[above].frame.y
            current = above
        }
        return frame
    }

    /// Notes that the frame of a view in its window has changed, and those of its subviews.
    @inline(__always)
    mutating func noteMoved(_ view: Handle) {
        if state.contexts > 0 { state.moved.append(view) }
    }

    /// Sets the frames of what is presented in contexts whose definers have moved. O(subtrees of the
    /// views that moved).
    mutating func followMoved() {
        while !state.moved.isEmpty {
            let views = state.moved
            state.moved.removeAll(keepingCapacity: true)
            var seen = Set<Handle>()
            for view in views where isAlive(view) { followMoved(view, &seen) }
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

    /// Whether a presented controller's view is in no window, because the place of its definer has
    /// left it.
    func isAway(_ presented: Handle) -> Bool {
        self[presented].superview.isNone
            && (displaced[presented]?.superview ?? Handle.none).isNone
    }

    // MARK: transitions

    /// Ends the presentations and dismissals that run in the context of a controller or in those of
    /// its family: their places are about to come or go.
    mutating func settleContexts(in controller: Handle) {
        guard state.contexts > 0, !transitions.isEmpty, isAlive(controller) else { return }
        state.levels += 1
        defer { state.levels -= 1 }
        if !presentedInContext(by: controller).isNone, self[controller].presenting.number != 0 {
            dropQueue(of: controller, because: "replaced")
            supersede(self[controller].presenting)
        }
        let presented = presentedInContext(by: controller)
        if !presented.isNone { settleContexts(in: presented) }
        let next = (state.leads[controller] ?? []).filter { self[$0].parent == controller }
        for child in next.sorted(by: { self[$0].serial < self[$1].serial }) {
            settleContexts(in: child)
        }
    }

    /// Ends the transitions of the containers above a definer in which its place comes or goes.
    mutating func settleTransitions(around definer: Handle) {
        var current = definer
        while !transitions.isEmpty, isAlive(current) {
            if let parent = self[current].parent.some {
                if let plan = runningTransition(of: parent)?.plan,
                    plan.leaving.contains(current) || plan.entering.contains(current)
                {
                    supersede(parent)
                }
                current = parent
            } else if presentations[current]?.style.isInContext == true {
                current = self[current].presenter
            } else {
                return
            }
        }
    }
}
