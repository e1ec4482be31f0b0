package import PagerModel

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
            end(old, of: .transition)
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
        begin(root, appearing: true, animated: false, driver: .transition)
        insert(root, into: window, at: 0)
        if !kinds[Int(self[root].kind)].traits.laysOutAfterAppearing { flushLayout() }
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
            let isContext = presentations[root]?.style.isInContext == true
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
            let isContext = presentations[root]?.style.isInContext == true
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
        state.levels += 1
        defer { state.levels -= 1 }
        state.stopsCallback = false
        body(&self, controller, size)
        guard !state.stopsCallback else { return state.stopsCallback = false }
        let entry = kinds[Int(self[controller].kind)]
        for child in forwardedChildren(of: controller)
        where isAlive(child)
            && isDescendant(displaced[child]?.superview ?? child, of: controller)
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
