public import PagerModel

extension Reference {
    /// All names, in no particular order.
    public var names: [String] {
        windows.map(\.name) + controllers.map(\.name) + plainViews.map(\.name)
    }

    private func id(_ controller: Controller?) -> Identifier? {
        controller.flatMap { Identifier($0.name) }
    }
    private func id(_ view: View?) -> Identifier? { view.flatMap { Identifier($0.name) } }

    public func windowRecord(_ name: String) -> WindowRecord? {
        guard let window = windows.first(where: { $0.name == name }) else { return nil }
        var record = WindowRecord()
        record.id = Identifier(name)!
        record.size = window.size
        record.root = id(window.root)
        record.subviews = window.subviews.compactMap { id($0) }
        record.safeAreaInsets = window.covered == Insets() ? nil : window.covered
        return record
    }

    public func viewRecord(_ name: String) -> ViewRecord? {
        let views = plainViews + controllers.map(\.view)
        guard let view = views.first(where: { $0.name == name }) else { return nil }
        var record = ViewRecord()
        record.id = Identifier(name)!
        record.controller = id(view.controller)
        record.superview = id(view.superview)
        record.subviews = view.subviews.compactMap { id($0) }
        record.window = id(view.window)
        record.frame = view.frame
        record.hidden = view.hidden
        record.appearance = view.attributes
        return record
    }

    public func controllerRecord(_ name: String) -> ControllerRecord? {
        guard let controller = controllers.first(where: { $0.name == name }) else { return nil }
        let view = controller.view
        var record = ControllerRecord()
        record.id = Identifier(name)!
        record.kind = controller.kind
        record.options = controller.options
        record.parent = id(controller.parent)
        record.children = controller.children.compactMap { id($0) }
        record.appearance = controller.appearance
        record.isViewLoaded = controller.isViewLoaded
        record.superview = id(view.superview)
        record.subviews = view.subviews.compactMap { id($0) }
        record.frame = view.frame
        record.hidden = view.hidden
        record.attributes = view.attributes
        record.window = id(view.window)
        record.safeAreaInsets = covered(view)
        record.navigationController = id(controller.ancestor("navigation"))
        record.tabBarController = id(controller.ancestor("tabBar"))
        record.splitViewController = id(controller.ancestor("split"))
        record.presentedViewController = id(presented(by: controller))
        record.presentingViewController = id(controller.familyRoot.presenter)
        record.isBeingPresented = controller.beingPresented
        record.isBeingDismissed = controller.beingDismissed
        record.isMovingToParent = controller.movingTo
        record.isMovingFromParent = controller.movingFrom
        record.ofKind = ofKind(controller)
        return record
    }

    /// Returns the controller's own presentation, or that of the nearest presenting container
    /// [11.1].
    func presented(by controller: Controller?) -> Controller? {
        guard let controller else { return nil }
        return controller.presented ?? presented(by: controller.parent)
    }

    /// Returns the members that the kind adds to a record.
    func ofKind(_ controller: Controller) -> [Value.Member] {
        func one(_ controller: Controller?) -> Value {
            controller.map { .string($0.name) } ?? .null
        }
        func many(_ list: [Controller]) -> Value { .array(list.map { .string($0.name) }) }
        func number(_ index: Int?) -> Value { index.map { .integer($0) } ?? .null }
        switch controller.kind {
        case "pager":
            let pager = controller.pager
            return (Value(fields: pager.options, writesNull: true).members ?? []) + [
                Value.Member("pages", many(pager.pages)),
                Value.Member("index", number(pager.index)),
                Value.Member("selected", one(pager.selected)),
                Value.Member("paused", .bool(pager.paused)),
                Value.Member("requests", .array(requests(of: controller))),
                Value.Member("back", one(controller.trail.back)),
                Value.Member("forward", one(controller.trail.forward)),
                Value.Member("autoAdvanceHeld", .bool(pager.isHeld)),
            ]
        case "tabBar":
            let tabBar = controller.tabBar
            return (Value(fields: tabBar.options, writesNull: true).members ?? []) + [
                Value.Member("controllers", many(tabBar.controllers)),
                Value.Member("index", number(tabBar.index)),
                Value.Member("selected", one(tabBar.selected)),
                Value.Member("back", one(controller.trail.back)),
                Value.Member("forward", one(controller.trail.forward)),
                Value.Member("barHidden", .bool(tabBar.barHidden)),
            ]
        case "navigation":
            let stack = controller.navigation.stack
            let options = Value(fields: controller.navigation.options, writesNull: true)
            return (options.members ?? []) + [
                Value.Member("controllers", many(stack)), Value.Member("top", one(stack.last)),
            ]
        case "page":
            return (Value(fields: controller.page.options, writesNull: true).members ?? [])
                + [
                    Value.Member("controllers", many(controller.page.pages)),
                    Value.Member("requests", .array(requests(of: controller))),
                ]
        case "split":
            let split = controller.split
            return (Value(fields: split.options, writesNull: true).members ?? []) + [
                Value.Member("primary", one(split.primary)),
                Value.Member("secondary", one(split.secondary)),
                Value.Member("collapsed", .bool(split.collapsed)),
                Value.Member("displayMode", .string(split.mode.rawValue)),
                Value.Member("supplementary", one(split.supplementary)),
            ]
        default: return []
        }
    }
}
