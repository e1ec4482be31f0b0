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
