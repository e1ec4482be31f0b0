/// The declaration of an event: its name, its fields, and the record members that it changes.
///
/// This declaration determines the published form of the event. `server.describe`, the protocol
/// reference, check files and mirrors (copies of the state in clients) also use it. Events of the
/// engine (`CoreEvents`) and of kinds are declared in the same way. The topic of a kind's event is
/// `KIND.CONTROLLER.NAME`.
///
/// The fields must fit into `EventRecord.mostWords` 64-bit words: a size takes two, a frame four,
/// any other field one.
///
///     extension CarouselKind {
///         public struct DidSettle: EventDeclaration {
///             public static let name: StaticString = "didSettle"
///             public static let summary = "The carousel has stopped."
///             public var index: Int?
///
///             public mutating func visit(_ v: inout some FieldVisitor) {
///                 v.field("index", &index, "of the first visible page")
///             }
///         }
///     }
public protocol EventDeclaration: Declared {
    /// The name on the wire: 1 to 64 characters of `A-Z a-z 0-9 _ -`, unique in its category.
    static var name: StaticString { get }
    /// A sentence that describes the event, for the protocol reference.
    static var summary: String { get }
    /// The changes that the event makes in the record of its controller. A mirror (a client that
    /// keeps a copy of the state) applies them to its copy. Empty by default.
    static var changes: [RecordChange] { get }
    /// The form of the event in check files (test cases for `pagerctl check`). Nil if they do not
    /// contain the event.
    static var check: CheckForm? { get }
}

extension EventDeclaration {
    public static var changes: [RecordChange] { [] }
    public static var check: CheckForm? { CheckForm() }

    @inlinable
    public mutating func visit(_ v: inout some FieldVisitor) {}
}

/// The declaration of a built-in event of the engine or the daemon. Every daemon has these events,
/// unlike the events of container kinds.
public protocol CoreEvent: EventDeclaration {
    /// The number of the event in `CoreEvents`, and the event's category. Both are constants, so
    /// that recording an event needs no search.
    static var number: EventNumber { get }
    /// The effects of the event in addition to its publication. Empty by default.
    static var traits: EventTraits { get }
}

extension CoreEvent {
    public static var check: CheckForm? { nil }
    public static var traits: EventTraits { [] }
}

/// An event that reports a callback of a view controller, such as `viewWillAppear`. After the
/// event, the controller's kind handles the callback. Then the engine executes the commands that
/// the controller's option `on` contains for the callback.
public protocol CallbackEvent: CoreEvent {
    static var callback: Callback { get }
}

/// The effects of an event in addition to its publication. The subject of an event is the object
/// that the event is about, such as a controller, a view, a window or a plugin.
public struct EventTraits: OptionSet, Sendable, BitwiseCopyable {
    public let rawValue: UInt8

    @inlinable
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The event reports that its subject no longer exists. No event about the subject follows.
    @inlinable public static var endsSubject: EventTraits { EventTraits(rawValue: 1) }
    /// The event starts a transition. Later events of the transition have the same `cause`.
    @inlinable public static var beginsTransition: EventTraits { EventTraits(rawValue: 2) }
    /// The event ends a transition. The first field of the event is the id of this transition.
    @inlinable public static var endsTransition: EventTraits { EventTraits(rawValue: 4) }
    /// The event queues a command. When the command is executed, its events have the same `cause`
    /// as this event.
    @inlinable public static var queuesCommand: EventTraits { EventTraits(rawValue: 8) }
    /// The event reports that the view of its subject (a controller) was loaded. If a plugin hosts
    /// the controller, the daemon then asks the plugin for the content of the controller.
    @inlinable public static var loadsView: EventTraits { EventTraits(rawValue: 16) }
    /// The plugin that hosts the subject receives the event.
    @inlinable public static var isForHosts: EventTraits { EventTraits(rawValue: 32) }
    /// The event sets the content of its subject, a controller.
    @inlinable public static var setsContent: EventTraits { EventTraits(rawValue: 64) }
}

/// The form of an event in check files and conformance cases, such as
/// `book.pager.didSelect(b,1,0)`.
public struct CheckForm: Hashable, Sendable {
    /// The name of the event in checks. Nil if the name is `CATEGORY.EVENT`.
    public var name: String?
    /// The name of the event's group. The member `record` of a check lists the groups whose events
    /// are compared. Nil if the group has the category's name.
    public var group: String?
    /// The names of the fields that a check shows as arguments of the event, in this order. Nil
    /// means all fields in the order of their declaration, except that lists come last.
    public var arguments: [String]?

    public init(name: String? = nil, group: String? = nil, arguments: [String]? = nil) {
        self.name = name
        self.group = group
        self.arguments = arguments
    }
}
