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

/// A change that an event makes in the record of its controller.
///
/// `server.describe` publishes the changes of each event, and a mirror (a client that keeps a copy
/// of the state) applies them in order. Fields belong to the event, and members to the record.
public enum RecordChange: Hashable, Sendable {
    /// Sets a member of the record to the value of an event field.
    case set(_ member: String, to: String)
    /// Sets the record's `index` to the value of the event field `at`. Sets the record's `selected`
    /// to the name at this index in `list`, a list of names in the same record. If the list has no
    /// such index, sets both to null.
    case select(_ list: String, at: String)
    /// Updates the record's `index` after a change of `list`, which is a list of names in the same
    /// record. The new value is the position of the record's `selected` in the list. If the list
    /// does not contain this name, sets `index` and `selected` to null.
    case reselect(_ list: String)
    /// Sets the member `member` of the record to the last name in `of`, a list in the same record.
    /// If the list is empty, sets the member to null.
    case last(_ member: String, of: String)

    /// Sets a member of the record to the value of the event field with the same name.
    public static func set(_ member: String) -> RecordChange { .set(member, to: member) }

    /// The change in the form that `server.describe` publishes.
    public var description: Value {
        switch self {
        case .set(let member, let field):
            ["change": "set", "member": .string(member), "field": .string(field)]
        case .select(let list, let field):
            ["change": "select", "list": .string(list), "field": .string(field)]
        case .reselect(let list): ["change": "reselect", "list": .string(list)]
        case .last(let member, let list):
            ["change": "last", "member": .string(member), "list": .string(list)]
        }
    }

    /// The names of the event fields whose values are used for the change.
    public var fields: [String] {
        switch self {
        case .set(_, let field), .select(_, let field): [field]
        case .reselect, .last: []
        }
    }

    /// The names of the record members that are used for the change or set by it.
    public var members: [String] {
        switch self {
        case .set(let member, _): [member]
        case .select(let list, _), .reselect(let list): [list, "index", "selected"]
        case .last(let member, let list): [member, list]
        }
    }
}

/// The category of an event, which is the first part of its topic.
@frozen
public enum EventCategory: Hashable, Sendable, BitwiseCopyable {
    case containment, lifecycle, view, transition, presentation
    /// The category of one controller kind's events. The value is the kind's position among the
    /// kinds that declare events.
    case kind(UInt8)
    case window, controller, diagnostic, plugin, server

    /// The built-in categories, which every daemon has.
    static let core: [EventCategory] = [
        .containment, .lifecycle, .view, .transition, .presentation, .window, .controller,
        .diagnostic, .plugin, .server,
    ]

    package static var coreNames: [String] { core.map { "\($0.coreName)" } }

    /// The wire name of a built-in category. `DeclaredEvents` has the names of the categories of
    /// controller kinds.
    var coreName: StaticString {
        switch self {
        case .containment: "containment"
        case .lifecycle: "lifecycle"
        case .view: "view"
        case .transition: "transition"
        case .presentation: "presentation"
        case .kind: preconditionFailure("DeclaredEvents has the names of kinds' categories")
        case .window: "window"
        case .controller: "controller"
        case .diagnostic: "diagnostic"
        case .plugin: "plugin"
        case .server: "server"
        }
    }

    /// A description of the objects that the category's events are about. For categories of
    /// controller kinds, `DeclaredEvents` has more specific descriptions.
    var coreSubject: String {
        switch self {
        case .containment: "the child"
        case .lifecycle, .controller, .diagnostic, .kind: "the controller"
        case .view: "the view"
        case .transition: "the container; of a presentation the presenter"
        case .presentation: "the presented controller"
        case .window: "the window"
        case .plugin: "the plugin"
        case .server: "the instance"
        }
    }

    /// The number of built-in controller kinds that declare events. Their categories have indexes
    /// below the index of `window`; categories of added kinds have the highest indexes. Journals
    /// and heartbeats list the categories by `index`, so the indexes of the built-in categories
    /// must not change.
    @usableFromInline static let builtInKindCount = 5

    /// Whether plugins receive events of this category. Each plugin receives the events about the
    /// controllers that it hosts.
    var isForHosts: Bool {
        switch self {
        case .containment, .lifecycle, .presentation, .controller, .diagnostic: true
        case .view, .transition, .kind, .window, .plugin, .server: false
        }
    }

    /// The position of this category in arrays that have one element per category.
    @inlinable
    public var index: Int {
        switch self {
        case .containment: 0
        case .lifecycle: 1
        case .view: 2
        case .transition: 3
        case .presentation: 4
        case .kind(let position): Int(position) + (position < Self.builtInKindCount ? 5 : 10)
        case .window: 10
        case .controller: 11
        case .diagnostic: 12
        case .plugin: 13
        case .server: 14
        }
    }
}

/// A set of event categories, with one bit for each category.
@frozen
public struct EventCategories: OptionSet, Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt64

    public static let most = UInt64.bitWidth

    @inlinable
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    @inlinable
    public init(_ category: EventCategory) { self.init(rawValue: 1 &<< UInt64(category.index)) }

    public static let all = EventCategories(rawValue: .max)
}
