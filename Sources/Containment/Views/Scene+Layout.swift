package import PagerModel

/// The frames and layout passes of views [13.4].
extension Scene {
    /// Sets the frame of a view, and resizes its subviews by their autoresizing masks. Does not
    /// send a size callback [13.4].
    package mutating func setFrame(_ view: Handle, _ frame: Frame) {
        let old = self[view].frame
        guard old != frame else { return }
        self[view].frame = frame
        emit(ViewEvents.DidChangeFrame { $0.frame = frame }, of: view)
        noteMoved(view)
        guard old.size != frame.size else { return }
        needsLayout(view)
        for subview in self[view].subviews.all + absent(from: view) {
            if let own = size(ofManaged: subview, in: view, frame.size) {
                setFrame(
                    subview,
                    Frame(
                        x: self[subview].frame.x, y: self[subview].frame.y, width: own.width,
                        height: own.height))
                continue
            }
            let mask = attributes[subview]?.autoresizing ?? .flexibleSize
            setFrame(subview, self[subview].frame.resized(from: old.size, to: frame.size, mask))
        }
    }

    /// Returns the size for the view of a child that a container manages, when the container has
    /// the size `size` [13.3]. Returns nil if the container does not manage the view.
    private func size(ofManaged view: Handle, in container: Handle, _ size: Size) -> Size? {
        guard self[view].parent == container, self[view].flags.contains(.managed) else {
            return nil
        }
        return kinds[Int(self[container].kind)].kind.size(
            forChild: view, of: container, in: self, parentSize: size)
    }

    /// Returns the presenters whose views a presentation has removed from `view`. Each of these
    /// views returns to `view` when its presentation ends.
    func absent(from view: Handle) -> [Handle] {
        guard let absent = state.absent[view] else { return [] }
        return absent.sorted { self[$0].serial < self[$1].serial }
    }

    mutating func needsLayout(_ view: Handle) {
        guard self[view].role == .controller, !self[view].flags.contains(.needsLayout) else {
            return
        }
        self[view].flags.insert(.needsLayout)
        dirty.append(view)
    }

    /// Runs layout passes, superviews first, until no controller's view in a window needs layout.
    /// Stops after `Limits.nestedReactions` passes.
    mutating func flushLayout() {
        var passes = 0
        followMoved()
        while !dirty.isEmpty, passes < Limits.nestedReactions {
            passes += 1
            sortDirty()
            // A reaction can start a transition, which has its own layout pass.
            var views: [Handle] = []
            swap(&views, &dirty)
            for view in views {
                guard isAlive(view) else { continue }
                self[view].flags.remove(.needsLayout)
                guard !self[view].window.isNone else { continue }
                send(LifecycleEvents.ViewWillLayoutSubviews(), to: view)
                send(LifecycleEvents.ViewDidLayoutSubviews(), to: view)
            }
            if dirty.isEmpty {
                views.removeAll(keepingCapacity: true)
                swap(&views, &dirty)
            }
            followMoved()
        }
        if !dirty.isEmpty { giveUpLayout() }
    }

    /// Stops the layout of views whose layout callbacks always request another layout, and
    /// publishes a diagnostic.
    private mutating func giveUpLayout() {
        let views = dirty
        dirty.removeAll(keepingCapacity: true)
        for view in views where isAlive(view) {
            self[view].flags.remove(.needsLayout)
            misuse(
                view,
                "\(shown(view)) still needs layout after \(Limits.nestedReactions) passes in one "
                    + "transaction; its layout callbacks request layout again")
        }
    }

    /// Sorts the views that need a layout pass: superviews before subviews, otherwise in the order
    /// of the requests. Usually the views are already sorted, and the function does nothing.
    private mutating func sortDirty() {
        // A container and the view it has just inserted are already in this order.
        guard dirty.count > 2 || (dirty.count == 2 && self[dirty[1]].superview != dirty[0]) else {
            return
        }
        var deepest = 0
        var isSorted = true
        for view in dirty {
            let depth = isAlive(view) ? viewDepth(view) : 0
            if depth < deepest { isSorted = false }
            deepest = depth
        }
        guard !isSorted else { return }
        let depths = dirty.map { isAlive($0) ? viewDepth($0) : 0 }
        let order = depths.indices.sorted { (depths[$0], $0) < (depths[$1], $1) }
        dirty = order.map { dirty[$0] }
    }

    func viewDepth(_ view: Handle) -> Int {
        var depth = 0
        var current = view
        while !current.isNone {
            depth += 1
            current = self[current].superview
        }
        return depth
    }
}
