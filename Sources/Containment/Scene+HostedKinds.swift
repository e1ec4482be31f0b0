public import PagerModel

/// Kinds whose controllers are hosted by somebody outside: to the engine they are plain.
extension Scene {
    /// Adds a kind. O(1).
    ///
    /// - Throws: `kindTaken`.
    public mutating func addHostedKind(named name: String) throws(Refusal) {
        guard kind(named: name) == nil else {
            throw Refusal(.kindTaken, "there is a kind \(quoted(name)) already", path: "kinds")
        }
        makeUnique()
        storage.add(KindEntry(hosted: name))
    }

    /// The place of a kind among all, which it keeps.
    public func kind(named name: String) -> Int? { kinds.firstIndex { $0.name == name } }

    /// The hosted kind of a subject, nil for everything else. Also of what this turn destroyed.
    public func hostedKind(of subject: Handle) -> Int? {
        let kind = Int(self[subject].kind)
        return kind < kinds.count && kinds[kind].isHosted ? kind : nil
    }

    /// The controllers of a kind, in no particular but a repeatable order. O(those there were).
    public func controllers(ofKind kind: Int) -> [Handle] {
        stores[kind].owners.filter { !$0.isNone }
    }

    /// How many controllers a kind has. O(1).
    public func count(ofKind kind: Int) -> Int { stores[kind].count }

    public func content(of controller: Handle) -> Value? { options[Int(controller.slot)].content }
}
