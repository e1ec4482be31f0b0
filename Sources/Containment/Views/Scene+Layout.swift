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
            let mask = self[attributesOf: subview]?.autoresizing ?? .flexibleSize
            setFrame(subview, self[subview].frame.resized(from: old.size, to: frame.size, mask))
        }
    }

    /// Returns the size for the view of a child that a container manages, when the container has
    /// the size `size` [13.3]. Returns nil if the container does not manage the view.
    private func size(ofManaged view: Handle, in container: Handle, _ size: Size) -> Size? {
        guard self[view].parent == container, self[view].flags.contains(.managed) else {
            return nil
        }
        return self[kindOf: container].kind.size(
            forChild: view, of: container, in: self, parentSize: size)
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
        let first = firstSlot(of: .window)
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
        let old = self[attributesOf: view] ?? ViewAttributes()
        guard old != new else { return }
        self[attributesOf: view] = new
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
