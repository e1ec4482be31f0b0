import PagerModel
import PagerWire

/// The difference between two versions of the contract, from the view of a program that uses the
/// older one.
struct ProtocolDifference {
    /// The direction of a definition: sent by the program, received by it, or both.
    enum Direction {
        case sent, received, both

        /// The direction of a definition by its name. Shared definitions have both directions.
        init(_ definition: String) {
            let isSent = ["request", "params"].contains { definition.hasSuffix($0) }
            let isReceived = ["reply", "error", "cause", "event", "result"].contains {
                definition == $0 || definition.hasSuffix(".\($0)")
            }
            self = isSent ? .sent : isReceived ? .received : .both
        }

        var isSent: Bool { self != .received }
        var isReceived: Bool { self != .sent }
    }

    /// The incompatible changes, each with its place.
    private(set) var broken: [String] = []
    /// The compatible additions.
    private(set) var added: [String] = []

    init(from old: Value, to new: Value) {
        for member in old.members ?? [] {
            guard let other = new[member.name] else {
                broken.append("\(member.name) is gone")
                continue
            }
            compare(member.value, other, member.name, Direction(member.name))
        }
        for member in new.members ?? [] where old[member.name] == nil { added.append(member.name) }
    }

    private init() {}

    private mutating func compare(
        _ old: Value, _ new: Value, _ path: String, _ direction: Direction
    ) {
        guard let before = old.members, let after = new.members else {
            if old != new { broken.append("\(path) was \(old.json), is \(new.json)") }
            return
        }
        if old["type"] == "boolean", direction == .sent,
            [true, false].allSatisfy({ Self.list(new["enum"] ?? .null).contains($0) })
        {
            return added.append("\(path): values besides true and false")
        }
        for member in before {
            guard let other = new[member.name] else {
                broken.append("\(path): \(member.name) \(member.value.json) is gone")
                continue
            }
            guard member.value != other else { continue }
            compare(member.name, member.value, other, path, direction)
        }
        for member in after where old[member.name] == nil {
            compare(new: member, path, direction)
        }
    }

    /// Compares one JSON Schema keyword that has changed.
    private mutating func compare(
        _ keyword: String, _ old: Value, _ new: Value, _ path: String, _ direction: Direction
    ) {
        switch keyword {
        case "properties": compareProperties(old, new, path, direction)
        case "required": compareRequired(old, new, path, direction)
        case "type": compareTypes(old, new, path, direction)
        case "enum":
            let lost = Self.list(old).filter { !Self.list(new).contains($0) }
            let gained = Self.list(new).filter { !Self.list(old).contains($0) }
            broken += lost.map { "\(path): the value \($0.json) is gone" }
            added += gained.map { "\(path): the value \($0.json)" }
        case "oneOf", "anyOf", "allOf": compareChoices(old, new, path, direction)
        case "items", "not", "if", "then", "else": compare(old, new, path, direction)
        case "additionalProperties" where new == true:
            added.append("\(path): members of any name")
        default:
            if old.members != nil, new.members != nil {
                compare(old, new, path, direction)
            } else {
                broken.append("\(path): \(keyword) was \(old.json), is \(new.json)")
            }
        }
    }

    private mutating func compare(
        new member: Value.Member, _ path: String, _ direction: Direction
    ) {
        switch member.name {
        case "required": compareRequired(.array([]), member.value, path, direction)
        case "properties", "default": added.append("\(path): \(member.name) \(member.value.json)")
        default: broken.append("\(path): \(member.name) \(member.value.json) is new")
        }
    }

    private mutating func compareProperties(
        _ old: Value, _ new: Value, _ path: String, _ direction: Direction
    ) {
        for member in old.members ?? [] {
            guard let other = new[member.name] else {
                broken.append("\(path).\(member.name) is gone")
                continue
            }
            compare(member.value, other, "\(path).\(member.name)", direction)
        }
        for member in new.members ?? [] where old[member.name] == nil {
            added.append("\(path).\(member.name)")
        }
    }

    private mutating func compareRequired(
        _ old: Value, _ new: Value, _ path: String, _ direction: Direction
    ) {
        let lost = Self.list(old).filter { !Self.list(new).contains($0) }.compactMap(\.string)
        let gained = Self.list(new).filter { !Self.list(old).contains($0) }.compactMap(\.string)
        if direction.isReceived { broken += lost.map { "\(path).\($0) may be missing now" } }
        if direction.isSent { broken += gained.map { "\(path).\($0) must be there now" } }
    }

    /// Compares types: a request may accept more types than before, and a reply may contain fewer.
    private mutating func compareTypes(
        _ old: Value, _ new: Value, _ path: String, _ direction: Direction
    ) {
        let before = old.array ?? [old]
        let after = new.array ?? [new]
        let lost = before.contains { !after.contains($0) }
        let gained = after.contains { !before.contains($0) }
        guard direction.isSent && lost || direction.isReceived && gained else { return }
        broken.append("\(path): type was \(old.json), is \(new.json)")
    }

    /// Compares choices: each old one must still exist, unchanged or with compatible changes.
    private mutating func compareChoices(
        _ old: Value, _ new: Value, _ path: String, _ direction: Direction
    ) {
        var left = Self.list(new)
        for choice in Self.list(old) {
            let place =
                left.firstIndex(of: choice)
                ?? left.firstIndex { candidate in
                    var difference = ProtocolDifference()
                    difference.compare(choice, candidate, path, direction)
                    return difference.broken.isEmpty
                }
            if let place {
                left.remove(at: place)
            } else {
                broken.append("\(path): the choice \(choice.json) is gone or has changed")
            }
        }
        added += left.map { "\(path): the choice \($0.json)" }
    }

    private static func list(_ value: Value) -> [Value] { value.array ?? [] }
}
