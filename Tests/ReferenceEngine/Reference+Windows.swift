import PagerModel

// Windows, and the callbacks that every controller can receive.
extension Reference {
    func create(_ command: WindowCreate) throws(CommandError) {
        let id = try free(command.id) ?? newName("w")
        windows.append(Window(id, size: command.size, in: self))
        tell(id, "window.created", json(Value(command.size)))
    }

    func destroy(_ command: WindowDestroy) throws(CommandError) {
        let window = try window(command.id)
        endResize(window, finished: false)
        if window.root != nil { change(window, to: nil) }
        windows = windows.without(window)
        window.isGone = true
        tell(window.name, "window.destroyed")
    }

    func setRoot(_ command: WindowSetRoot) throws(CommandError) {
        let window = try window(command.id)
        let root: Controller? =
            if let id = command.controller { try controller(id) } else { nil }
        if root === window.root { return }
        if let root { try checkUnused(root) }
        change(window, to: root)
    }

    func change(_ window: Window, to root: Controller?) {
        let hadRoot = window.root != nil
        if let root { load(root, asRootOf: window) }
        if let old = window.root {
            dismissAll(in: window)
            begin(old, appear: false, animated: false, by: .transition)
            remove(old.view)
            window.root = nil
            end(old, of: .transition)
        }
        guard let root else { return tell(window.name, "window.rootChanged", "null") }
        guard !root.view.isGone, (try? checkUnused(root)) != nil else {
            tell(
                root, "diagnostic.misuse",
                "<\(root.name)> cannot become the root of <\(window.name)>: a reaction has added "
                    + "it to another parent or view")
            if hadRoot { tell(window.name, "window.rootChanged", "null") }
            return
        }
        remove(root.view)
        window.root = root
        tell(window.name, "window.rootChanged", root.name)
        setFrame(root.view, Frame(window.size))
        begin(root, appear: true, animated: false, by: .transition)
        add(root.view, to: window, at: 0)
        // A page controller's first layout comes later [9.3].
        if root.kind != "page" { layOut() }
        end(root, of: .transition)
    }

    // MARK: size [13]

    func resize(_ command: WindowResize) throws(CommandError) {
        let window = try window(command.id)
        let old = window.size
        let new = command.size
        guard (0...Limits.seconds).contains(command.duration) else {
            throw CommandError(.invalidArgument, "duration")
        }
        if old == new { return }
        endResize(window, finished: false)
        if command.animated, command.duration > 0 {
            tell(window.name, "window.willResize", json(Value(new)), "\(command.duration)")
            window.resizeEnd = schedule(in: command.duration) { [unowned self] in
                endResize(window, finished: true)
            }
        }
        let traits = Traits(new)
        let changes = traits != Traits(old)
        let classes = [json(Value(traits.horizontal)), json(Value(traits.vertical))]
        let families = families(in: window)
        var sizes: [(controller: Controller, size: Size)] = []
        for root in families {
            // In a context, the root gets the traits of its presenter.
            let presenter = root.presentationStyle.isInContext ? root.presenter : nil
            let own = presenter.map { presenter in
                sizes.last { $0.controller === presenter }?.size ?? root.view.frame.size
            }
            let told = told(root, own ?? sheetFrame(root, new).size)
            sizes += told
            if changes {
                for (controller, _) in told {
                    tell(controller, "lifecycle.willTransitionToTraits", classes[0], classes[1])
                }
            }
            for (controller, size) in told where size != controller.view.frame.size {
                tell(controller, "lifecycle.viewWillTransitionToSize", json(Value(size)))
            }
        }
        window.size = new
        window.frame = Frame(new)
        tell(window.name, "window.resized", json(Value(new)))
        for root in families {
            let presenter = root.presentationStyle.isInContext ? root.presenter : nil
            setFrame(root.view, presenter.map(frameInWindow) ?? sheetFrame(root, new))
        }
        guard changes else { return }
        for root in families { changeTraits(root, classes) }
    }

    /// Ends a resize that took time.
    private func endResize(_ window: Window, finished: Bool) {
        guard let end = window.resizeEnd else { return }
        call(off: end)
        window.resizeEnd = nil
        tell(window.name, "window.didResize", "\(finished)")
    }

    /// Returns the root and all controllers presented above it, including the presenters below
    /// [13.6].
    private func families(in window: Window) -> [Controller] {
        var list = [window.root].compactMap { $0 }
        var next = 0
        while next < list.count {
            list += list[next].family.compactMap(\.presented)
            next += 1
        }
        return list.filter { $0.presenter == nil || !isAway($0) }
    }

    /// Returns the controllers that a rotation notifies, parents first, with the size each will get
    /// [13.3].
    private func told(_ controller: Controller, _ size: Size) -> [(Controller, Size)] {
        guard controller.isViewLoaded else { return [] }
        let children = shownChildren(controller).filter { isInside($0, controller) }
        return [(controller, size)]
            + children.flatMap { told($0, self.size(of: $0, in: controller, size) ?? size) }
    }

    /// Returns the size that a child will have in a parent of a given size, or nil if the child
    /// will not be shown or is resized by its autoresizing mask.
    func size(of child: Controller, in parent: Controller, _ size: Size) -> Size? {
        switch parent.kind {
        case "pager": return self.size(ofPageIn: parent, size)
        case "split": return self.size(ofColumn: child, in: parent, size)
        case "page":
            return pageFrame(0, of: parent.page.pages.count, parent, size).size
        default: return nil
        }
    }

    /// Sends a trait change to a controller, then to its children, which a container may move.
    private func changeTraits(_ controller: Controller, _ classes: [String]) {
        guard controller.isViewLoaded else { return }
        tell(controller, "lifecycle.traitCollectionDidChange", classes[0], classes[1])
        if controller.kind == "split" { adaptAndShow(controller) }
        for child in shownChildren(controller) where isInside(child, controller) {
            changeTraits(child, classes)
        }
    }

    /// A presenter below its presentation counts at the place where its view will return [13.6].
    private func isInside(_ child: Controller, _ controller: Controller) -> Bool {
        (child.displacedFrom ?? child.view).isInside(controller.view)
    }

    // MARK: controllers

    func create(_ command: ControllerCreate) throws(CommandError) {
        let given = try free(command.id)
        guard ["view", "pager", "tabBar", "navigation", "split", "page"].contains(command.kind)
        else { throw CommandError(.kindUnknown, command.kind) }
        var options = ControllerOptions()
        options.definesPresentationContext = command.kind == "navigation"  // [11.3]
        var own = KindOptions()
        try read(command.options, of: command.kind, into: &options, &own)
        let id = given ?? newName("c")
        let controller = Controller(id, kind: command.kind, options: options, in: self)
        own.set(on: controller)
        controller.trail.behavior =
            command.kind == "pager" ? own.pager.backBehavior : own.tabBar.backBehavior
        controllers.append(controller)
        tell(id, "controller.created", json(created(controller)))
        if !options.forwardsAppearance, !["view", "pager"].contains(command.kind) {
            tell(
                controller, "diagnostic.warning",
                "<\(id)> has forwardsAppearance: false, which UIKit's own \(command.kind) container "
                    + "does not support. It sends its children no appearance callbacks; begin and "
                    + "end their appearance transitions yourself.")
        }
    }

    private func created(_ controller: Controller) -> Value {
        var members = [
            Value.Member("kind", .string(controller.kind)),
            Value.Member("frame", Value(controller.view.frame)),
        ]
        members += Value(fields: controller.options, writesNull: true).members ?? []
        members += ofKind(controller)
        return .object(members)
    }

    func destroy(_ command: ControllerDestroy) throws(CommandError) {
        let controller = try controller(command.id)
        try checkUnused(controller)
        if !controller.children.isEmpty || controller.window != nil
            || controller.presented != nil
            || controllers.contains(where: { $0.lister === controller })
        {
            throw CommandError(.controllerInUse, controller.name)
        }
        remove(controller.view)
        for subview in controller.view.subviews.reversed() { remove(subview) }
        call(off: controller.pager.advance)
        controllers = controllers.without(controller)
        controller.view.isGone = true
        dropAlongside(controller.view)
        tell(controller, "controller.destroyed")
    }
}
