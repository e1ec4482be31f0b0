public import PagerModel

extension Scene {
    /// Checks that a width and a height are within their limits.
    ///
    /// - Throws: `invalidArgument` for a size out of range.
    func check(_ size: Size, at path: String) throws(CommandError) {
        for side in [size.width, size.height] where !(0...Limits.points).contains(side) {
            throw .invalidArgument(
                "width and height must be between 0 and \(Int(Limits.points)) points, got \(side)",
                path: path)
        }
    }

    func check(_ frame: Frame, at path: String) throws(CommandError) {
        try check(frame.size, at: path)
        for coordinate in [frame.x, frame.y] where abs(coordinate) > Limits.points {
            throw .invalidArgument(
                "x and y must be between -\(Int(Limits.points)) and \(Int(Limits.points)) points, "
                    + "got \(coordinate)", path: path)
        }
    }
}

extension WindowCreate: SceneCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) {
        try scene.check(size, at: "size")
        try scene.checkName(id)
    }

    public func commit(_ plan: Void, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        let window = scene.makeNode(.window, id)
        scene[window].frame = Frame(size)
        scene.emit(WindowEvents.Created { $0.size = size }, of: window)
        return Reply { $0.id = Identifier(unchecked: scene[window].name) }
    }
}

extension WindowDestroy: SceneCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) -> Handle {
        try scene.window(id)
    }

    public func commit(_ window: Handle, in scene: inout Scene, after _: Validation<Self>) -> Reply
    {
        scene.destroy(window: window)
        return Reply()
    }
}

extension Scene {
    /// Removes the root of a window, and destroys the window.
    mutating func destroy(window: Handle) {
        endResize(of: window, finished: false)
        setRoot(.none, of: window)
        emit(WindowEvents.Destroyed(), of: window)
        destroyNode(window)
    }
}

extension WindowGet: ReadingCommand {
    public func reply(in scene: borrowing Scene) throws(CommandError) -> Reply {
        scene.record(window: try scene.window(id))
    }
}

extension WindowList: ReadingCommand {
    public func reply(in scene: borrowing Scene) throws(CommandError) -> Reply {
        var reply = Reply()
        (reply.windows, reply.next) = try scene.portion(range, of: .window) { window, _ in
            scene.record(window: window)
        }
        return reply
    }
}

extension WindowSetRoot: SceneCommand {
    /// The window and its new root. Nil if the window already has this root.
    public typealias Plan = (window: Handle, root: Handle)?

    public func validate(in scene: borrowing Scene) throws(CommandError) -> Plan {
        let window = try scene.window(id)
        guard let controller else { return (window, .none) }
        let root = try scene.controller(controller, at: "controller")
        if scene.root(of: window) == root { return nil }
        try scene.checkUnused(root, at: "controller")
        return (window, root)
    }

    public func commit(_ plan: Plan, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        if let plan { scene.setRoot(plan.root, of: plan.window) }
        return Reply()
    }
}

extension WindowResize: SceneCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) -> Handle {
        let window = try scene.window(id)
        try scene.check(size, at: "size")
        try scene.check(duration: duration)
        return window
    }

    public func commit(_ window: Handle, in scene: inout Scene, after _: Validation<Self>) -> Reply
    {
        guard scene[window].frame.size != size else { return Reply() }
        scene.endResize(of: window, finished: false)
        if animated, duration > 0 { scene.beginResize(of: window, to: size, duration: duration) }
        scene.resize(window, to: size)
        scene.state.sized.noteSize()
        return Reply()
    }
}

extension Scene {
    /// Checks that no parent, container, presenter or window uses a controller.
    ///
    /// - Throws: `controllerInUse`. The message identifies the object that uses the controller.
    package func checkUnused(_ controller: Handle, at path: String) throws(CommandError) {
        let node = self[controller]
        let user: String? =
            if !node.parent.isNone {
                "is a child of \(shown(node.parent)); remove it from there first"
            } else if !node.presenter.isNone {
                "is presented by \(shown(node.presenter)); dismiss it first"
            } else if !node.container.isNone {
                "is in the list of \(shown(node.container)); remove it from there first"
            } else if node.flags.contains(.isRoot) {
                "is the root of a window; give the window another root first"
            } else if isDisplaced(controller) {
                "presents \(shown(node.presented)), which has replaced its view; dismiss that "
                    + "controller first"
            } else {
                nil
            }
        if let user {
            throw CommandError(.controllerInUse, "\(shown(controller)) \(user)", path: path)
        }
    }
}
