public import PagerModel

/// Kinds whose controllers a plugin process hosts. The engine treats them as plain ones.
extension Scene {
    /// Adds a kind. O(1).
    ///
    /// - Throws: `kindTaken`, and `limitExceeded` where a controller could not name its place.
    public mutating func addHostedKind(named name: String) throws(CommandError) {
        guard kind(named: name) == nil else {
            throw CommandError(.kindTaken, "there is a kind \(quoted(name)) already", path: "kinds")
        }
        guard kinds.count <= UInt16.max || !state.vacantKinds.isEmpty else {
            throw CommandError(
                .limitExceeded, "there are \(kinds.count) kinds, and no more can be told apart",
                path: "kinds")
        }
        makeUnique()
        state.add(hosted: name)
    }

    /// Removes a kind, whose place another kind may get. O(vacant places).
    ///
    /// - Precondition: it is hosted and has no controllers.
    public mutating func removeHostedKind(at place: Int) {
        precondition(kinds[place].isHosted && count(ofKind: place) == 0, "the kind is in use")
        makeUnique()
        state.removeHostedKind(at: place)
    }

    /// How many hosted kinds there are.
    public var hostedKindCount: Int {
        kinds.reduce(-state.vacantKinds.count) { $0 + ($1.isHosted ? 1 : 0) }
    }

    /// The place of a kind among all, which it keeps. O(1).
    public func kind(named name: String) -> Int? { state.kindPlaces[TextKey(name)] }

    /// The name of the kind at a place, empty for a vacant place. O(1).
    package func kindName(at place: Int) -> String { kinds[place].name }

    /// The hosted kind of a subject, nil for everything else. Also of what this turn destroyed.
    package func hostedKind(of subject: Handle) -> Int? {
        let kind = Int(self[subject].kind)
        return kind < kinds.count && kinds[kind].isHosted ? kind : nil
    }

    /// The controllers of a kind, in no particular but a repeatable order. O(those there were).
    public func controllers(ofKind kind: Int) -> [Handle] {
        stores[kind].owners.filter { !$0.isNone }
    }

    /// Calls the body for each controller of a kind in that order, from a place on, until it
    /// returns false. A controller keeps its place as long as it exists.
    public func forEachController(
        ofKind kind: Int, from place: Int,
        _ body: (_ place: Int, Handle) throws(CommandError) -> Bool
    ) throws(CommandError) {
        let owners = stores[kind].owners
        for place in min(max(place, 0), owners.count)..<owners.count where !owners[place].isNone {
            guard try body(place, owners[place]) else { return }
        }
    }

    /// How many controllers a kind has. O(1).
    public func count(ofKind kind: Int) -> Int { stores[kind].count }

    /// Whether there may be one more controller of a kind. O(1), O(hosted kinds) for one of them.
    ///
    /// - Throws: `limitExceeded`.
    func checkHosted(_ kind: Int) throws(CommandError) {
        guard kinds[kind].isHosted else { return }
        note(visits: kinds.count)
        let count = kinds.indices.reduce(0) { $0 + (kinds[$1].isHosted ? stores[$1].count : 0) }
        guard count < Limits.hostedControllers else {
            throw CommandError(
                .limitExceeded,
                "plugins host at most \(Limits.hostedControllers) controllers together",
                path: "kind")
        }
    }
}
