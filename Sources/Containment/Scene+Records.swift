public import PagerModel

/// What clients see. Reading changes nothing.
extension Scene {
    public func record(window: Handle) -> WindowRecord {
        var record = WindowRecord()
        record.id = Identifier(unchecked: self[window].name)
        record.size = self[window].frame.size
        record.root = identifier(root(of: window))
        return record
    }

    public func record(view: Handle) -> ViewRecord {
        let node = self[view]
        var record = ViewRecord()
        record.id = Identifier(unchecked: node.name)
        record.controller = node.role == .controller ? record.id : nil
        record.superview = identifier(node.superview)
        record.subviews = node.subviews.map { Identifier(unchecked: self[$0].name) }
        record.window = identifier(node.window)
        record.frame = node.frame
        record.hidden = node.flags.contains(.hidden)
        record.appearance = attributes[view] ?? ViewAttributes()
        return record
    }

    public func record(controller: Handle) -> ControllerRecord {
        let node = self[controller]
        var record = ControllerRecord()
        record.id = Identifier(unchecked: node.name)
        record.kind = kinds[Int(node.kind)].name
        record.options = options[Int(controller.slot)]
        record.parent = identifier(node.parent)
        record.children = node.children.all.map { Identifier(unchecked: self[$0].name) }
        record.appearance = node.appearance
        record.isViewLoaded = node.flags.contains(.viewLoaded)
        record.superview = identifier(node.superview)
        record.frame = node.frame
        record.hidden = node.flags.contains(.hidden)
        record.window = identifier(node.window)
        record.isBeingPresented = node.flags.contains(.beingPresented)
        record.isBeingDismissed = node.flags.contains(.beingDismissed)
        record.isMovingToParent = node.flags.contains(.movingTo)
        record.isMovingFromParent = node.flags.contains(.movingFrom)
        fillAncestors(controller, &record)
        record.ofKind = membersOfKind(kinds[Int(node.kind)], controller)
        return record
    }

    /// The nearest of each class up the parents, never across a presentation [12.1] [11.6].
    private func fillAncestors(_ controller: Handle, _ record: inout ControllerRecord) {
        record.presentedViewController = identifier(
            self[presenterInFamily(of: controller)].presented)
        var current = self[controller].parent
        var family = controller
        while !current.isNone {
            family = current
            let node = self[current]
            switch kinds[Int(node.kind)].traits.ancestorProperty {
            case .navigationController where record.navigationController == nil:
                record.navigationController = identifier(current)
            case .tabBarController where record.tabBarController == nil:
                record.tabBarController = identifier(current)
            case .splitViewController where record.splitViewController == nil:
                record.splitViewController = identifier(current)
            default: break
            }
            current = node.parent
        }
        record.presentingViewController = identifier(self[family].presenter)
    }

    public func record(transition: Transition) -> TransitionRecord {
        let plan = transition.plan
        var record = TransitionRecord()
        record.id = transition.id
        record.container = Identifier(unchecked: self[plan.container].name)
        record.from = identifier(plan.from ?? plan.leaving.first)
        record.to = identifier(plan.to ?? plan.entering.first)
        record.style = styles[plan.style].name
        record.tracks =
            plan.reversed ? styles[plan.style].tracks.reversed : styles[plan.style].tracks
        record.direction = plan.direction
        record.duration = plan.duration
        record.curve = plan.curve
        record.options = plan.options
        record.animated = transition.animated
        record.interactive = transition.isInteractive
        record.progress = transition.progress
        record.began = transition.began.seconds
        return record
    }

    public func runningTransitions() -> [Transition] {
        transitions.keys.sorted().compactMap { transitions[$0] }
    }

    public func isWindow(_ handle: Handle) -> Bool { self[handle].role == .window }
    public func isController(_ handle: Handle) -> Bool { self[handle].role == .controller }
}

extension Scene {
    public var kindNames: [String] { kinds.map(\.name) }
    public var styleNames: [String] { styles.map(\.name) }
    public var transitionStyles: [TransitionStyle] { styles }

    /// How many there are of what.
    public struct Counts: Sendable {
        public var windows = 0
        public var controllers = 0
        public var views = 0
        public var transitions = 0
        public var queuedCommands = 0
    }

    public func count() -> Counts {
        var counts = Counts()
        counts.transitions = transitions.count
        counts.queuedCommands = queues.values.reduce(0) { $0 + $1.count }
        for slot in 0..<nodes.count {
            switch nodes.base[slot].role {
            case .window: counts.windows += 1
            case .controller: counts.controllers += 1
            case .view: counts.views += 1
            case .free: break
            }
        }
        return counts
    }

    /// The command of a method, nil where the scene has none.
    public func command(_ method: String) -> (any SceneCommand.Type)? { commands[method] }

    /// Commands since a revision count as one turn.
    public mutating func closeBatch(since before: Int) {
        makeUnique()
        revision = revision == before ? before : before + 1
    }
}
