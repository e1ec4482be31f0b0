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
