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

extension Scene {
    /// Loads a controller's view unless it is already loaded: sends `loadView` and `viewDidLoad`
    /// [12.6]. The view gets the size of the controller's current or future window. Without such a
    /// window, it gets the size of the first window. O(depth).
    package mutating func loadViewIfNeeded(_ controller: Handle) {
        guard !self[controller].flags.contains(.viewLoaded) else { return }
        load(controller, windowSize(ahead: controller) ?? firstWindowSize ?? .standard)
    }

    /// Loads the view of a controller that becomes the root of a window.
    mutating func loadViewIfNeeded(_ root: Handle, asRootOf window: Handle) {
        guard !self[root].flags.contains(.viewLoaded) else { return }
        load(root, self[window].frame.size)
    }

    private mutating func load(_ controller: Handle, _ size: Size) {
        self[controller].flags.insert(.viewLoaded)
        if self[controller].frame != Frame(size) {
            self[controller].frame = Frame(size)
            emit(ViewEvents.DidChangeFrame { $0.frame = Frame(size) }, of: controller)
        }
        send(LifecycleEvents.LoadView(), to: controller)
        send(LifecycleEvents.ViewDidLoad(), to: controller)
    }

    /// The size of the window that was created first, or nil if there is none.
    private var firstWindowSize: Size? {
        let first = state.orders[Int(Node.Role.window.rawValue)].first
        return first == 0 ? nil : self[handle(at: first)].frame.size
    }
}

/// Functions that check and set properties of views, such as the opacity. Commands set these
/// properties at once or at the end of a transition.
extension Scene {
    /// Checks the new values of a view's properties. A nil value means that the property is not
    /// changed.
    ///
    /// - Throws: `invalidArgument` for a number outside of its range, `limitExceeded` for a colour
    ///   string that is too long. The error contains the path of the value.
    func check(_ values: AlongsideView) throws(CommandError) {
        if let frame = values.frame { try check(frame, at: "frame") }
        if let alpha = values.alpha, !(0...1).contains(alpha) {
            throw .invalidArgument("must be between 0 and 1, got \(alpha)", path: "alpha")
        }
        if let color = values.backgroundColor { try check(text: color, at: "backgroundColor") }
        if let transform = values.transform { try check(transform, at: "transform") }
    }

    private func check(_ transform: AffineTransform, at path: String) throws(CommandError) {
        let numbers = [
            ("a", transform.a), ("b", transform.b), ("c", transform.c), ("d", transform.d),
            ("tx", transform.tx), ("ty", transform.ty),
        ]
        for (name, number) in numbers where !(abs(number) <= Limits.points) {
            let most = Int(Limits.points)
            throw .invalidArgument(
                "must be between -\(most) and \(most), got \(number)",
                path: "\(path).\(name)")
        }
    }

    mutating func set(_ view: Handle, _ new: ViewAttributes) {
        let old = attributes[view] ?? ViewAttributes()
        guard old != new else { return }
        attributes[view] = new
        let before = Value(fields: old).members ?? []
        var changes = (Value(fields: new).members ?? []).filter { !before.contains($0) }
        if old.transform != nil, new.transform == nil { changes.append(.init("transform", .null)) }
        emit(ViewEvents.Updated { $0.changes = .object(changes) }, of: view)
    }
}

extension ViewAttributes {
    /// Sets each attribute for which `values` contains a value. Attributes whose value is nil keep
    /// their current value.
    mutating func take(_ values: AlongsideView) {
        if let alpha = values.alpha { self.alpha = alpha }
        if let color = values.backgroundColor { backgroundColor = color }
        if let transform = values.transform {
            self.transform = transform.isIdentity ? nil : transform
        }
    }
}
