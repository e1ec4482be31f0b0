public import PagerModel

/// The tree of views, and the appearance that follows from entering or leaving a window [3].
extension Scene {
    /// Inserts a view that is in no superview; what it brings into a window appears [3.2].
    ///
    /// A reaction to the loading of the view may have put the superview inside it meanwhile: then
    /// it stays where it is, for a tree has no way round.
    mutating func insert(_ view: Handle, into superview: Handle, at index: Int? = nil) {
        guard self[view].subviews.isEmpty || !isDescendant(superview, of: view) else {
            return misuse(
                view, "\(shown(superview)) lies in \(shown(view)), which cannot be its subview")
        }
        let window = self[superview].role == .window ? superview : self[superview].window
        let before = storage.relocations
        if !window.isNone {
            resolveStrays(in: view, entering: superview)
            forEachTopController(of: view) { scene, controller in
                guard scene.enters(controller) else { return }
                let driver = scene.appearanceDriver(of: controller)
                scene.begin(
                    scene.standIn(for: controller), appearing: true, animated: false,
                    driver: driver)
            }
            // What the containers' reactions have put in meanwhile enters with it.
            resolveStrays(in: view, entering: superview)
        }
        if storage.relocations != before, !mayStillEnter(view, superview) {
            return endAppearance(in: view)
        }
        let count = self[superview].subviews.count
        let place = min(index ?? count, count)
        insertSubview(view, of: superview, at: place)
        relocate(view) { $0[view].superview = superview }
        emit(.didMoveToSuperview(superview: superview, index: Int32(place)), view)
        needsLayout(superview)
        guard !window.isNone else { return noteStrays(view, in: superview) }
        enterWindow(view, window)
        forEachTopController(of: view) { scene, controller in
            guard let actor = scene.standIn(for: controller).some else { return }
            scene.sendIsAppearing(actor)
            scene.end(actor, of: .tree)
        }
    }

    /// Takes a view out of its superview; what leaves a window with it disappears [3.3].
    mutating func detach(_ view: Handle) {
        guard !self[view].superview.isNone else { return }
        forEachTopController(of: view) { scene, controller in
            guard scene.leaves(controller) else { return }
            scene.begin(
                scene.standIn(for: controller), appearing: false, animated: false, driver: .tree)
        }
        // A reaction to that may have moved it: it leaves where it is now.
        if let superview = self[view].superview.some {
            let wasInWindow = !self[view].window.isNone
            removeSubview(view, of: superview)
            relocate(view) { $0[view].superview = .none }
            emit(.didMoveToSuperview(superview: .none, index: -1), view)
            needsLayout(superview)
            if wasInWindow { leaveWindow(view) }
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
            let actor = scene.standIn(for: controller)
            if !actor.isNone { scene.end(actor, of: .tree) }
        }
    }

    /// Puts a view at an index among the subviews of another. O(1) at the end.
    mutating func insertSubview(_ view: Handle, of superview: Handle, at index: Int) {
        if index == self[superview].subviews.count {
            let place = self[superview].subviews.append(view)
            self[view].viewPlace = UInt32(place)
        } else {
            let place = self[superview].subviews.insert(view, at: index)
            self[view].viewPlace = UInt32(place)
        }
    }

    /// O(1), amortised, where it has not moved since it came.
    mutating func removeSubview(_ view: Handle, of superview: Handle) {
        guard let place = subviewPlace(view, of: superview) else { return }
        self[superview].subviews.remove(at: place)
        if self[superview].subviews.isSparse { packSubviews(of: superview) }
    }

    /// The index of a view among the subviews of another, nil where it is none.
    func subviewIndex(_ view: Handle, of superview: Handle) -> Int? {
        guard self[view].superview == superview,
            let place = subviewPlace(view, of: superview)
        else { return nil }
        return self[superview].subviews.index(at: place)
    }

    /// As many steps as it has moved since it came.
    private func subviewPlace(_ view: Handle, of superview: Handle) -> Int? {
        let hint = Int(self[view].viewPlace)
        guard let place = self[superview].subviews.place(of: view, near: hint) else { return nil }
        note(visits: abs(place - hint))
        return place
    }

    private mutating func packSubviews(of superview: Handle) {
        self[superview].subviews.pack()
        for (place, subview) in self[superview].subviews.all.enumerated() {
            self[subview].viewPlace = UInt32(place)
        }
    }

    /// Calls the body for the outermost controllers in a view's subtree. O(1) for a controller's
    /// own view.
    private mutating func forEachTopController(
        of view: Handle, _ body: (inout Scene, Handle) -> Void
    ) {
        if self[view].role == .controller { return body(&self, view) }
        note(walked: self[view].subviews.count)
        for subview in self[view].subviews.all where isAlive(subview) {
            forEachTopController(of: subview, body)
        }
        for definer in absent(from: view) where isReplaced(definer) { body(&self, definer) }
    }

    /// Whether the tree itself makes the controller appear: nobody else does [3.2] [4.8].
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
    mutating func enterWindow(_ view: Handle, _ window: Handle) {
        self[view].window = window
        needsLayout(view)
        note(walked: self[view].subviews.count)
        for subview in self[view].subviews.all {
            let appears =
                self[subview].role == .controller
                && (self[subview].parent.isNone || enters(subview))
            if appears {
                begin(subview, appearing: true, animated: false, driver: .tree)
                resolveStrays(in: subview, entering: view)
            }
            enterWindow(subview, window)
            if appears {
                sendIsAppearing(subview)
                end(subview, of: .tree)
            }
        }
        if storage.contexts > 0 { showContexts(in: view, window) }
    }

    mutating func leaveWindow(_ view: Handle) {
        note(walked: self[view].subviews.count)
        for subview in self[view].subviews.all {
            let isOrphan = self[subview].role == .controller && self[subview].parent.isNone
            if isOrphan { begin(subview, appearing: false, animated: false, driver: .tree) }
            leaveWindow(subview)
            if isOrphan { end(subview, of: .tree) }
        }
        if storage.contexts > 0 { hideContexts(in: view) }
        self[view].window = .none
        if self[view].role == .controller, staysShown(view) { self[view].flags.insert(.unseen) }
    }

    /// The rectangle that a container gives to a child that fills it.
    public func bounds(of controller: Handle) -> Size { self[controller].frame.size }

    public func isViewLoaded(_ controller: Handle) -> Bool {
        self[controller].flags.contains(.viewLoaded)
    }

    /// Whether a view is another or inside it. O(depth).
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
        noteMoved(view)
        guard old.size != frame.size else { return }
        needsLayout(view)
        note(walked: self[view].subviews.count)
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

    /// What a container gives to a child it manages, nil for all other views [13.3].
    private func size(ofManaged view: Handle, in container: Handle, _ size: Size) -> Size? {
        guard self[view].parent == container, self[view].flags.contains(.managed) else {
            return nil
        }
        return kinds[Int(self[container].kind)].kind.size(
            forChild: view, of: container, in: self, parentSize: size)
    }

    /// Presenters whose views a presentation has taken out of this one and that will be back.
    func absent(from view: Handle) -> [Handle] {
        guard let absent = storage.absent[view] else { return [] }
        return absent.sorted { self[$0].serial < self[$1].serial }
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
        followMoved()
        while !dirty.isEmpty, passes < Limits.nestedReactions {
            passes += 1
            sortDirty()
            var next = 0
            let count = dirty.count
            while next < count {
                let view = dirty[next]
                next += 1
                guard isAlive(view) else { continue }
                self[view].flags.remove(.needsLayout)
                guard !self[view].window.isNone else { continue }
                send(.viewWillLayoutSubviews, .viewWillLayoutSubviews, to: view)
                send(.viewDidLayoutSubviews, .viewDidLayoutSubviews, to: view)
            }
            if dirty.count == count {
                dirty.removeAll(keepingCapacity: true)
            } else {
                dirty.removeFirst(count)
            }
            followMoved()
        }
        if !dirty.isEmpty { giveUpLayout() }
    }

    /// Layout that asks for layout each time ends somewhere, and says so.
    private mutating func giveUpLayout() {
        let views = dirty
        dirty.removeAll(keepingCapacity: true)
        for view in views where isAlive(view) {
            self[view].flags.remove(.needsLayout)
            misuse(
                view,
                "\(shown(view)) still needs layout after \(Limits.nestedReactions) passes in one "
                    + "turn; its reactions to layout ask for more")
        }
    }

    /// Superviews before subviews, otherwise in the order in which they asked. In place: few ask
    /// in one turn, and nearly always in that order already.
    private mutating func sortDirty() {
        // A container and what it has just installed: asked in this order already.
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
