/// The public description of a controller kind: its name, options, record members, commands and
/// events, and its form in books (files or folders that describe pages).
///
/// It is data without behaviour. `ContainerKind` implements the behaviour in the daemon.
public protocol KindDeclaration: Sendable {
    /// The options of the kind, in addition to those of every controller.
    associatedtype Options: Fields = NoFields
    /// The members that the kind adds to a controller's record, in addition to its options.
    associatedtype Record: Fields = NoFields

    /// The name of the kind on the wire: 1 to 64 characters of `A-Z a-z 0-9 _ -`. It is also the
    /// category of the kind's events.
    static var name: StaticString { get }
    /// The name that the protocol reference uses for the object that the kind's events are about.
    /// `the controller` by default.
    static var subject: String { get }
    /// The value of the option `definesPresentationContext` for controllers of this kind that do
    /// not set the option [11.3]. False by default.
    static var definesPresentationContext: Bool { get }
    /// The permission that a plugin needs to call the kind's commands. `select` by default.
    static var grant: Grant { get }
    /// The commands in the order of the protocol reference.
    static var commands: [any Command.Type] { get }
    /// The events in the order of the protocol reference.
    static var events: [any EventDeclaration.Type] { get }
    /// The keys that books (files or folders that describe pages) use for controllers of the kind,
    /// in addition to the options: keys for the controllers that a container contains, and keys for
    /// the kind's settings. By default, there are no such keys. A controller in a book then
    /// contains only the children that `controller.addChild` adds.
    static var book: BookForm { get }
}

extension KindDeclaration {
    public static var subject: String { "the controller" }
    public static var definesPresentationContext: Bool { false }
    public static var grant: Grant { .select }
    public static var commands: [any Command.Type] { [] }
    public static var events: [any EventDeclaration.Type] { [] }
    public static var book: BookForm { BookForm() }

    /// The options that every controller has, with their default values for this kind.
    public static var generalOptions: ControllerOptions {
        var general = ControllerOptions()
        general.definesPresentationContext = definesPresentationContext
        return general
    }

    /// The kind's own options.
    public static var options: any Fields.Type { Options.self }
}

/// The properties of UIViewController that return the nearest ancestor of a certain class [12.1].
/// The raw values are also the names of the corresponding members of controller records.
package enum AncestorProperty: String, CaseIterable, BitwiseCopyable, Sendable {
    case navigationController, tabBarController, splitViewController
}

/// The declaration of a container kind that has an ancestor property. An ancestor property is a
/// property of UIViewController, such as `navigationController`, that returns the nearest ancestor
/// of a certain kind. UIKit has only three such properties, so kinds that a program adds have none.
package protocol AncestorDeclaration: KindDeclaration {
    static var ancestorProperty: AncestorProperty { get }
}

extension Kinds {
    /// All ancestor properties, each with the kind of the controllers that the property returns.
    package static let ancestors: [(property: AncestorProperty, kind: String)] =
        all.compactMap { kind in
            (kind as? any AncestorDeclaration.Type).map {
                ($0.ancestorProperty, $0.name.description)
            }
        }
}

extension KindDeclaration {
    /// The first error in the kind's event declarations. Nil if they are valid.
    package static var problemOfEvents: String? {
        if events.isEmpty { return nil }
        let kind = name.description
        var names: Set<TextKey> = []
        let events = DeclaredEvents([Self.self])
        for event in events.ofKinds {
            let name = event.name.description
            let position = "the event \(quoted(name)) of the kind \(kind)"
            if Identifier(name) == nil {
                return "\(position) has an invalid name; a name is \(Identifier.form)"
            }
            if !names.insert(TextKey(name)).inserted { return "\(position) is declared twice" }
            if let problem = event.problemOfFields(among: events) {
                return "\(position) \(problem)"
            }
        }
        for type in Self.events where type.declaration.contains(where: { $0.presence == .rest }) {
            return
                "the event \(quoted(type.name.description)) of the kind \(kind) has `rest`, which "
                + "events cannot store"
        }
        return nil
    }
}

extension DeclaredEvent {
    /// The names of the members that every event has in addition to its own fields.
    package static let envelope: Set<TextKey> = [
        "seq", "prev", "revision", "time", "category", "subject", "event", "cause",
    ]

    /// The first error in the fields of the event, or in the changes that name them.
    package func problemOfFields(among events: DeclaredEvents) -> String? {
        let words = fields.reduce(0) { $0 + $1.form.words }
        guard words <= EventRecord.mostWords else {
            return
                "has fields of \(words) words; at most \(EventRecord.mostWords) are possible, "
                + "one of which can be a value with members of its own"
        }
        let fields = EventDescription(self, among: events).fields.map(\.name)
        var names = Self.envelope
        for field in fields {
            if Identifier(field) == nil {
                return "has a field with the invalid name \(quoted(field))"
            }
            if !names.insert(TextKey(field)).inserted {
                return "has two fields with the name \(field)"
            }
        }
        let own = Set<TextKey>(fields.map { TextKey($0) })
        for field in changes.flatMap(\.fields) where !own.contains(TextKey(field)) {
            return "changes a record with the field \(quoted(field)), which it does not have"
        }
        return nil
    }
}
