public import PagerModel

extension ControllerCreate: SceneCommand {
    public struct Plan {
        /// The index of the controller's kind among all container kinds.
        let kind: UInt16
        let options: OptionsPlan
    }

    public func validate(in scene: borrowing Scene) throws(CommandError) -> Plan {
        try scene.checkName(id)
        guard let kind = scene.kind(named: self.kind) else {
            let names = scene.kindNames.filter { !$0.isEmpty }
            let known =
                names.count > 64
                ? "server.hello lists the kinds" : "the kinds are: " + names.joined(separator: " ")
            throw CommandError(
                .kindUnknown, "no kind is called \(quoted(self.kind)); \(known)", path: "kind")
        }
        guard let number = UInt16(exactly: kind) else {
            throw CommandError(
                .limitExceeded,
                "\(self.kind) is kind number \(kind), but controllers can only be of kinds up to "
                    + "number \(UInt16.max)", path: "kind")
        }
        try scene.checkHosted(kind)
        let entry = scene.kinds[kind].kind
        var general = ControllerOptions()
        general.definesPresentationContext =
            scene.kinds[kind].definesPresentationContext
        return Plan(
            kind: number, options: try scene.read(options, for: entry, at: kind, general: general))
    }

    public func commit(_ plan: Plan, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        let controller = scene.makeNode(.controller, id)
        scene[controller].kind = plan.kind
        scene[controller].frame = Frame(.standard)
        scene[controller].stateSlot = scene.addState(Int(plan.kind), controller)
        plan.options.set(for: controller, in: &scene)
        let record = scene.creationRecord(of: controller)
        scene.emit(ControllerEvents.Created { $0.record = record }, of: controller)
        scene.warnOfManualForwarding(controller)
        scene.notifyKindOfOptions(controller)
        return Reply { $0.id = Identifier(unchecked: scene[controller].name) }
    }
}

extension ControllerUpdate: SceneCommand {
    public struct Plan {
        let controller: Handle
        let options: OptionsPlan
    }

    public func validate(in scene: borrowing Scene) throws(CommandError) -> Plan {
        let controller = try scene.controller(id)
        let kind = Int(scene[controller].kind)
        let general = scene[optionsOf: controller]
        return Plan(
            controller: controller,
            options: try scene.read(
                options, for: scene.kinds[kind].kind, at: kind, general: general,
                current: controller))
    }

    public func commit(_ plan: Plan, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        let controller = plan.controller
        let before = scene[optionsOf: controller]
        let old = scene.optionMembers(of: controller)
        plan.options.set(for: controller, in: &scene)
        _ = scene.adapt(controller)
        scene.announceChanges(of: controller, from: old)
        if before.sheet != plan.options.general.sheet { scene.setFrameOfSheet(of: controller) }
        scene.setPreferredFrame(of: controller, before: before)
        if before.preferredContentSize != plan.options.general.preferredContentSize {
            scene.announcePreferredSize(of: controller)
        }
        if before.forwardsAppearance { scene.warnOfManualForwarding(controller) }
        scene.notifyKindOfOptions(controller)
        return Reply()
    }
}

extension Scene {
    /// Publishes a warning for a controller with the option `forwardsAppearance: false` if the
    /// UIKit class of its kind, such as `UITabBarController`, does not support manual forwarding.
    fileprivate mutating func warnOfManualForwarding(_ controller: Handle) {
        guard !forwards(controller) else { return }
        let entry = self[kindOf: controller]
        guard !entry.traits.supportsManualForwarding else { return }
        let text =
            "\(shown(controller)) has forwardsAppearance: false, which UIKit's own \(entry.name) "
            + "container does not support. It sends its children no appearance callbacks; begin "
            + "and end their appearance transitions yourself."
        emit(DiagnosticEvents.Warning { $0.message = text }, of: controller)
    }

    /// Calls `optionsDidChange` of a controller's container kind after the controller's options
    /// have changed.
    mutating func notifyKindOfOptions(_ controller: Handle) {
        let kind = self[kindOf: controller].kind
        act(for: controller) { (scene) throws(CommandError) in
            try kind.optionsDidChange(of: controller, in: &scene)
        }
    }

    func addState(_ kind: Int, _ controller: Handle) -> UInt32 {
        return kinds.store(at: kind).add(controller)
    }

    func removeState(of controller: Handle) {
        let kind = Int(self[controller].kind)
        kinds.store(at: kind).remove(self[controller].stateSlot)
    }

    mutating func set(_ general: ControllerOptions, of controller: Handle) {
        self[optionsOf: controller] = general
        state.sized.set(controller, hasBreakpoints: general.breakpoints != nil)
        if general.forwardsAppearance {
            self[controller].flags.insert(.forwards)
        } else {
            self[controller].flags.remove(.forwards)
        }
        if general.reactions?.callbacks.isEmpty ?? true {
            self[controller].flags.remove(.reacts)
        } else {
            self[controller].flags.insert(.reacts)
        }
    }

    /// Returns the general options of a controller and the options of its container kind, in the
    /// form in which clients receive them.
    func optionMembers(of controller: Handle) -> [Value.Member] {
        let general = Value(fields: self[optionsOf: controller], writesNull: true).members ?? []
        let kind = self[kindOf: controller].kind
        let own = kindOptions(of: controller, kind)
        return general + own
    }

    func kindOptions<K: ContainerKind>(of controller: Handle, _: K) -> [Value.Member] {
        Value(fields: self[K.self, controller].options, writesNull: true).members ?? []
    }

    /// Returns the JSON members that a container kind adds to a controller's record: the options of
    /// the kind, and the members that its function `record(of:in:)` returns.
    func membersOfKind(_ entry: KindEntry, _ controller: Handle) -> [Value.Member] {
        if entry.isPlain { return [] }
        return kindOptions(of: controller, entry.kind) + recordMembers(of: controller, entry.kind)
    }

    private func recordMembers<K: ContainerKind>(of controller: Handle, _ kind: K) -> [Value.Member]
    {
        Value(fields: kind.record(of: controller, in: self), writesNull: true).members ?? []
    }

    fileprivate func creationRecord(of controller: Handle) -> CreationRecord {
        let entry = self[kindOf: controller]
        var record = CreationRecord()
        record.kind = entry.name
        record.frame = self[controller].frame
        record.options = self[optionsOf: controller]
        record.ofKind = membersOfKind(entry, controller)
        return record
    }

    /// Publishes the changes of a controller's options: the event `contentChanged` if the option
    /// `content` has changed, and one event `updated` for all other changed options.
    mutating func announceChanges(of controller: Handle, from old: [Value.Member]) {
        let new = optionMembers(of: controller)
        var changes: [Value.Member] = []
        for name in TextSet(new.map(\.name)).union(old.map(\.name)).sorted() {
            let before = old.first { $0.name == name }?.value ?? .null
            let after = new.first { $0.name == name }?.value ?? .null
            guard before != after else { continue }
            if name == "content" {
                emit(ControllerEvents.ContentChanged { $0.content = after }, of: controller)
            } else {
                changes.append(.init(name, after))
            }
        }
        if !changes.isEmpty {
            emit(ControllerEvents.Updated { $0.changes = .object(changes) }, of: controller)
        }
    }

    /// Publishes `controller.updated` for changed members of the controller's record.
    ///
    /// A container kind must publish every change to the result of its `record(of:in:)`, in the
    /// same transaction. Otherwise a client's record differs from the reply to `controller.get`
    /// after the client has applied the events. The engine publishes changes of options.
    /// O(changes).
    package mutating func announce(_ changes: [Value.Member], of controller: Handle) {
        emit(ControllerEvents.Updated { $0.changes = .object(changes) }, of: controller)
    }

    /// Publishes `controller.custom`, an event with a name and members that the container kind
    /// chooses. The event does not change any records. O(members).
    package mutating func announce(
        _ name: String, _ members: [Value.Member] = [], of controller: Handle
    ) {
        emit(
            ControllerEvents.Custom {
                $0.name = name
                $0.values = .object(members)
            }, of: controller)
    }

    /// Notifies a controller's parent that the controller's preferred content size has changed
    /// [13.5].
    fileprivate mutating func announcePreferredSize(of controller: Handle) {
        guard let parent = self[controller].parent.some else { return }
        send(LifecycleEvents.PreferredContentSizeDidChange { $0.child = controller }, to: parent)
    }
}

extension ControllerDestroy: SceneCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) -> Handle {
        let controller = try scene.controller(id)
        try scene.checkUnused(controller, at: "id")
        let node = scene[controller]
        let ownsChildren = scene.keepsObject(controller)
        let reason: String? =
            if !node.children.isEmpty, !ownsChildren {
                "has children; remove them first"
            } else if !node.presented.isNone {
                "presents \(scene.shown(node.presented)); dismiss that controller first"
            } else if !node.window.isNone {
                "is in a window; remove its view from the window first"
            } else if let member = scene.member(of: controller) {
                "has \(scene.shown(member)) in its list; remove that controller from it first"
            } else {
                nil
            }
        if let reason {
            throw CommandError(.controllerInUse, "\(scene.shown(controller)) \(reason)", path: "id")
        }
        return controller
    }

    public func commit(_ controller: Handle, in scene: inout Scene, after _: Validation<Self>)
        -> Reply
    {
        while let child = scene[controller].children.last {
            scene.removeChildWithView(child)
        }
        scene.destroy(controller: controller)
        return Reply()
    }
}

extension Scene {
    /// Removes a child and its view from the parent, and sends all callbacks of the removal.
    mutating func removeChildWithView(_ child: Handle) {
        willMove(child, to: .none)
        removeView(of: child)
        removeFromParent(child)
    }

    /// Destroys a controller that has no children and is not in use.
    mutating func destroy(controller: Handle) {
        isolate(controller)
        dropQueue(of: controller, because: ErrorName.controllerNotFound.rawValue)
        forgetAlongside(of: controller)
        emit(ControllerEvents.Destroyed(), of: controller)
        state.sized.set(controller, hasBreakpoints: false)
        removeState(of: controller)
        destroyNode(controller)
    }
}

extension ControllerGet: ReadingCommand {
    public func reply(in scene: borrowing Scene) throws(CommandError) -> Reply {
        let controller = try scene.controller(id)
        var record = scene.record(controller: controller)
        record.ofKind += scene[kindOf: controller].kind.timedMembers(of: controller, in: scene)
        return record
    }
}

extension ControllerList: ReadingCommand {
    public func reply(in scene: borrowing Scene) throws(CommandError) -> Reply {
        var reply = Reply()
        var known: [Handle: Scene.Family] = [:]
        (reply.controllers, reply.next) = try scene.portion(range, of: .controller) { object, _ in
            scene.record(controller: object, &known)
        }
        return reply
    }
}

extension ControllerTree: ReadingCommand {
    public func reply(in scene: borrowing Scene) throws(CommandError) -> Reply {
        var reply = Reply()
        let root = try root.map { (root) throws(CommandError) in
            try scene.controller(root, at: "root")
        }
        var known: [Handle: Scene.Family] = [:]
        (reply.controllers, reply.next) = try scene.portion(
            range, of: .controller, only: root, where: { scene[$0].parent.isNone }
        ) { (object, bytesLeft) throws(CommandError) in
            try scene.branch(from: object, bytes: bytesLeft, &known)
        }
        return reply
    }
}

extension ControllerCall: SceneCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) -> Handle {
        try scene.controller(id)
    }

    public func commit(_ controller: Handle, in scene: inout Scene, after _: Validation<Self>)
        -> Reply
    {
        scene.misuse(
            controller,
            "[ViewController] Calling -\(callback.rawValue): directly on a view controller is not "
                + "supported, and may result in out-of-order callbacks and other inconsistent "
                + "behavior. Use the -beginAppearanceTransition:animated: and "
                + "-endAppearanceTransition APIs on UIViewController to manually drive appearance "
                + "callbacks instead. Make a symbolic breakpoint at "
                + "UIViewControllerAlertForAppearanceCallbackMisuse to catch this in the debugger. "
                + "View controller: \(scene.shown(controller))")
        // Reactions correspond to an override in UIKit, so they run even after a direct call.
        if let callback = Callback(rawValue: callback.rawValue) {
            scene.runReactions(to: callback, calledOn: controller, animated: animated)
        }
        return Reply()
    }
}

/// Validated options of a controller: the general options and those of its kind.
struct OptionsPlan {
    let general: ControllerOptions
    /// The number of bytes that the new options add to the total size of the content and the
    /// reactions of all controllers. Negative if the new options are smaller than the old ones.
    fileprivate let growth: Int
    fileprivate let ofKind: any KindOptionsPlan

    func set(for controller: Handle, in scene: inout Scene) {
        scene.count(content: growth, in: controller.slot)
        scene.set(general, of: controller)
        ofKind.set(for: controller, in: &scene)
    }
}

private protocol KindOptionsPlan {
    func set(for controller: Handle, in scene: inout Scene)
}

private struct OptionsOfKind<K: ContainerKind>: KindOptionsPlan {
    let options: K.State.Options

    func set(for controller: Handle, in scene: inout Scene) {
        scene[K.self, controller].options = options
    }
}

extension Scene {
    /// Reads a controller's general options and those of its container kind from the members of one
    /// JSON object, and validates them.
    ///
    /// - Parameters:
    ///   - index: The index of the kind in `kinds`.
    ///   - general: The general options before the change.
    ///   - current: The controller whose options change. `.none` for a new controller.
    func read<K: ContainerKind>(
        _ members: [Value.Member], for kind: K, at index: Int, general: ControllerOptions,
        current: Handle = .none
    ) throws(CommandError) -> OptionsPlan {
        var decoder = FieldDecoder(members)
        var general = general
        let base = general.baseOptions
        try general.read(from: &decoder)
        guard general.baseOptions == base else {
            throw .invalidArgument(
                "follows from breakpoints and cannot be set", path: "baseOptions")
        }
        general.baseOptions = nil
        var own = current.isNone ? K.State.Options() : self[K.self, current].options
        if let base = base?.members {
            var values = FieldDecoder(base)
            try own.read(from: &values)
        }
        try own.read(from: &decoder)
        try decoder.finish()
        let old = current.isNone ? 0 : self[optionsOf: current].contentFootprint
        let growth = try checkSize(of: general) - old
        try checkContentSize(growingBy: growth, ofKind: index)
        try check(general.preferredContentSize, at: "preferredContentSize")
        try check(dwellTime: general.dwellTime)
        if let insets = general.additionalSafeAreaInsets {
            try check(insets, from: -Limits.points, at: "additionalSafeAreaInsets")
        }
        _ = try style(named: general.modalTransitionStyle, at: "modalTransitionStyle")
        guard general.adaptivePresentationStyle != .custom else {
            throw .invalidArgument(
                "must not be custom, whose effect depends on the command",
                path: "adaptivePresentationStyle")
        }
        try validate(general.reactions)
        try kind.validate(own, in: self)
        if let breakpoints = general.breakpoints { try check(breakpoints, of: kind, on: own) }
        return OptionsPlan(
            general: general, growth: growth, ofKind: OptionsOfKind<K>(options: own))
    }

    /// Checks that the title, the content and the reactions are within their size limits.
    ///
    /// - Returns: The size of the content and the reactions in bytes.
    private func checkSize(of options: ControllerOptions) throws(CommandError) -> Int {
        if let title = options.title { try check(text: title, at: "title") }
        if let badge = options.badge { try check(text: badge, at: "badge") }
        if let reason = options.leaveReason { try check(text: reason, at: "leaveReason") }
        let (content, reactions) = (
            options.content?.footprint ?? 0, options.reactions?.footprint ?? 0
        )
        // Options are read and compared as a whole, whatever changes. 16 bytes cost about as much
        // as a record access.
        note(visits: (content + reactions) / 16)
        try Limits.checkContent(content, at: "content")
        try Limits.checkContent(reactions, at: "on")
        return content + reactions
    }

    private func check(dwellTime: Double) throws(CommandError) {
        guard (0...Limits.seconds).contains(dwellTime) else {
            throw .invalidArgument(
                "must be between 0 and \(Int(Limits.seconds)) s, got \(dwellTime)",
                path: "dwellTime")
        }
    }

    /// Returns the option `dwellTime` of a controller in seconds, or nil if it is 0.
    package func dwellTime(of controller: Handle) -> Double? {
        guard !controller.isNone else { return nil }
        let seconds = self[optionsOf: controller].dwellTime
        return seconds > 0 ? seconds : nil
    }

    /// Checks the length of a string, such as an option of a kind, in its `validate(_:in:)`.
    ///
    /// - Throws: `limitExceeded` for a string longer than `Limits.textBytes`.
    public func check(text: String, at path: String) throws(CommandError) {
        guard text.utf8.count <= Limits.textBytes else {
            throw CommandError(
                .limitExceeded,
                "must be at most \(Limits.textBytes) bytes, got \(text.utf8.count)", path: path)
        }
    }
}
