public import PagerModel

/// Kinds whose controllers a plugin process hosts. The engine treats such controllers as plain view
/// controllers.
extension Scene {
    /// Adds a kind that a plugin process hosts. O(1).
    ///
    /// - Throws: `kindTaken` if a kind has this name already, `limitExceeded` if no index is left
    ///   for the kind.
    public mutating func addHostedKind(named name: String) throws(CommandError) {
        guard kind(named: name) == nil else {
            throw CommandError(.kindTaken, "the kind \(quoted(name)) exists already", path: "kinds")
        }
        guard kinds.count <= UInt16.max || !state.vacantKinds.isEmpty else {
            throw CommandError(
                .limitExceeded, "there are \(kinds.count) kinds already, which is the maximum",
                path: "kinds")
        }
        makeUnique()
        state.add(hosted: name)
    }

    /// Removes a kind that a plugin process hosts. A kind that is added later may get the index of
    /// the removed kind. O(number of vacant indexes).
    ///
    /// - Precondition: The kind is hosted and has no controllers.
    public mutating func removeHostedKind(at place: Int) {
        precondition(kinds[place].isHosted && count(ofKind: place) == 0, "the kind is in use")
        makeUnique()
        state.removeHostedKind(at: place)
    }

    /// The number of kinds that plugin processes host.
    public var hostedKindCount: Int {
        kinds.reduce(-state.vacantKinds.count) { $0 + ($1.isHosted ? 1 : 0) }
    }

    /// Returns the index of the container kind called `name`, or nil if there is none. The index of
    /// a kind never changes. O(1).
    public func kind(named name: String) -> Int? { state.kindPlaces[TextKey(name)] }

    /// Returns the name of the kind at an index. Empty for a vacant index. O(1).
    package func kindName(at place: Int) -> String { kinds[place].name }

    /// Returns the index of a controller's kind. Returns nil if no plugin process hosts the kind,
    /// or if the subject is not a controller. The subject may have been destroyed in this
    /// transaction.
    package func hostedKind(of subject: Handle) -> Int? {
        let kind = Int(self[subject].kind)
        return kind < kinds.count && kinds[kind].isHosted ? kind : nil
    }

    /// Returns the controllers of a kind in an unspecified but repeatable order. O(n), where n is
    /// the maximum number of controllers of the kind that have existed at the same time.
    public func controllers(ofKind kind: Int) -> [Handle] {
        stores[kind].owners.filter { !$0.isNone }
    }

    /// Calls `body` with each controller of a kind and the index of the controller, in the order of
    /// `controllers(ofKind:)`. Begins at the index `place` and stops when `body` returns false. A
    /// controller keeps its index while it exists, so some indexes may be unused.
    public func forEachController(
        ofKind kind: Int, from place: Int,
        _ body: (_ place: Int, Handle) throws(CommandError) -> Bool
    ) throws(CommandError) {
        let owners = stores[kind].owners
        for place in min(max(place, 0), owners.count)..<owners.count where !owners[place].isNone {
            guard try body(place, owners[place]) else { return }
        }
    }

    /// Returns the number of controllers of a kind. O(1).
    public func count(ofKind kind: Int) -> Int { stores[kind].count }

    /// Checks that one more controller of a kind may be created. If a plugin process hosts the
    /// kind, the total number of controllers that plugin processes host must be below
    /// `Limits.hostedControllers`. O(1), or O(kinds) if a plugin process hosts the kind.
    ///
    /// - Throws: `limitExceeded` if a plugin process hosts the kind and the maximum number is
    ///   reached.
    func checkHosted(_ kind: Int) throws(CommandError) {
        guard kinds[kind].isHosted else { return }
        note(visits: kinds.count)
        let count = kinds.indices.reduce(0) { $0 + (kinds[$1].isHosted ? stores[$1].count : 0) }
        guard count < Limits.hostedControllers else {
            throw CommandError(
                .limitExceeded,
                "plugins already host \(count) controllers together, which is the maximum",
                path: "kind")
        }
    }
}
