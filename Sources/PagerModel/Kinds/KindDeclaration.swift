/// What clients know of a kind of controllers: its name, its options, the members of its records, its
/// commands and its events, and how books write it.
///
/// It is data, and says nothing of how the kind behaves: `ContainerKind` does, in the daemon alone.
public protocol KindDeclaration: Sendable {
    /// What the kind adds to the options of every controller.
    associatedtype Options: Fields = NoFields
    /// What the kind adds to the record of each of its controllers, besides the options.
    associatedtype Record: Fields = NoFields

    /// On the wire, and the category of its events: 1 to 64 characters of `A-Z a-z 0-9 _ -`.
    static var name: StaticString { get }
    /// Who its events are about, in the reference; `the controller` where it does not say.
    static var subject: String { get }
    /// The default of the option `definesPresentationContext` [11.3]; false where it does not say.
    static var definesPresentationContext: Bool { get }
    /// What a plugin in another process needs to send its commands; `select` where it does not say.
    static var grant: Grant { get }
    /// In the order of the reference.
    static var commands: [any Command.Type] { get }
    /// In the order of the reference.
    static var events: [any EventDeclaration.Type] { get }
    /// What its controllers contain and how books write that; by default only the children that a
    /// client adds.
    static var book: BookForm { get }
}

extension KindDeclaration {
    public static var subject: String { "the controller" }
    public static var definesPresentationContext: Bool { false }
    public static var grant: Grant { .select }
    public static var commands: [any Command.Type] { [] }
    public static var events: [any EventDeclaration.Type] { [] }
    public static var book: BookForm { BookForm() }

    /// The options that every controller has, as they are by default for this kind.
    public static var generalOptions: ControllerOptions {
        var general = ControllerOptions()
        general.definesPresentationContext = definesPresentationContext
        return general
    }

    /// The kind's own options.
    public static var options: any Fields.Type { Options.self }
}
