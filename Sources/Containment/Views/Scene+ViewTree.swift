package import PagerModel

/// The tree of views, and the appearance that follows from entering or leaving a window [3].
extension Scene {
    /// Inserts a view, out of the superview that it is in; what it brings into a window appears [3.2].
    ///
    /// A reaction may have put the superview inside the view meanwhile: then it stays where it is, for
    /// a tree has no way round.
    mutating func insert(_ view: Handle, into superview: Handle, at index: Int? = nil) {
        detachFully(view)
        guard self[view].subviews.isEmpty || !isDescendant(superview, of: view) else {
            return misuse(
                view, "\(shown(superview)) lies in \(shown(view)), which cannot be its subview")
        }
        let window = self[superview].role == .window ? superview : self[superview].window
        let before = state.relocations
        let nearest = window.isNone ? Handle.none : nearestController(from: superview)
        if !window.isNone {
            forEachTopController(of: view) { scene, controller in
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
            state.relocations == before || mayStillEnter(view, superview)
        else { return endAppearance(in: view) }
        let count = self[superview].subviews.count
        let place = min(index ?? count, count)
        insertSubview(view, of: superview, at: place)
        relocate(view) { $0[view].superview = superview }
        emit(ViewEvents.DidMoveToSuperview(superview: superview, index: place), of: view)
        needsLayout(superview)
        guard !window.isNone else { return noteStrays(on: view) }
        enterWindow(view, window, below: nearest)
        forEachTopController(of: view) { scene, controller in
            guard let actor = scene.standIn(for: controller).some else { return }
            scene.sendIsAppearing(actor)
            scene.endAppearance(of: actor)
        }
    }

    /// Takes a view out of its superview, and out of those that reactions to that put it in. The limit
    /// of reactions in a turn bounds how often they do.
    mutating func detachFully(_ view: Handle) {
        while !self[view].superview.isNone { detach(view) }
    }

    /// Takes a view out of its superview; what leaves a window with it disappears [3.3].
    mutating func detach(_ view: Handle) {
        guard !self[view].superview.isNone else { return }
        forEachTopController(of: view) { scene, controller in
            scene.settleContexts(in: controller)
            guard scene.leaves(controller) else { return }
            scene.begin(
                scene.standIn(for: controller), appearing: false, animated: false, driver: .tree)
        }
        // A reaction to that may have moved it: it leaves where it is now.
        if let superview = self[view].superview.some {
            let wasInWindow = !self[view].window.isNone
            removeSubview(view, of: superview)
            relocate(view) { $0[view].superview = .none }
            emit(ViewEvents.DidMoveToSuperview(superview: .none, index: nil), of: view)
            needsLayout(superview)
            if wasInWindow { leaveWindow(view) } else { noteStrays(on: view) }
        }
        endAppearance(in: view)
    }

    /// Removes a view from its superview, and its subviews from it, until reactions put none of them
    /// back. The limit of reactions in a transaction bounds the rounds.
    mutating func isolate(_ view: Handle) {
        repeat {
            detach(view)
            for subview in self[view].subviews.all.reversed() { detach(subview) }
        } while !self[view].superview.isNone || !self[view].subviews.isEmpty
    }

    /// Ends the appearance transitions that the view tree has begun for a view's top controllers.
    private mutating func endAppearance(in view: Handle) {
        forEachTopController(of: view) { scene, controller in
            if let actor = scene.standIn(for: controller).some { scene.endAppearance(of: actor) }
        }
    }

    /// Ends the appearance transition that the view tree has begun for a controller, reversed where a
    /// reaction has taken its view out of the window meanwhile, or into it.
    mutating func endAppearance(of controller: Handle) {
        guard self[controller].driver == .tree, isTransitioning(controller) else { return }
        let isInWindow = !self[controller].window.isNone
        if (self[controller].appearance == .appearing) != isInWindow {
            begin(controller, appearing: isInWindow, animated: false, driver: .tree)
        }
        end(controller, of: .tree)
    }

    /// Calls the body for the outermost controllers in a view's subtree. O(1) for a controller's
    /// own view.
    private mutating func forEachTopController(
        of view: Handle, _ body: (inout Scene, Handle) -> Void
    ) {
        if self[view].role == .controller { return body(&self, view) }
        state.levels += 1
        defer { state.levels -= 1 }
        for subview in self[view].subviews.all where isAlive(subview) {
            forEachTopController(of: subview, body)
        }
        for definer in absent(from: view) where isReplaced(definer) { body(&self, definer) }
    }

    /// Whether the controller appears because its view enters a window, and nothing else drives its
    /// appearance [3.2] [4.8].
    func enters(_ controller: Handle) -> Bool {
        let actor = standIn(for: controller)
        guard !actor.isNone, !isTransitioning(actor), self[actor].appearance == .disappeared
        else { return false }
        let parent = self[controller].parent
        guard !parent.isNone else { return true }
        guard forwards(parent), hears(controller, from: parent) else { return false }
        switch self[parent].appearance {
        case .appeared: return true
        // The parent's will is being sent: it comes by itself. Later the child joins in.
        case .appearing: return !self[parent].flags.contains(.inWillPhase)
        case .disappeared, .disappearing: return false
        }
    }

    func appearanceDriver(of controller: Handle) -> Node.Driver {
        let parent = self[controller].parent
        return !parent.isNone && self[parent].appearance == .appearing ? .parent : .tree
    }

    func leaves(_ controller: Handle) -> Bool {
        let actor = standIn(for: controller)
        guard !actor.isNone else { return false }
        // What the parent's own appearance has begun would never be ended.
        if isTransitioning(actor) { return self[actor].driver == .parent }
        guard self[actor].appearance == .appeared, !self[actor].window.isNone else {
            return false
        }
        let parent = self[controller].parent
        return parent.isNone || (forwards(parent) && hears(controller, from: parent))
    }

    /// Marks the subtree as in a window; controllers without a parent appear by themselves [3.6], and
    /// children that came while their parent had appeared in no window [3.1].
    ///
    /// - Parameter nearest: the controller in whose view the view lies.
    mutating func enterWindow(_ view: Handle, _ window: Handle, below nearest: Handle) {
        state.levels += 1
        defer { state.levels -= 1 }
        self[view].window = window
        needsLayout(view)
        let nearest = self[view].role == .controller ? view : nearest
        for subview in self[view].subviews.all {
            // Reactions to an earlier one may have moved this one, or all of them.
            guard self[view].window == window else { return }
            guard mayEnter(subview, view, window, below: nearest) else { continue }
            let appears =
                self[subview].role == .controller
                && (self[subview].parent.isNone || enters(subview))
            if appears { begin(subview, appearing: true, animated: false, driver: .tree) }
            if self[view].window == window, mayEnter(subview, view, window, below: nearest) {
                enterWindow(subview, window, below: nearest)
                if appears { sendIsAppearing(subview) }
            }
            if appears { endAppearance(of: subview) }
        }
        if state.contexts > 0, self[view].window == window { showContexts(in: view, window) }
    }

    private mutating func mayEnter(
        _ subview: Handle, _ view: Handle, _ window: Handle, below nearest: Handle
    ) -> Bool {
        self[subview].superview == view && self[subview].window != window
            && mayEnterWindow(subview, below: nearest)
    }

    mutating func leaveWindow(_ view: Handle) {
        state.levels += 1
        defer { state.levels -= 1 }
        self[view].window = .none
        for subview in self[view].subviews.all {
            // Reactions to an earlier one may have moved this one, or brought all of them back.
            guard self[view].window.isNone else { return }
            guard mayLeave(subview, view) else { continue }
            let isOrphan = self[subview].role == .controller && self[subview].parent.isNone
            if isOrphan {
                settleContexts(in: subview)
                begin(subview, appearing: false, animated: false, driver: .tree)
            }
            if self[view].window.isNone, mayLeave(subview, view) { leaveWindow(subview) }
            if isOrphan { endAppearance(of: subview) }
        }
        guard self[view].window.isNone else { return }
        if state.contexts > 0 { hideContexts(in: view) }
        if self[view].role == .controller, staysShown(view) { self[view].flags.insert(.unseen) }
    }

    private func mayLeave(_ subview: Handle, _ view: Handle) -> Bool {
        self[subview].superview == view && !self[subview].window.isNone
    }

    /// The rectangle that a container gives to a child that fills it.
    package func bounds(of controller: Handle) -> Size { self[controller].frame.size }

    package func isViewLoaded(_ controller: Handle) -> Bool {
        self[controller].flags.contains(.viewLoaded)
    }

    /// Whether a view is another or inside it. O(depth).
    func isDescendant(_ view: Handle, of ancestor: Handle) -> Bool {
        climb(from: view, to: ancestor) { self[$0].superview }
    }
}
