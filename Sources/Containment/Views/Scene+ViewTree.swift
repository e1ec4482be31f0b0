package import PagerModel

/// The view tree, and the appearance callbacks when views enter or leave a window [3].
extension Scene {
    /// Moves a view from its current superview, if it has one, into a new superview. Controllers
    /// whose views enter a window by this move appear [3.2].
    ///
    /// If a reaction has meanwhile put the new superview inside the view, the view is not inserted,
    /// because the view tree must not contain a cycle.
    mutating func insert(_ view: Handle, into superview: Handle, at requested: Int? = nil) {
        detachFully(view)
        guard self[view].subviews.isEmpty || !isDescendant(superview, of: view) else {
            return misuse(
                view,
                "\(shown(view)) cannot become a subview of \(shown(superview)), which is inside "
                    + "\(shown(view))")
        }
        let before = state.heights.relocations
        var (window, nearest) = surroundings(of: superview)
        let begins = !window.isNone
        if begins {
            forEachTopController(of: view) { [nearest] scene, controller in
                guard
                    scene.isReplaced(controller)
                        || scene.mayEnterWindow(controller, below: nearest),
                    scene.enters(controller)
                else { return }
                let driver = scene.appearanceDriver(of: controller)
                scene.begin(
                    scene.standIn(for: controller), appearing: true, animated: false,
                    driver: driver)
            }
        }
        guard mayEnterWindow(view, below: nearest),
            state.heights.relocations == before || mayStillEnter(view, superview)
        else { return endAppearance(in: view) }
        // A reaction may have moved the superview out of its window, or into a different window.
        if state.heights.relocations != before { (window, nearest) = surroundings(of: superview) }
        let count = self[superview].subviews.count
        let index = min(requested ?? count, count)
        insertSubview(view, of: superview, at: index)
        relocate(view) { $0[view].superview = superview }
        emit(
            ViewEvents.DidMoveToSuperview {
                $0.superview = superview
                $0.index = index
            }, of: view)
        needsLayout(superview)
        guard !window.isNone else {
            noteMisplacedChildren(on: view)
            if begins { endAppearance(in: view) }
            return
        }
        enterWindow(view, window, below: nearest)
        forEachTopController(of: view) { scene, controller in
            guard let actor = scene.standIn(for: controller).some else { return }
            scene.sendIsAppearingInTime(actor)
            scene.endAppearance(of: actor)
        }
    }

    /// Returns the window that contains `superview` or is `superview`, and the nearest controller
    /// whose view contains `superview`. Both are `.none` if there is no window. O(depth).
    private func surroundings(of superview: Handle) -> (window: Handle, nearest: Handle) {
        let window = self[superview].role == .window ? superview : self[superview].window
        return (window, window.isNone ? .none : nearestController(from: superview))
    }

    /// Removes a view from its superview, and repeats this if reactions insert the view again. The
    /// limit on the number of reactions in a transaction also limits the repetitions.
    mutating func detachFully(_ view: Handle) {
        while !self[view].superview.isNone { detach(view) }
    }

    /// Removes a view from its superview. Controllers whose views leave a window by this removal
    /// disappear [3.3].
    mutating func detach(_ view: Handle) {
        guard !self[view].superview.isNone else { return }
        var before: Int
        // A reaction may have moved the view, so that its controllers have appeared again. The
        // limit on the number of reactions in a transaction also limits the repetitions.
        repeat {
            before = state.heights.relocations
            forEachTopController(of: view) { scene, controller in
                scene.settleContexts(in: controller)
                guard scene.leaves(controller) else { return }
                scene.begin(
                    scene.standIn(for: controller), appearing: false, animated: false,
                    driver: .tree)
            }
        } while state.heights.relocations != before
        // A reaction may have moved the view, so it leaves its current superview.
        if let superview = self[view].superview.some {
            let wasInWindow = !self[view].window.isNone
            removeSubview(view, of: superview)
            relocate(view) { $0[view].superview = .none }
            emit(
                ViewEvents.DidMoveToSuperview {
                    $0.superview = .none
                    $0.index = nil
                }, of: view)
            needsLayout(superview)
            if wasInWindow { leaveWindow(view) } else { noteMisplacedChildren(on: view) }
        }
        endAppearance(in: view)
    }

    /// Removes a view from its superview, and all subviews from the view. Reactions may insert them
    /// again, so this is repeated until the view has no superview and no subviews. The limit on the
    /// number of reactions in a transaction also limits the repetitions.
    mutating func isolate(_ view: Handle) {
        repeat {
            detach(view)
            for subview in self[view].subviews.all.reversed() { detach(subview) }
        } while !self[view].superview.isNone || !self[view].subviews.isEmpty
    }

    /// Completes the appearance transitions of the topmost controllers in a view's subtree. These
    /// transitions began because the view was moved.
    private mutating func endAppearance(in view: Handle) {
        forEachTopController(of: view) { scene, controller in
            if let actor = scene.standIn(for: controller).some { scene.endAppearance(of: actor) }
            // The controller itself has begun to disappear if another controller has replaced it.
            scene.endAppearance(of: controller)
        }
    }

    /// Completes the appearance transition that began because a controller's view was moved. If a
    /// reaction has since moved the view out of the window or back into it, reverses the transition
    /// first. For a controller that waits for the commit, this happens then.
    mutating func endAppearance(of controller: Handle) {
        guard self[controller].driver == .tree, isTransitioning(controller) else { return }
        guard !waitsForCycle(controller) else {
            return state.cycle.append(.appearance(controller, of: .tree))
        }
        completeAppearance(of: controller)
    }

    mutating func completeAppearance(of controller: Handle) {
        guard self[controller].driver == .tree, isTransitioning(controller) else { return }
        let isInWindow = !self[controller].window.isNone
        if (self[controller].appearance == .appearing) != isInWindow {
            begin(controller, appearing: isInWindow, animated: false, driver: .tree)
        }
        end(controller, of: .tree)
    }

    /// Calls `body` for each topmost controller in a view's subtree. A controller is topmost if its
    /// view is not inside another controller's view in the subtree. Includes controllers whose
    /// views will return to the subtree after a presentation with `currentContext`. O(1) if `view`
    /// is the view of a controller.
    private mutating func forEachTopController(
        of view: Handle, _ body: (inout Scene, Handle) -> Void
    ) {
        if self[view].role == .controller { return body(&self, view) }
        enterLevel()
        defer { leaveLevel() }
        for subview in self[view].subviews.all where isAlive(subview) {
            forEachTopController(of: subview, body)
        }
        for definer in absent(from: view) where isReplaced(definer) { body(&self, definer) }
    }

    /// Returns whether a controller appears when its view enters a window. False, for example, if a
    /// transition or the parent's manual forwarding controls the controller's appearance [3.2]
    /// [4.8].
    func enters(_ controller: Handle) -> Bool {
        let actor = standIn(for: controller)
        guard !actor.isNone else { return false }
        if isTransitioning(actor) {
            guard self[actor].appearance == .disappearing, isEnding(actor) else { return false }
        } else if self[actor].appearance != .disappeared {
            return false
        }
        let parent = self[controller].parent
        guard !parent.isNone else { return true }
        guard forwards(parent), forwardsCallbacks(to: controller, from: parent) else {
            return false
        }
        switch self[parent].appearance {
        case .appeared: return true
        // While the parent's `viewWillAppear` is being sent, the parent forwards it to the child
        // anyway. Later the child appears by itself.
        case .appearing: return !self[parent].flags.contains(.inWillPhase)
        case .disappeared, .disappearing: return false
        }
    }

    /// Returns whether a move of the controller's view has begun a transition that waits for the
    /// commit. Another move reverses it.
    private func isEnding(_ controller: Handle) -> Bool {
        self[controller].driver == .tree && state.cycle.isEnding(controller)
    }

    func appearanceDriver(of controller: Handle) -> Node.Driver {
        let parent = self[controller].parent
        return !parent.isNone && self[parent].appearance == .appearing ? .parent : .tree
    }

    func leaves(_ controller: Handle) -> Bool {
        let actor = standIn(for: controller)
        guard !actor.isNone else { return false }
        // A transition that the parent's appearance has begun ends here, because nothing else would
        // complete it.
        if isTransitioning(actor) {
            return self[actor].driver == .parent
                || (self[actor].appearance == .appearing && isEnding(actor))
        }
        guard self[actor].appearance == .appeared, !self[actor].window.isNone else {
            return false
        }
        let parent = self[controller].parent
        return parent.isNone
            || (forwards(parent) && forwardsCallbacks(to: controller, from: parent))
    }

    /// Records that a view and its subtree are in a window. Controllers without a parent appear
    /// [3.6]. Children also appear here if they were added while their parent had appeared without
    /// a window [3.1].
    ///
    /// - Parameter nearest: The nearest controller whose view contains `view`.
    mutating func enterWindow(_ view: Handle, _ window: Handle, below nearest: Handle) {
        enterLevel()
        defer { leaveLevel() }
        self[view].window = window
        if !state.sized.isEmpty { state.sized.noteSize() }
        needsLayout(view)
        let nearest = self[view].role == .controller ? view : nearest
        for subview in self[view].subviews.all {
            // Reactions to an earlier subview may have moved this one, or all of them.
            guard self[view].window == window else { return }
            guard mayEnter(subview, view, window, below: nearest) else { continue }
            let appears =
                self[subview].role == .controller
                && (self[subview].parent.isNone || enters(subview))
            if appears { begin(subview, appearing: true, animated: false, driver: .tree) }
            if self[view].window == window, mayEnter(subview, view, window, below: nearest) {
                enterWindow(subview, window, below: nearest)
                if appears { sendIsAppearingInTime(subview) }
            }
            if appears { endAppearance(of: subview) }
        }
        if hasContexts, self[view].window == window { showContexts(in: view, window) }
    }

    private mutating func mayEnter(
        _ subview: Handle, _ view: Handle, _ window: Handle, below nearest: Handle
    ) -> Bool {
        self[subview].superview == view && self[subview].window != window
            && mayEnterWindow(subview, below: nearest)
    }

    /// Records that a view and its subtree have left their window. Controllers in the subtree
    /// disappear here if they have no parent, or if their parent's callbacks do not reach them (see
    /// `departsAlone`).
    mutating func leaveWindow(_ view: Handle) {
        enterLevel()
        defer { leaveLevel() }
        self[view].window = .none
        for subview in self[view].subviews.all {
            // Reactions to an earlier subview may have moved this one, or returned all of them.
            guard self[view].window.isNone else { return }
            guard mayLeave(subview, view) else { continue }
            let departs = self[subview].role == .controller && departsAlone(subview)
            if departs {
                settleContexts(in: subview)
                begin(subview, appearing: false, animated: false, driver: .tree)
            }
            if self[view].window.isNone, mayLeave(subview, view) { leaveWindow(subview) }
            if departs { endAppearance(of: subview) }
        }
        guard self[view].window.isNone else { return }
        if hasContexts { hideContexts(in: view) }
        if self[view].role == .controller, staysShown(view) { self[view].flags.insert(.unseen) }
    }

    /// Returns whether a controller disappears by itself when the view around it leaves a window.
    /// True if the controller has no parent [3.6]. Also true if the parent's callbacks do not reach
    /// the controller, because the parent does not show it, or because the parent began to
    /// disappear before the controller became its child.
    private func departsAlone(_ controller: Handle) -> Bool {
        guard let parent = self[controller].parent.some else { return true }
        guard !isTransitioning(controller), leaves(controller) else { return false }
        return !hasAppeared(parent) || !isShown(controller, in: parent)
    }

    private func mayLeave(_ subview: Handle, _ view: Handle) -> Bool {
        self[subview].superview == view && !self[subview].window.isNone
    }

    /// Returns the size of a controller's view. A child whose view fills this view has the same
    /// size.
    package func bounds(of controller: Handle) -> Size { self[controller].frame.size }

    package func isViewLoaded(_ controller: Handle) -> Bool {
        self[controller].flags.contains(.viewLoaded)
    }

    /// Returns whether a view is `ancestor` or inside `ancestor`. O(depth).
    func isDescendant(_ view: Handle, of ancestor: Handle) -> Bool {
        climb(from: view, to: ancestor) { self[$0].superview }
    }
}

/// The lists of subviews and the recorded indexes of views.
///
/// A long list is divided into chunks. In such a list, the views of controllers presented with
/// `currentContext` or `overCurrentContext` are marked, so that a search for them can skip whole
/// chunks.
extension Scene {
    /// Inserts a view at an index among the subviews of another view.
    ///
    /// In a short list, O(1) at the end and O(number of subviews) elsewhere. A long list is divided
    /// into chunks; there, O(number of chunks).
    mutating func insertSubview(_ view: Handle, of superview: Handle, at index: Int) {
        if self[superview].subviews.isFull { divideSubviews(of: superview) }
        guard !self[superview].subviews.isLong else {
            return insertSubview(view, ofMany: superview, at: index)
        }
        let position =
            index == self[superview].subviews.count
            ? self[superview].subviews.append(view)
            : self[superview].subviews.insert(view, at: index)
        self[view].viewPosition = UInt32(position)
    }

    private mutating func insertSubview(
        _ view: Handle, ofMany superview: Handle, at index: Int
    ) {
        let presentations = state.presentations
        let (position, moved) = self[superview].subviews.insert(view, at: index) {
            presentations[$0]?.style.isInContext == true
        }
        self[view].viewPosition = UInt32(position)
        note(positions: moved)
        if isInContext(view) { self[superview].subviews.mark(position, true) }
    }

    /// Removes a view from the list of its superview. Amortised O(1), or O(number of chunks) in a
    /// long list.
    mutating func removeSubview(_ view: Handle, of superview: Handle) {
        guard let position = subviewPosition(view, of: superview) else { return }
        if self[superview].subviews.isLong {
            if isInContext(view) { self[superview].subviews.mark(position, false) }
            note(positions: self[superview].subviews.removeFromChunk(at: position))
        } else {
            self[superview].subviews.remove(at: position)
        }
        guard self[superview].subviews.isSparse else { return }
        self[superview].subviews.pack()
        note(positions: self[superview].subviews.positions)
    }

    /// Returns the index of a view among the subviews of `superview`, or nil if it is not one of
    /// them.
    func subviewIndex(_ view: Handle, of superview: Handle) -> Int? {
        guard self[view].superview == superview,
            let position = subviewPosition(view, of: superview)
        else { return nil }
        return self[superview].subviews.index(at: position)
    }

    /// Returns the index at which to insert a view above `view`. The views of controllers presented
    /// with `currentContext` or `overCurrentContext` may be directly above `view`; the index is
    /// above these views too. Returns nil if `view` is not a subview of `superview`.
    func indexAboveContexts(over view: Handle, in superview: Handle) -> Int? {
        guard self[view].superview == superview,
            let position = subviewPosition(view, of: superview)
        else { return nil }
        return self[superview].subviews.endOfMarked(after: position) {
            note(visits: 1)
            return isInContext($0)
        }
    }

    /// Returns the position of a subview in its superview's list, or nil. The search starts at the
    /// last recorded position. O(distance), limited by the size of a short list or a chunk.
    private func subviewPosition(_ view: Handle, of superview: Handle) -> Int? {
        let hint = Int(self[view].viewPosition)
        guard let position = self[superview].subviews.position(of: view, near: hint) else {
            return nil
        }
        if !self[superview].subviews.isLong { note(visits: abs(position - hint)) }
        return position
    }

    private mutating func divideSubviews(of superview: Handle) {
        self[superview].subviews.divide()
        noteSubviews(of: superview)
    }

    /// Records the positions of all subviews of a view. In a long list, also marks the views of
    /// controllers that are presented with `currentContext` or `overCurrentContext`. No subview may
    /// be marked yet. O(subviews).
    mutating func noteSubviews(of superview: Handle) {
        let positions = self[superview].subviews.positions
        note(positions: positions)
        guard self[superview].subviews.isLong else { return }
        for (view, position) in positions where isInContext(view) {
            self[superview].subviews.mark(position, true)
        }
    }

    private mutating func note(positions moved: HandleChunks.Moved) {
        note(visits: moved.count)
        for (view, position) in moved { self[view].viewPosition = UInt32(position) }
    }

    // MARK: Views presented in contexts

    /// Sets or clears the mark on the view of a controller that is presented with `currentContext`
    /// or `overCurrentContext`. Only long lists of subviews have marks. Called after the
    /// presentation has begun, and before it ends.
    mutating func markContext(_ view: Handle, _ isMarked: Bool) {
        let superview = self[view].superview
        guard self[superview].subviews.isLong, isInContext(view),
            let position = subviewPosition(view, of: superview)
        else { return }
        self[superview].subviews.mark(position, isMarked)
    }
}
