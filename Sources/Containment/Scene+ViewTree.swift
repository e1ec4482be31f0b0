public import PagerModel

/// The tree of views, and the appearance that follows from entering or leaving a window [3].
extension Scene {
    /// Inserts a view that is in no superview; what it brings into a window appears [3.2].
    mutating func insert(_ view: Handle, into superview: Handle, at index: Int? = nil) {
        let window = self[superview].role == .window ? superview : self[superview].window
        let entering = window.isNone ? [] : topControllers(of: view).filter { enters($0) }
        for controller in entering {
            let driver = appearanceDriver(of: controller)
            begin(controller, appearing: true, animated: false, driver: driver)
        }
        let place = min(index ?? self[superview].subviews.count, self[superview].subviews.count)
        self[superview].subviews.insert(view, at: place)
        self[view].superview = superview
        emit(.didMoveToSuperview(superview: superview, index: Int32(place)), view)
        needsLayout(superview)
        guard !window.isNone else { return }
        enterWindow(view, window)
        for controller in topControllers(of: view) { sendIsAppearing(controller) }
        for controller in entering { end(controller, of: .tree) }
    }

    /// Takes a view out of its superview; what leaves a window with it disappears [3.3].
    mutating func detach(_ view: Handle) {
        let superview = self[view].superview
        guard !superview.isNone else { return }
        let leaving = self[view].window.isNone ? [] : topControllers(of: view).filter { leaves($0) }
        for controller in leaving {
            begin(controller, appearing: false, animated: false, driver: .tree)
        }
        if let index = self[superview].subviews.lastIndex(of: view) {
            self[superview].subviews.remove(at: index)
        }
        self[view].superview = .none
        emit(.didMoveToSuperview(superview: .none, index: -1), view)
        needsLayout(superview)
        if !self[view].window.isNone { leaveWindow(view) }
        for controller in leaving { end(controller, of: .tree) }
    }

    /// The outermost controllers in a view's subtree. O(1) for a controller's own view.
    private func topControllers(of view: Handle) -> [Handle] {
        if self[view].role == .controller { return [view] }
        return self[view].subviews.flatMap { topControllers(of: $0) }
    }

    /// Whether the tree itself makes the controller appear: nobody else does [3.2] [4.8].
    private func enters(_ controller: Handle) -> Bool {
        let node = self[controller]
        guard !node.isTransitioning, node.appearance == .disappeared else { return false }
        guard !node.parent.isNone else { return true }
        guard forwards(node.parent), hears(controller, from: node.parent) else { return false }
        switch self[node.parent].appearance {
        case .appeared: return true
        // The parent's will is being sent: it comes by itself. Later the child joins in.
        case .appearing: return !self[node.parent].flags.contains(.inWillPhase)
        case .disappeared, .disappearing: return false
        }
    }

    private func appearanceDriver(of controller: Handle) -> Node.Driver {
        let parent = self[controller].parent
        return !parent.isNone && self[parent].appearance == .appearing ? .parent : .tree
    }

    private func leaves(_ controller: Handle) -> Bool {
        let node = self[controller]
        if node.isTransitioning { return node.driver == .parent }
        guard node.appearance == .appeared else { return false }
        return node.parent.isNone || (forwards(node.parent) && hears(controller, from: node.parent))
    }

    /// Marks the subtree as in a window; controllers without a parent appear by themselves [3.6].
    private mutating func enterWindow(_ view: Handle, _ window: Handle) {
        self[view].window = window
        needsLayout(view)
        for subview in self[view].subviews {
            let isOrphan = self[subview].role == .controller && self[subview].parent.isNone
            if isOrphan { begin(subview, appearing: true, animated: false, driver: .tree) }
            enterWindow(subview, window)
            if isOrphan {
                sendIsAppearing(subview)
                end(subview, of: .tree)
            }
        }
    }

    private mutating func leaveWindow(_ view: Handle) {
        for subview in self[view].subviews {
            let isOrphan = self[subview].role == .controller && self[subview].parent.isNone
            if isOrphan { begin(subview, appearing: false, animated: false, driver: .tree) }
            leaveWindow(subview)
            if isOrphan { end(subview, of: .tree) }
        }
        self[view].window = .none
    }

    /// The view of a managed child goes into its container's view and fills the frame.
    public mutating func install(_ child: Handle, in container: Handle, frame: Frame) {
        loadViewIfNeeded(child)
        setFrame(child, frame)
        if displaced[child] != nil {
            // Its own full-screen presentation covers it: it comes back when that ends.
            displaced[child] = Displacement(superview: container)
        } else if self[child].superview != container {
            if !self[child].superview.isNone { detach(child) }
            insert(child, into: container)
        }
    }

    /// The view of a managed child leaves its container's view.
    public mutating func uninstall(_ child: Handle) {
        if displaced[child] != nil { displaced[child] = Displacement(superview: .none) }
        detach(child)
    }

    /// The rectangle that a container gives to a child that fills it.
    public func bounds(of controller: Handle) -> Size { self[controller].frame.size }

    public func isViewLoaded(_ controller: Handle) -> Bool {
        self[controller].flags.contains(.viewLoaded)
    }

    func isDescendant(_ view: Handle, of ancestor: Handle) -> Bool {
        var current = view
        while !current.isNone {
            if current == ancestor { return true }
            current = self[current].superview
        }
        return false
    }
}

// MARK: frames and layout

extension Scene {
    /// Changes a frame; subviews follow by their masks. No size callback follows [13.4].
    public mutating func setFrame(_ view: Handle, _ frame: Frame) {
        let old = self[view].frame
        guard old != frame else { return }
        self[view].frame = frame
        emit(.didChangeFrame(frame), view)
        guard old.size != frame.size else { return }
        needsLayout(view)
        for subview in self[view].subviews {
            let mask = attributes[subview]?.autoresizing ?? .flexibleSize
            setFrame(subview, self[subview].frame.resized(from: old.size, to: frame.size, mask))
        }
    }

    mutating func needsLayout(_ view: Handle) {
        guard self[view].role == .controller, !self[view].flags.contains(.needsLayout) else {
            return
        }
        self[view].flags.insert(.needsLayout)
        dirty.append(view)
    }

    /// A layout pass for every loaded controller's view in a window that asked for one,
    /// superviews first.
    mutating func flushLayout() {
        var passes = 0
        while !dirty.isEmpty, passes < Limits.nestedReactions {
            passes += 1
            var views = dirty
            dirty.removeAll(keepingCapacity: true)
            if views.count > 1 { views = outermostFirst(views) }
            for view in views where isAlive(view) {
                self[view].flags.remove(.needsLayout)
                guard !self[view].window.isNone else { continue }
                send(.viewWillLayoutSubviews, .viewWillLayoutSubviews, to: view)
                send(.viewDidLayoutSubviews, .viewDidLayoutSubviews, to: view)
            }
        }
    }

    private func outermostFirst(_ views: [Handle]) -> [Handle] {
        let depths = views.filter { isAlive($0) }.map { (view: $0, depth: viewDepth($0)) }
        if zip(depths, depths.dropFirst()).allSatisfy({ $0.depth <= $1.depth }) {
            return depths.map(\.view)
        }
        return depths.enumerated()
            .sorted { ($0.element.depth, $0.offset) < ($1.element.depth, $1.offset) }
            .map(\.element.view)
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
