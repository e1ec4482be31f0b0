public import PagerModel

extension Mirror {
    /// Updates the mirror with the next event. Usually O(1); for an event that changes a list of n
    /// elements, O(n).
    ///
    /// Ignores events that the mirror already includes, and messages that are not numbered events
    /// (heartbeat, welcome, shutdown).
    public mutating func apply(_ event: Value) {
        guard event["prev"] != nil, let seq = event["seq"]?.integer, seq > self.seq,
            let category = event["category"]?.string,
            let subject = event["subject"]?.string, let name = event["event"]?.string
        else { return }
        self.seq = seq
        switch category {
        case "containment": applyContainment(name, subject, event)
        case "lifecycle": applyLifecycle(name, subject)
        case "view": applyView(name, subject, event)
        case "transition": applyTransition(name, subject, event)
        case "presentation": applyPresentation(name, subject, event)
        case "window": applyWindow(name, subject, event)
        case "controller": applyController(name, subject, event)
        case "diagnostic", "plugin", "server": break
        default: applyKind(category, name, subject, event)
        }
    }

    private mutating func set(_ subject: String, _ name: String, _ value: Value) {
        if controllerRecords[subject] != nil {
            controllerRecords[subject]?[name] = value
        } else {
            viewRecords[subject]?[name] = value
        }
    }

    private mutating func applyContainment(_ name: String, _ child: String, _ event: Value) {
        let parent = event["parent"] ?? .null
        switch name {
        case "willMoveToParent":
            set(child, "isMovingToParent", .bool(parent != .null))
            set(child, "isMovingFromParent", .bool(parent == .null))
        case "didMoveToParent":
            set(child, "isMovingToParent", false)
            set(child, "isMovingFromParent", false)
        case "parentChanged":
            if let old = controllerRecords[child]?["parent"]?.string {
                Self.edit(&controllerRecords, old, "children") { $0.removeAll { $0 == child } }
            }
            set(child, "parent", parent)
            guard let new = parent.string else { return }
            let index = event["index"]?.integer
            Self.edit(&controllerRecords, new, "children") { Self.insert(child, at: index, &$0) }
        default: break
        }
    }

    private static func edit(
        _ records: inout TextDictionary<MirrorRecord>, _ id: String, _ list: String,
        _ change: (inout [String]) -> Void
    ) {
        guard var names = records[id]?.names(list) else { return }
        change(&names)
        records[id]?[list] = Value(names: names)
    }

    private static func insert(_ name: String, at index: Int?, _ names: inout [String]) {
        names.insert(name, at: max(0, min(index ?? names.count, names.count)))
    }

    private mutating func applyLifecycle(_ name: String, _ controller: String) {
        switch name {
        case "loadView", "viewDidLoad": set(controller, "isViewLoaded", true)
        case "viewWillAppear": set(controller, "appearance", "appearing")
        case "viewDidAppear": set(controller, "appearance", "appeared")
        case "viewWillDisappear": set(controller, "appearance", "disappearing")
        case "viewDidDisappear": set(controller, "appearance", "disappeared")
        default: break
        }
    }

    private mutating func applyView(_ name: String, _ view: String, _ event: Value) {
        switch name {
        case "created":
            var record = made(Self.newView)
            record["id"] = .string(view)
            record["frame"] = event["frame"] ?? .null
            viewRecords[view] = record
        case "destroyed": viewRecords[view] = nil
        case "didMoveToSuperview":
            let old = (controllerRecords[view] ?? viewRecords[view])?["superview"]?.string
            if let old { editSubviews(of: old) { $0.removeAll { $0 == view } } }
            set(view, "superview", event["superview"] ?? .null)
            guard let new = event["superview"]?.string else { return }
            let index = event["index"]?.integer
            editSubviews(of: new) { Self.insert(view, at: index, &$0) }
        case "didChangeFrame": set(view, "frame", event["frame"] ?? .null)
        case "didChangeHidden": set(view, "hidden", event["hidden"] ?? .null)
        case "updated":
            for change in event["changes"]?.members ?? [] {
                // A record omits a member whose value is null, such as the colour of a view without
                // one.
                let value = change.value == .null ? Value?.none : change.value
                if controllerRecords[view] != nil {
                    controllerRecords[view]?[change.name] = value
                } else {
                    viewRecords[view]?[change.name] = value
                }
            }
        default: break
        }
    }

    /// Changes the subviews of a view or window.
    private mutating func editSubviews(of id: String, _ change: (inout [String]) -> Void) {
        Self.edit(&controllerRecords, id, "subviews", change)
        Self.edit(&viewRecords, id, "subviews", change)
        Self.edit(&windowRecords, id, "subviews", change)
    }

    private mutating func applyTransition(_ name: String, _ container: String, _ event: Value) {
        guard let id = event["transition"]?.string else { return }
        switch name {
        case "began":
            var record = made(Self.newTransition)
            for field in record.members.map(\.name) {
                if let value = event[field] { record[field] = value }
            }
            record["container"] = .string(container)
            record["began"] = event["time"]
            transitionRecords[id] = record
            participants[id] = participants(of: record)
        case "animatesAlongside": transitionRecords[id]?["alongside"] = event["views"]
        case "progressed": transitionRecords[id]?["progress"] = event["progress"] ?? .null
        case "ended":
            transitionRecords[id] = nil
            for controller in participants.removeValue(forKey: id) ?? [] {
                set(controller, "isBeingPresented", false)
                set(controller, "isBeingDismissed", false)
            }
        default: break
        }
    }

    private mutating func applyPresentation(_ name: String, _ subject: String, _ event: Value) {
        switch name {
        case "presentationTransitionWillBegin":
            set(subject, "isBeingPresented", true)
            if let presenting = event["presenter"]?.string { present(subject, by: presenting) }
        case "presentationTransitionDidEnd":
            if event["completed"] == false { separate(subject) }
        case "dismissalTransitionWillBegin": set(subject, "isBeingDismissed", true)
        case "dismissalTransitionDidEnd":
            if event["completed"] == true { separate(subject) }
        default: break
        }
    }

    private mutating func applyWindow(_ name: String, _ window: String, _ event: Value) {
        switch name {
        case "created":
            var record = made(Self.newWindow)
            record["id"] = .string(window)
            record["size"] = event["size"] ?? .null
            windowRecords[window] = record
        case "destroyed": windowRecords[window] = nil
        case "rootChanged": windowRecords[window]?["root"] = event["controller"] ?? .null
        case "resized": windowRecords[window]?["size"] = event["size"] ?? .null
        case "safeAreaInsetsChanged":
            let insets = event["insets"]
            windowRecords[window]?["safeAreaInsets"] =
                insets == .null ? Value?.none : insets
        default: break
        }
    }

    private mutating func applyController(_ name: String, _ controller: String, _ event: Value) {
        switch name {
        case "created":
            var record = made(Self.newController)
            record["id"] = .string(controller)
            record.merge(
                (event.members ?? []).filter { !DeclaredEvent.envelope.contains(TextKey($0.name)) })
            controllerRecords[controller] = record
        case "updated": controllerRecords[controller]?.merge(event["changes"]?.members ?? [])
        case "contentChanged": controllerRecords[controller]?["content"] = event["content"] ?? .null
        case "destroyed": controllerRecords[controller] = nil
        default: break
        }
    }
}

/// The initial records of new windows, controllers, views and transitions.
extension Mirror {
    private static let newWindow = members(of: WindowRecord())

    private static let newController: [Value.Member] = {
        var record = ControllerRecord()
        record.frame = Frame(.standard)
        return members(of: record)
    }()

    private static let newView: [Value.Member] = {
        var record = ViewRecord()
        record.appearance.autoresizing = []
        return members(of: record)
    }()

    private static let newTransition = members(of: TransitionRecord())

    private static func members<F: Fields>(of fields: F) -> [Value.Member] {
        Value(fields: fields).asParsed.members ?? []
    }
}
