public import PagerModel

extension Scene {
    /// Returns the window's root controller, or `.none`.
    func root(of window: Handle) -> Handle { self[window].children.first ?? .none }

    /// Replaces a window's root. The presentations of the old root are dismissed first [contract
    /// 5].
    mutating func setRoot(_ root: Handle, of window: Handle) {
        let old = self.root(of: window)
        guard old != root else { return }
        if !root.isNone { loadViewIfNeeded(root, asRootOf: window) }
        if !old.isNone {
            dismissAll(in: window)
            begin(old, appearing: false, animated: false, driver: .transition)
            detach(old)
            self[old].flags.remove(.isRoot)
            self[window].children = HandleList()
            endInTime(old, of: .transition)
        }
        guard !root.isNone, canBeRoot(root, of: window) else {
            if root.isNone || !old.isNone {
                emit(WindowEvents.RootChanged { $0.controller = .none }, of: window)
            }
            return
        }
        self[root].flags.insert(.isRoot)
        self[window].children = HandleList([root])
        emit(WindowEvents.RootChanged { $0.controller = root }, of: window)
        setFrame(root, Frame(self[window].frame.size))
        let isLater = waitsForCycle(root)
        state.cycle.isRevealing = isLater
        begin(root, appearing: true, animated: false, driver: .transition)
        state.cycle.isRevealing = false
        insert(root, into: window, at: 0)
        if isLater { return state.cycle.append(.appearance(root, of: .transition)) }
        if !self[kindOf: root].traits.laysOutAfterAppearing { flushLayout() }
        // A window's first layout precedes the appearance of its root, and a push in
        // `viewWillAppear` begins with that layout.
        runPostponed()
        end(root, of: .transition)
    }

    /// Changes the size of a window, with all callbacks. Before any size changes, the shown
    /// controllers receive `willTransitionToTraits` if the traits change, and
    /// `viewWillTransitionToSize` if their own size changes [13.1].
    mutating func resize(_ window: Handle, to size: Size) {
        let old = self[window].frame.size
        guard old != size else { return }
        var families = [root(of: window)].filter { !$0.isNone }
        var next = 0
        while next < families.count {
            addShownPresented(by: families[next], to: &families)
            next += 1
        }
        families.removeAll { !self[$0].presenter.isNone && isAway($0) }
        let traits = Traits(size)
        let changed = traits != Traits(old)
        // The new size of each controller. One presented with an in-context style gets the size of
        // its presenter.
        var sizes: [Handle: Size] = [:]
        for root in families {
            let isContext = isInContext(root)
            let own =
                isContext
                ? sizes[self[root].presenter] ?? self[root].frame.size
                : frame(ofPresented: root, in: size).size
            if changed {
                tell(root, own) { scene, told, _ in scene.willChangeTraits(told, traits) }
            }
            tell(root, own) { scene, told, size in
                sizes[told] = size
                scene.willChangeSize(told, size)
            }
        }
        self[window].frame = Frame(size)
        emit(WindowEvents.Resized { $0.size = size }, of: window)
        for view in self[window].subviews.all where self[view].role == .view {
            setFrame(view, Frame(size))
        }
        for root in families where !isPlaced(root) {
            let isContext = isInContext(root)
            setFrame(
                root,
                isContext
                    ? frameInWindow(of: self[root].presenter)
                    : frame(ofPresented: root, in: size))
        }
        guard changed else { return }
        for root in families {
            tell(root, size) { scene, told, _ in scene.didChangeTraits(told, traits) }
        }
    }

    private func addShownPresented(by controller: Handle, to families: inout [Handle]) {
        if let presented = self[controller].presented.some { families.append(presented) }
        for child in leadingChildren(of: controller) { addShownPresented(by: child, to: &families) }
    }

    /// Calls `body` for a controller and its shown descendants, parents first, each with its new
    /// size [13.3].
    private mutating func tell(
        _ controller: Handle, _ size: Size, _ body: (inout Scene, Handle, Size) -> Void
    ) {
        guard self[controller].flags.contains(.viewLoaded) else { return }
        enterLevel()
        defer { leaveLevel() }
        _ = state.nesting.takeStop()
        body(&self, controller, size)
        guard !state.nesting.takeStop() else { return }
        let entry = self[kindOf: controller]
        for child in forwardedChildren(of: controller)
        where isAlive(child)
            && isDescendant(returnSuperview(of: child) ?? child, of: controller)
        {
            let own = entry.kind.size(
                forChild: child, of: controller, in: self, parentSize: size)
            tell(child, own ?? size, body)
        }
    }

    private mutating func willChangeTraits(_ controller: Handle, _ traits: Traits) {
        send(LifecycleEvents.WillTransitionToTraits { $0.traits = traits }, to: controller)
    }

    private mutating func didChangeTraits(_ controller: Handle, _ traits: Traits) {
        send(LifecycleEvents.TraitCollectionDidChange { $0.traits = traits }, to: controller)
    }

    private mutating func willChangeSize(_ controller: Handle, _ size: Size) {
        guard self[controller].frame.size != size else { return }
        send(LifecycleEvents.ViewWillTransitionToSize { $0.size = size }, to: controller)
    }

    /// Returns the size of the window that contains a controller's view. If the view is in no
    /// window, returns the window size of the nearest ancestor or presenter that has a window,
    /// because the view will appear there. Nil if there is no such window. O(depth).
    package func windowSize(ahead controller: Handle) -> Size? {
        var current = controller
        while !current.isNone {
            if let size = windowSize(of: current) { return size }
            // A new root has the window's size before its view is inserted.
            if self[current].flags.contains(.isRoot) { return self[current].frame.size }
            current = above(current)
        }
        return nil
    }

    /// Returns the size of the window of a controller's view, or nil without a window.
    package func windowSize(of controller: Handle) -> Size? {
        self[controller].window.some.map { self[$0].frame.size }
    }
}

/// The running animated resizes of windows. Each has a number, so that the deadline of an earlier
/// resize does not end a later one.
struct WindowResizes: Sendable {
    private var running: [Handle: UInt64] = [:]
    /// The number of the most recent resize, or 0.
    private var last: UInt64 = 0

    /// Begins the resize of a window, and returns its number.
    mutating func begin(_ window: Handle) -> UInt64 {
        last += 1
        running[window] = last
        return last
    }

    /// Returns false if the window has no running resize.
    mutating func end(_ window: Handle) -> Bool {
        !running.isEmpty && running.removeValue(forKey: window) != nil
    }

    func isRunning(_ window: Handle, number: UInt64) -> Bool { running[window] == number }

    mutating func visit(_ records: RecordTable, _ archive: inout Archive) {
        archive.visit(&running, by: Handle.isInOrder, new: 0) { $0.visit(&$1) }
        archive.visit(counter: &last)
        archive.require(
            running.keys.allSatisfy { window in
                let node = records[Int(window.slot)]
                return node.role == .window && node.generation == window.generation
            }, "a resize refers to no window")
    }
}

/// Animated resizes of windows [13.11]. The scene changes immediately; only the programs that
/// display it use the duration.
extension Scene {
    /// Publishes the start of a resize, and sets the deadline at which the resize ends.
    mutating func beginResize(of window: Handle, to size: Size, duration: Double) {
        let number = state.resizes.begin(window)
        emit(
            WindowEvents.WillResize {
                $0.size = size
                $0.duration = duration
            }, of: window)
        insertDeadline(at: now.advanced(by: duration), .resize(window, number: number))
    }

    /// Ends the running resize of a window, if there is one.
    ///
    /// - Parameter finished: False if a new resize or the destruction of the window ends it early.
    mutating func endResize(of window: Handle, finished: Bool) {
        guard state.resizes.end(window) else { return }
        emit(WindowEvents.DidResize { $0.finished = finished }, of: window)
    }

    /// Ends a resize at its deadline, unless it has already ended.
    mutating func passResizeDeadline(of window: Handle, number: UInt64) {
        if isResizing(window, number: number) { endResize(of: window, finished: true) }
    }

    /// Returns whether the resize with this number is running.
    func isResizing(_ window: Handle, number: UInt64) -> Bool {
        state.resizes.isRunning(window, number: number)
    }
}

/// The safe area insets of views: the margins that bars, or parts of the device such as the notch,
/// cover [13.9].
extension Scene {
    /// Returns the safe area insets of a window, or nil if all are 0. They are stored in the
    /// window's `additionalSafeAreaInsets`, the only option that a window uses.
    func safeAreaInsets(ofWindow window: Handle) -> Insets? {
        self[optionsOf: window].additionalSafeAreaInsets
    }

    /// Returns the safe area insets of a controller's view, or nil if all are 0 or the view is in
    /// no window. O(depth).
    func safeAreaInsets(of controller: Handle) -> Insets? {
        guard !self[controller].window.isNone, isAnythingCovered(above: controller) else {
            return nil
        }
        let insets = coveredInsets(of: controller)
        return insets == .zero ? nil : insets
    }

    private func isAnythingCovered(above view: Handle) -> Bool {
        var current = view
        while !current.isNone {
            if self[optionsOf: current].additionalSafeAreaInsets != nil { return true }
            current = self[current].superview
        }
        return false
    }

    /// Returns the safe area insets of a view. These are the part of the superview's insets that
    /// overlaps the view, plus the additional insets of the view's controller. O(depth).
    private func coveredInsets(of view: Handle) -> Insets {
        let own = self[optionsOf: view].additionalSafeAreaInsets ?? .zero
        let superview = self[view].superview
        guard !superview.isNone else { return own }
        return coveredInsets(of: superview)
            .reaching(self[view].frame, in: self[superview].frame.size).adding(own)
    }

    /// Checks the range of each inset.
    ///
    /// - Throws: `invalidArgument` if an inset is less than `least` or greater than
    ///   `Limits.points`.
    func check(_ insets: Insets, from least: Double, at path: String) throws(CommandError) {
        let sides = [
            ("top", insets.top), ("left", insets.left), ("bottom", insets.bottom),
            ("right", insets.right),
        ]
        for (name, inset) in sides where !(least...Limits.points).contains(inset) {
            throw .invalidArgument(
                "must be between \(Int(least)) and \(Int(Limits.points)) points, got \(inset)",
                path: "\(path).\(name)")
        }
    }
}

extension WindowSetSafeAreaInsets: SceneCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) -> Handle {
        let window = try scene.window(id)
        try scene.check(insets, from: 0, at: "insets")
        return window
    }

    public func commit(_ window: Handle, in scene: inout Scene, after _: Validation<Self>) -> Reply
    {
        let new = insets == .zero ? nil : insets
        guard scene.safeAreaInsets(ofWindow: window) != new else { return Reply() }
        scene[optionsOf: window].additionalSafeAreaInsets = new
        let shown = new.map { Value($0) } ?? .null
        scene.emit(WindowEvents.SafeAreaInsetsChanged { $0.insets = shown }, of: window)
        return Reply()
    }
}
