internal import PagerBook
internal import PagerModel
internal import PagerWire

/// The differences between a running state and that of a new daemon, as comments.
struct StateDifferences {
    /// The members of a page that its container sets when it shows the page.
    private static let ofShownPages: TextSet = [
        "parent", "children", "superview", "frame", "isViewLoaded", "isMovingToParent",
        "isMovingFromParent", "navigationController", "tabBarController", "splitViewController",
        "presentedViewController", "presentingViewController",
    ]

    private let running: LiveState
    private let new: LiveState
    private(set) var comments: [String] = []

    init(_ running: LiveState, _ new: LiveState) {
        self.running = running
        self.new = new
        compareStyles()
        compareWindows()
        for record in running.controllers { compare(record) }
        for view in running.views where view.controller == nil {
            compare(view.id.text, view, new.view(view.id.text))
        }
    }

    private mutating func compareStyles() {
        let styles = TextDictionary(new.styles.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
        for style in running.styles where styles[style.name] != style {
            comments.append("not in this book: the style \(style.name)")
        }
    }

    private mutating func compareWindows() {
        let windows = TextDictionary(
            new.windows.map { ($0.id.text, $0) }, uniquingKeysWith: { $1 })
        for window in running.windows {
            compare(window.id.text, window, windows[window.id.text])
        }
    }

    private mutating func compare(_ record: ControllerRecord) {
        let id = record.id.text
        guard let other = new[id] else { return compare(id, record, nil) }
        let isOffscreen = record.window == nil && other.window == nil
        compare(
            id, record, other, except: isOffscreen && isPage(id) ? Self.ofShownPages : [],
            unordered: running.isContainer(id) ? ["children"] : [])
        if let presentation = running.presentations[id], new.presentations[id] != nil {
            compare("the presentation of \(id)", presentation, new.presentations[id])
        }
        guard !isOffscreen || !isPage(id), let view = running.view(id), let now = new.view(id),
            view.subviews != now.subviews
        else { return }
        add("\(id).subviews", Value(view.subviews), Value(now.subviews))
    }

    /// Returns whether a controller, or what contains it, is a page that a container shows.
    private func isPage(_ id: String) -> Bool {
        var current = id
        while !running.isContents(current) {
            guard let owner = running.owner(of: current) else { return false }
            current = owner
        }
        return true
    }

    /// Adds a comment for each member of a record that is different in a new daemon.
    private mutating func compare<Record: FieldObject & Equatable>(
        _ name: String, _ record: Record, _ other: Record?, except omitted: TextSet = [],
        unordered: TextSet = []
    ) {
        guard let other else { return comments.append("not in this book: \(name)") }
        if record == other { return }
        let one = Value(fields: record).members ?? []
        let two = Value(fields: other).members ?? []
        let names = one.map(\.name) + two.map(\.name).filter { one[$0] == nil }
        for member in names where !omitted.contains(member) {
            let (was, now) = (one[member] ?? .null, two[member] ?? .null)
            let isSame =
                unordered.contains(member) ? Self.isSameList(was, now) : was == now
            if !isSame { add("\(name).\(member)", was, now) }
        }
    }

    private static func isSameList(_ one: Value, _ other: Value) -> Bool {
        func ids(_ list: Value) -> TextSet { TextSet((list.array ?? []).compactMap(\.string)) }
        return ids(one) == ids(other)
    }

    private mutating func add(_ name: String, _ was: Value, _ now: Value) {
        func text(_ value: Value) -> String { beginning(of: value.json, scalars: 200) }
        comments.append(
            "not in this book: \(name): \(text(was)) here, \(text(now)) in a new daemon")
    }
}

extension [Value.Member] {
    fileprivate subscript(_ name: String) -> Value? { first { $0.name == name }?.value }
}
