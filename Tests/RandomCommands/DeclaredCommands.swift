package import PagerModel

/// Creates random commands from the declarations of the wire contract. Every method occurs, with
/// parameters of the declared types and with names that the other random commands use too.
///
/// About half of them are refused, because they are not valid at that moment.
package struct DeclaredCommands {
    package var random: SeededGenerator

    package init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    package mutating func next() -> Step { command(random.pick(CommandList.all)) }

    /// Returns a command of one method. Each optional parameter is present in half of them.
    package mutating func command(_ type: any Command.Type) -> Step {
        Step(method: type.method, params: .object(members(type.declaration)))
    }

    private mutating func members(_ fields: [SchemaField]) -> [Value.Member] {
        fields.flatMap { field -> [Value.Member] in
            switch field.presence {
            case .required: [.init(field.name, value(field.schema, field.name))]
            case .nullable:
                [
                    .init(
                        field.name, random.chance(0.2) ? .null : value(field.schema, field.name))
                ]
            case .optional, .defaulted:
                random.chance(0.5) ? [.init(field.name, value(field.schema, field.name))] : []
            case .rest:
                if case .object(let fields) = field.schema {
                    members(fields).filter { _ in random.chance(0.3) }
                } else {
                    []
                }
            }
        }
    }

    private mutating func value(_ schema: Schema, _ name: String) -> Value {
        switch schema {
        case .any: random.pick([nil, true, 1, "x", ["type": "text/plain", "body": "x"]])
        case .boolean: .bool(random.chance(0.5))
        case .integer: .integer(Int.random(in: -1...5, using: &random))
        case .number: random.pick([0, 0.1, 0.5, 1, 2, 31])
        case .string: string(name)
        case .identifier: identifier(name)
        case .transition: .string("t\(Int.random(in: 1...20, using: &random))")
        case .enumeration(let names): .string(random.pick(names))
        case .booleanOr(let names): random.pick([true, false] + names.map { .string($0) })
        case .array where name == "commands": list { $0.batched() }
        case .array(let element): list { $0.value(element, name) }
        case .object(let fields): .object(members(fields))
        case .dictionary(let names, let element):
            .object([.init(random.pick(names), value(element, name))])
        case .members: .object([])
        }
    }

    private mutating func list(_ element: (inout DeclaredCommands) -> Value) -> Value {
        .array((0..<Int.random(in: 0...3, using: &random)).map { _ in element(&self) })
    }

    private mutating func batched() -> Value {
        let step = next()
        return ["method": .string(step.method), "params": step.params]
    }

    private mutating func identifier(_ name: String) -> Value {
        switch name {
        case "name", "kinds": .string(random.pick(["maps", "notes", "view", "new"]))
        default: .string(random.pick(Swarm.names))
        }
    }

    private mutating func string(_ name: String) -> Value {
        switch name {
        case "kind": .string(random.pick(["view", "pager", "navigation", "maps", "ghost"]))
        case "method": .string(random.pick(CommandList.all).method)
        case "after": random.pick(["", "0-0", "5-1"])
        case "style": .string("s\(Int.random(in: 0...3, using: &random))")
        default: random.pick(["", "none", "push", "curlUp", "x"])
        }
    }
}

/// Changes a valid command so that it is slightly wrong: one member is unknown, missing, of another
/// type or out of range, or names another object.
package struct Spoiler {
    package enum Fault: CaseIterable, Sendable {
        case unknownMember, missingMember, otherType, outOfRange, otherName, memberTwice
    }

    private var random: SeededGenerator

    package init(seed: UInt64) { random = SeededGenerator(seed: seed ^ 0xbad) }

    package mutating func spoil(_ step: Step) -> Step {
        spoil(step, random.pick(Fault.allCases))
    }

    /// Returns the command with the fault, or unchanged if it has no member to which the fault
    /// applies.
    package mutating func spoil(_ step: Step, _ fault: Fault) -> Step {
        var members = step.params.members ?? []
        let place = members.isEmpty ? nil : Int.random(in: members.indices, using: &random)
        switch (fault, place) {
        case (.unknownMember, _): members.append(.init("nosuch", 1))
        case (_, nil): break
        case (.missingMember, let place?): members.remove(at: place)
        case (_, let place?): members[place].value = spoiled(members[place].value, fault)
        }
        return Step(method: step.method, params: .object(members))
    }

    /// Returns a value with one fault somewhere inside it.
    private mutating func spoiled(_ value: Value, _ fault: Fault) -> Value {
        switch value {
        case .array(var items) where !items.isEmpty:
            if fault == .memberTwice { return .array(items + [items[0]]) }
            if fault == .otherType, random.chance(0.3) { return 7 }
            let place = Int.random(in: items.indices, using: &random)
            items[place] = spoiled(items[place], fault)
            return .array(items)
        case .object(var members) where !members.isEmpty:
            if fault == .otherType, random.chance(0.3) { return 7 }
            let place = Int.random(in: members.indices, using: &random)
            members[place].value = spoiled(members[place].value, fault)
            return .object(members)
        default: return spoiled(leaf: value, fault)
        }
    }

    private mutating func spoiled(leaf: Value, _ fault: Fault) -> Value {
        switch (fault, leaf) {
        case (.outOfRange, .integer), (.outOfRange, .number):
            random.pick([-1, 99, 9_007_199_254_740_991, -1e300, 1e300])
        case (.otherName, .string), (.outOfRange, .string):
            random.pick(["ghost", "no name!", "", .string(String(repeating: "x", count: 65))])
        case (.otherType, .string): random.pick([7, nil, true, [], [:]])
        case (.otherType, _): random.pick(["x", nil, [], [:]])
        default: leaf
        }
    }
}
