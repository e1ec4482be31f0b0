/// The first part of an event's topic.
@frozen
public enum EventCategory: CaseIterable, Sendable, BitwiseCopyable {
    case containment, lifecycle, view, transition, presentation
    case pager, tabBar, navigation, page, split
    case window, controller, diagnostic, plugin, server

    /// As it stands on the wire.
    public var text: StaticString {
        switch self {
        case .containment: "containment"
        case .lifecycle: "lifecycle"
        case .view: "view"
        case .transition: "transition"
        case .presentation: "presentation"
        case .pager: "pager"
        case .tabBar: "tabBar"
        case .navigation: "navigation"
        case .page: "page"
        case .split: "split"
        case .window: "window"
        case .controller: "controller"
        case .diagnostic: "diagnostic"
        case .plugin: "plugin"
        case .server: "server"
        }
    }

    /// Who the subject of the category's events is.
    public var subject: String {
        switch self {
        case .containment: "the child"
        case .lifecycle, .controller, .diagnostic: "the controller"
        case .view: "the view"
        case .transition: "the container; of a presentation the presenter"
        case .presentation: "the presented controller"
        case .pager: "the pager"
        case .tabBar: "the tab bar controller"
        case .navigation: "the navigation controller"
        case .page: "the page controller"
        case .split: "the split controller"
        case .window: "the window"
        case .plugin: "the plugin"
        case .server: "the instance"
        }
    }

    /// Its place in arrays of one element per category.
    @inlinable
    public var index: Int {
        switch self {
        case .containment: 0
        case .lifecycle: 1
        case .view: 2
        case .transition: 3
        case .presentation: 4
        case .pager: 5
        case .tabBar: 6
        case .navigation: 7
        case .page: 8
        case .split: 9
        case .window: 10
        case .controller: 11
        case .diagnostic: 12
        case .plugin: 13
        case .server: 14
        }
    }
}

extension EventCategory: RawRepresentable {
    public var rawValue: String { text.description }

    public init?(rawValue: String) {
        guard let category = Self.allCases.first(where: { $0.rawValue == rawValue }) else {
            return nil
        }
        self = category
    }
}

/// Some of the categories.
@frozen
public struct EventCategories: OptionSet, Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt16

    @inlinable
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    @inlinable
    public init(_ category: EventCategory) { self.init(rawValue: 1 &<< UInt16(category.index)) }

    public static let all = EventCategories(EventCategory.allCases.map { EventCategories($0) })

    /// Those of which a topic can begin with the prefix.
    public init(ofTopicsWith prefix: [UInt8]) {
        self.init(
            EventCategory.allCases.filter { category in
                let start = Array("\(category.text).".utf8)
                return start.starts(with: prefix) || prefix.starts(with: start)
            }.map { EventCategories($0) })
    }
}
