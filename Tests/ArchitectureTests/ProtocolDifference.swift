import PagerModel
import PagerWire

/// What has changed between two forms of the contract, seen by a program that knows the older one.
struct ProtocolDifference {
    /// What such a program sends, is sent, or both.
    enum Direction {
        case sent, received, both

        /// By the name of a definition: forms that stand in several places go both ways.
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

    /// What breaks it, each with its place.
    private(set) var broken: [String] = []
    /// What it need not know.
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

    /// One keyword of JSON Schema that has changed.
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

    /// A request may take more types than it did, an answer may have fewer.
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

    /// Each of the old ones must be among the new ones, in this form or one that breaks nothing.
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
