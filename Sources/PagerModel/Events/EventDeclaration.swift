/// The declaration of an event: its name, its fields, and what it changes in records.
///
/// Publishing the event, `server.describe`, the reference, checks and the mirrors follow from it.
/// The events of the engine (`CoreEvents`) and those of kinds are declared in the same way. The
/// topic of an event of a kind is `KIND.CONTROLLER.NAME`.
///
///     extension CarouselKind {
///         public struct DidSettle: EventDeclaration {
///             public static let name: StaticString = "didSettle"
///             public static let summary: StaticString = "The carousel has stopped."
///             public var index: Int?
///
///             public mutating func visit<V: EventVisitor>(_ v: inout V) {
///                 v.index("index", &index, "of the first visible page")
///             }
///         }
///     }
public protocol EventDeclaration: Sendable {
    /// The name on the wire: 1 to 64 characters of `A-Z a-z 0-9 _ -`, unique in its category.
    static var name: StaticString { get }
    /// One sentence for the reference.
    static var summary: StaticString { get }
    /// What mirrors change in the subject's record; by default nothing.
    static var changes: [RecordChange] { get }
    /// How a check writes the event; nil where checks leave it out.
    static var check: CheckForm? { get }

    /// Creates an event with empty fields.
    init()
    /// Visits the fields in the order of the wire. They take at most `EventRecord.mostWords` words.
    mutating func visit<V: EventVisitor>(_ v: inout V)
}

extension EventDeclaration {
    public static var changes: [RecordChange] { [] }
    public static var check: CheckForm? { CheckForm() }
    @inlinable
    public mutating func visit<V: EventVisitor>(_ v: inout V) {}
}

/// An event of the engine or of the daemon, which every scene has.
public protocol CoreEvent: EventDeclaration {
    /// Its number in the lists of `CoreEvents`, and its category. A constant, so that recording it
    /// searches for nothing.
    static var place: EventPlace { get }
    /// What the daemon does beside publishing it; by default nothing.
    static var traits: EventTraits { get }
}

extension CoreEvent {
    public static var check: CheckForm? { nil }
    public static var traits: EventTraits { [] }
}

/// A callback of a view controller. Its kind and its own reactions act after it.
public protocol CallbackEvent: CoreEvent {
    static var callback: Callback { get }
}

/// What the daemon does when an event happens, beside publishing it.
public struct EventTraits: OptionSet, Sendable, BitwiseCopyable {
    public let rawValue: UInt8

    @inlinable
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The subject is gone: no event about it follows.
    @inlinable public static var endsSubject: EventTraits { EventTraits(rawValue: 1) }
    /// What the transition does later has the cause of this event.
    @inlinable public static var beginsTransition: EventTraits { EventTraits(rawValue: 2) }
    /// The transition in its first field is over.
    @inlinable public static var endsTransition: EventTraits { EventTraits(rawValue: 4) }
    /// A command waits, and has the cause of this event when it is carried out.
    @inlinable public static var queuesCommand: EventTraits { EventTraits(rawValue: 8) }
    /// The plugin that hosts the subject is asked for its content.
    @inlinable public static var loadsView: EventTraits { EventTraits(rawValue: 16) }
    /// The plugin that hosts the subject receives it.
    @inlinable public static var isForHosts: EventTraits { EventTraits(rawValue: 32) }
}

/// How a check and a conformance case write an event: `book.pager.didSelect(b,1,0)`.
public struct CheckForm: Hashable, Sendable {
    /// The name in the token; nil for `CATEGORY.EVENT`.
    public var name: String?
    /// The word by which a check's `record` selects such events; nil for the category.
    public var group: String?
    /// The fields that become arguments, in this order; nil for all of them, lists last.
    public var arguments: [String]?

    public init(name: String? = nil, group: String? = nil, arguments: [String]? = nil) {
        self.name = name
        self.group = group
        self.arguments = arguments
    }
}

/// Visits the fields of an event: reads them, sets them, or collects their declarations.
public protocol EventVisitor {
    /// A controller, view or window; `Handle.none` for null.
    mutating func reference(_ name: StaticString, _ value: inout Handle, _ doc: StaticString)
    /// A place in a list, nil for null.
    mutating func index(_ name: StaticString, _ value: inout Int?, _ doc: StaticString)
    mutating func number(_ name: StaticString, _ value: inout Double, _ doc: StaticString)
    mutating func flag(_ name: StaticString, _ value: inout Bool, _ doc: StaticString)
    /// One of a few names.
    mutating func choice<T: FieldEnumeration>(
        _ name: StaticString, _ value: inout T, _ doc: StaticString)
    mutating func transition(
        _ name: StaticString, _ value: inout TransitionID, _ doc: StaticString)
    /// A size, in two words.
    mutating func size(_ name: StaticString, _ value: inout Size, _ doc: StaticString)
    /// A frame, in four words.
    mutating func frame(_ name: StaticString, _ value: inout Frame, _ doc: StaticString)
    mutating func text(_ name: StaticString, _ value: inout String, _ doc: StaticString)
    /// Controllers, in order.
    mutating func list(_ name: StaticString, _ value: inout [Handle], _ doc: StaticString)
    mutating func value(_ name: StaticString, _ value: inout Value, _ doc: StaticString)
    /// Further members, declared by a type of their own. Takes one word.
    mutating func members<T: Fields>(_ value: inout T)
    /// All members of a record.
    mutating func creation(_ value: inout CreationRecord, _ doc: StaticString)
    /// All that a transition's beginning says.
    mutating func detail(_ value: inout TransitionDetail)
}
