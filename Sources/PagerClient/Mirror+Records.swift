public import PagerModel

/// The windows, controllers, views and transitions of the mirror. Each is a record with the same
/// members as in the daemon's replies.
extension Mirror {
    /// The windows in order of creation. O(n log n).
    public var windows: [Value] {
        sorted(windowRecords).map { .object($0.value.members) }
    }

    /// The controllers in order of creation. O(n log n), plus O(depth in the tree) for each
    /// controller.
    public var controllers: [Value] {
        sorted(controllerRecords).map { shown($0.key, $0.value) }
    }

    /// The views without controllers, in order of creation. O(n log n), plus O(depth in the tree)
    /// for each view.
    public var views: [Value] {
        sorted(viewRecords).map { shownView($0.value) }
    }

    /// The running transitions in the order of their ids. O(n log n).
    public var transitions: [Value] {
        transitionRecords.sorted { number($0.key) < number($1.key) }
            .map { .object($0.value.members) }
    }

    public func window(_ id: String) -> Value? {
        windowRecords[id].map { .object($0.members) }
    }

    public func controller(_ id: String) -> Value? {
        controllerRecords[id].map { shown(id, $0) }
    }

    public func view(_ id: String) -> Value? {
        viewRecords[id].map { shownView($0) }
    }

    public func transition(_ id: String) -> Value? {
        transitionRecords[id].map { .object($0.members) }
    }

    private func sorted(
        _ records: TextDictionary<MirrorRecord>
    ) -> [(key: String, value: MirrorRecord)] {
        records.sorted { $0.value.serial < $1.value.serial }
    }

    private func number(_ transition: String) -> UInt64 {
        TransitionID(transition)?.number ?? .max
    }

    /// Returns a controller's record, with the members that depend on the controller's position in
    /// the trees of controllers and views.
    private func shown(_ id: String, _ record: MirrorRecord) -> Value {
        var record = record
        var nearest = TextDictionary<String>()
        var family = id
        var presenting = presented[id]
        var depth = 0
        while depth < Limits.depth, let parent = controllerRecords[family]?["parent"]?.string {
            depth += 1
            family = parent
            if presenting == nil { presenting = presented[parent] }
            let kind = controllerRecords[parent]?["kind"]?.string ?? ""
            if nearest[kind] == nil { nearest[kind] = parent }
        }
        for (property, kind) in Kinds.ancestors {
            record[property.rawValue] = Value(name: nearest[kind])
        }
        record["presentedViewController"] = Value(name: presenting)
        record["presentingViewController"] = Value(name: presenter[family])
        record["window"] = Value(name: window(above: record))
        record["safeAreaInsets"] = safeAreaInsets(of: id)
        // Events have null for this member if there is no value, but a record then omits the
        // member.
        if record["additionalSafeAreaInsets"] == .null { record["additionalSafeAreaInsets"] = nil }
        return .object(record.members)
    }

    private func shownView(_ record: MirrorRecord) -> Value {
        var record = record
        record["window"] = Value(name: window(above: record))
        return .object(record.members)
    }

    /// Returns the id of the window that contains a view, or nil if no window contains it. The
    /// number of steps is limited, so that wrong events cannot cause an endless loop.
    private func window(above record: MirrorRecord) -> String? {
        var superview = record["superview"]?.string
        var depth = 0
        while depth < Limits.depth, let view = superview {
            depth += 1
            if windowRecords[view] != nil { return view }
            superview = (controllerRecords[view] ?? viewRecords[view])?["superview"]?.string
        }
        return nil
    }
}
