public import PagerModel

extension ViewCreate: SceneCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) {
        try scene.check(frame, at: "frame")
        try scene.checkName(id)
    }

    public func commit(_ plan: Void, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        let view = scene.makeNode(.view, id)
        scene[view].frame = frame
        var attributes = ViewAttributes()
        attributes.autoresizing = []
        scene[attributesOf: view] = attributes
        scene.emit(ViewEvents.Created { $0.frame = frame }, of: view)
        return Reply { $0.id = Identifier(unchecked: scene[view].name) }
    }
}

extension ViewDestroy: SceneCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) -> Handle {
        let view = try scene.view(self.view)
        guard scene[view].role == .view else {
            throw CommandError(
                .controllerInUse,
                "\(self.view) is a controller's view; destroy the controller instead",
                path: "view")
        }
        return view
    }

    public func commit(_ view: Handle, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        scene.destroy(view: view)
        return Reply()
    }
}

extension Scene {
    /// Destroys a view that belongs to no controller.
    mutating func destroy(view: Handle) {
        isolate(view)
        forgetAlongside(of: view)
        emit(ViewEvents.Destroyed(), of: view)
        destroyNode(view)
    }
}

extension ViewAddSubview: SceneCommand {
    public static var reactionTiming: ReactionTiming? { .atOnce }
    /// The view, its new superview, and its new index among the superview's other subviews.
    public typealias Plan = (view: Handle, target: Handle, index: Int)

    public func validate(in scene: borrowing Scene) throws(CommandError) -> Plan {
        let view = try scene.view(self.view)
        let target = try scene.view(to, at: "to")
        let index = try self.index(of: view, in: target, scene)
        try scene.checkMovable(view, at: "view")
        try scene.checkHierarchy(view, target)
        return (view, target, index)
    }

    public func commit(_ plan: Plan, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        let (view, target, index) = plan
        for touched in [target, view]
        where scene[touched].role == .controller && !scene.isViewLoaded(touched) {
            scene.loadViewIfNeeded(touched)
            // A reaction to `viewDidLoad` may have moved the views, and the events of the reaction
            // are already published.
            let event = "its view has loaded"
            guard scene.stillExist([view, target], after: event) else { return Reply() }
            let mayMove = scene.stillHolds(for: touched, after: event) {
                (scene) throws(CommandError) in
                try scene.checkMovable(view, at: "view")
                try scene.checkHierarchy(view, target)
            }
            guard mayMove else { return Reply() }
        }
        scene.move(view, to: target, at: index)
        return Reply()
    }

    /// Returns the view's new index among the other subviews of its new superview.
    private func index(of view: Handle, in target: Handle, _ scene: borrowing Scene)
        throws(CommandError) -> Int
    {
        guard [above != nil, below != nil, at != nil].filter({ $0 }).count <= 1 else {
            throw .invalidArgument("give at most one of above, below and at", path: "above")
        }
        let own = scene.subviewIndex(view, of: target)
        let others = scene[target].subviews.count - (own == nil ? 0 : 1)
        if let at {
            guard (0...others).contains(at) else {
                throw CommandError(
                    .indexOutOfRange, "the index must be between 0 and \(others), got \(at)",
                    path: "at")
            }
            return at
        }
        guard let name = above ?? below else { return others }
        let path = above == nil ? "below" : "above"
        let other = try scene.view(name, at: path)
        guard other != view, var index = scene.subviewIndex(other, of: target) else {
            throw .invalidArgument("\(name) is not a subview of \(to)", path: path)
        }
        if let own, own < index { index -= 1 }
        return above == nil ? index : index + 1
    }
}

extension ViewRemoveFromSuperview: SceneCommand {
    public static var reactionTiming: ReactionTiming? { .atOnce }
    public func validate(in scene: borrowing Scene) throws(CommandError) -> Handle {
        let view = try scene.view(self.view)
        try scene.checkMovable(view, at: "view")
        return view
    }

    public func commit(_ view: Handle, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        if scene[view].driver == .transition, !scene.isPlacedByDriver(view) {
            // `transition(from:to:)` removes the view, so this call is unbalanced [5.6].
            scene.unbalanced(view)
        }
        if scene[view].role == .controller { scene.loadViewIfNeeded(view) }
        scene.detach(view)
        return Reply()
    }
}

extension ViewSet: SceneCommand {
    public static var reactionTiming: ReactionTiming? { .atOnce }
    public func validate(in scene: borrowing Scene) throws(CommandError) -> Handle {
        let view = try scene.view(self.view)
        try scene.check(values)
        return view
    }

    public func commit(_ view: Handle, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        if scene[view].role == .controller { scene.loadViewIfNeeded(view) }
        if let frame { scene.setFrame(view, frame) }
        if let hidden { scene.setHidden(view, hidden) }
        scene.set(view, attributes(of: view, in: scene))
        return Reply()
    }

    /// The command's new values for the properties that a transition can animate.
    private var values: AlongsideView {
        AlongsideView {
            $0.view = view
            $0.frame = frame
            $0.alpha = alpha
            $0.backgroundColor = backgroundColor
            $0.transform = transform
        }
    }

    private func attributes(of view: Handle, in scene: Scene) -> ViewAttributes {
        var attributes = scene[attributesOf: view] ?? ViewAttributes()
        attributes.take(values)
        if let clipsToBounds { attributes.clipsToBounds = clipsToBounds }
        if let autoresizing { attributes.autoresizing = autoresizing }
        return attributes
    }
}

extension ViewGet: ReadingCommand {
    public func reply(in scene: borrowing Scene) throws(CommandError) -> Reply {
        scene.record(view: try scene.view(view))
    }
}

extension Scene {
    /// Sets whether a view is hidden. Does not send appearance callbacks [3.10].
    mutating func setHidden(_ view: Handle, _ hidden: Bool) {
        guard self[view].flags.contains(.hidden) != hidden else { return }
        if hidden {
            self[view].flags.insert(.hidden)
        } else {
            self[view].flags.remove(.hidden)
        }
        emit(ViewEvents.DidChangeHidden { $0.hidden = hidden }, of: view)
    }

    /// Inserts a view into `target`, or moves the view within the tree. A controller whose view
    /// stays in its window receives no callbacks.
    mutating func move(_ view: Handle, to target: Handle, at index: Int) {
        if let old = subviewIndex(view, of: target) {
            guard old != index else { return }
            removeSubview(view, of: target)
            insertSubview(view, of: target, at: index)
            emit(
                ViewEvents.DidMoveToSuperview {
                    $0.superview = target
                    $0.index = index
                }, of: view)
            return
        }
        let window = self[view].window
        guard !window.isNone, window == self[target].window else {
            return insert(view, into: target, at: index)
        }
        let old = self[view].superview
        removeSubview(view, of: old)
        insertSubview(view, of: target, at: index)
        relocate(view) { $0[view].superview = target }
        emit(
            ViewEvents.DidMoveToSuperview {
                $0.superview = target
                $0.index = index
            }, of: view)
        needsLayout(old)
        needsLayout(target)
        noteMoved(view)
    }

    /// Checks that a client may move a view.
    ///
    /// - Throws: `controllerInUse` if the view is the root of a window, or if a container or a
    ///   presentation manages it.
    fileprivate func checkMovable(_ view: Handle, at path: String) throws(CommandError) {
        if isPlacedByDriver(view) { return }
        try checkUnmanaged(view, at: path)
        let node = self[view]
        if let container = node.container.some, node.parent.isNone {
            throw CommandError(
                .controllerInUse,
                "\(shown(view)) is in the list of \(shown(container)), which places its view; use "
                    + "the commands of \(shown(container))", path: path)
        }
        guard !node.flags.contains(.isRoot) else {
            throw CommandError(
                .controllerInUse, "\(shown(view)) is the root of a window; use window.setRoot",
                path: path)
        }
        guard node.presenter.isNone, !isDisplaced(view) else {
            throw CommandError(
                .controllerInUse,
                "the view of \(shown(view)) belongs to a presentation; dismiss it first",
                path: path)
        }
    }

    /// Checks that a view can be inserted into `target`. No view may be inside itself, and the view
    /// tree may not be too deep. In a window, the view tree must match the controller tree
    /// [ERR-01].
    fileprivate func checkHierarchy(_ view: Handle, _ target: Handle) throws(CommandError) {
        guard !isEnclosed(target, by: view) else {
            throw CommandError(
                .wouldCreateCycle,
                "\(shown(view)) cannot become a subview of \(shown(target)), because "
                    + "\(shown(target)) is \(shown(view)) or inside \(shown(view))", path: "to")
        }
        try checkViewDepth(of: view, in: target, at: "to")
        let above = self[target].role == .controller ? target : nearestController(above: target)
        let isEntering = !self[target].window.isNone
        // A reaction must not misplace a child. When the tree enters a window later, the reaction
        // could no longer be refused.
        guard isEntering || (isReacting && !above.isNone) else { return }
        let onTop = controllersOnTop(of: view)
        for controller in onTop {
            guard let parent = self[controller].parent.some, parent != above else { continue }
            throw inconsistency(of: controller, below: above, at: "view")
        }
        guard isEntering, !state.misplacedChildren.isEmpty else { return }
        // The topmost controllers of the moved view have been checked. Children deeper in the view
        // would enter the window with it, so they are searched here.
        for subview in onTop.lazy.flatMap({ self[$0].subviews.all }) {
            guard let (child, nearest) = firstMisplacedChild(in: subview) else { continue }
            throw inconsistency(of: child, below: nearest, at: "view")
        }
    }
}
