extension Callback {
    /// The fields of the event that reports the callback. The conditions and placeholders of
    /// reactions (commands that a controller executes in its callbacks) can refer to these fields.
    public var fields: [EventDescription.Field] { Self.fields[self] ?? [] }

    private static let fields: [Callback: [EventDescription.Field]] = {
        let descriptions = EventDescription.all(.builtIn)
        let callbacks = CoreEvents.lists.flatMap(\.events).compactMap {
            $0 as? any CallbackEvent.Type
        }
        return Dictionary(
            uniqueKeysWithValues: callbacks.map { event in
                let name = event.name.description
                return (event.callback, descriptions.first { $0.name == name }?.fields ?? [])
            })
    }()
}

/// A visitor that collects the names and values of an event's fields, in wire order.
package struct FieldValues: EventVisitor {
    package enum Form {
        case handle(Handle)
        case handles([Handle])
        case value(Value)
    }

    package private(set) var all: [(name: String, form: Form)] = []

    package init<E: EventDeclaration>(of event: E) {
        var event = event
        event.visit(&self)
    }

    private mutating func append(_ name: StaticString, _ form: Form) {
        all.append((name.description, form))
    }

    package mutating func reference(
        _ name: StaticString, _ value: inout Handle, _ doc: StaticString
    ) { append(name, .handle(value)) }

    package mutating func index(_ name: StaticString, _ value: inout Int?, _ doc: StaticString) {
        append(name, .value(value.map { .integer($0) } ?? .null))
    }

    package mutating func number(
        _ name: StaticString, _ value: inout Double, _ doc: StaticString
    ) { append(name, .value(.number(value))) }

    package mutating func flag(_ name: StaticString, _ value: inout Bool, _ doc: StaticString) {
        append(name, .value(.bool(value)))
    }

    package mutating func choice<T: FieldEnumeration>(
        _ name: StaticString, _ value: inout T, _ doc: StaticString
    ) { append(name, .value(Value(value))) }

    package mutating func transition(
        _ name: StaticString, _ value: inout TransitionID, _ doc: StaticString
    ) { append(name, .value(Value(value))) }

    package mutating func size(_ name: StaticString, _ value: inout Size, _ doc: StaticString) {
        append(name, .value(Value(value)))
    }

    package mutating func frame(_ name: StaticString, _ value: inout Frame, _ doc: StaticString) {
        append(name, .value(Value(value)))
    }

    package mutating func text(_ name: StaticString, _ value: inout String, _ doc: StaticString) {
        append(name, .value(.string(value)))
    }

    package mutating func list(_ name: StaticString, _ value: inout [Handle], _ doc: StaticString) {
        append(name, .handles(value))
    }

    package mutating func value(_ name: StaticString, _ value: inout Value, _ doc: StaticString) {
        append(name, .value(value))
    }

    package mutating func members<T: Fields>(_ value: inout T) {
        for member in Value(fields: value, writesNull: true).members ?? [] {
            all.append((member.name, .value(member.value)))
        }
    }

    /// Does nothing, because an event that reports a callback never contains a creation record.
    package mutating func creation(_ value: inout CreationRecord, _ doc: StaticString) {}
    package mutating func detail(_ value: inout TransitionDetail) {}
}
