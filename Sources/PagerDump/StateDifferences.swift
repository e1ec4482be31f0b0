internal import PagerBook
internal import PagerModel
internal import PagerWire

/// The differences between a running state and that of a new daemon, as comments.
struct StateDifferences {
    /// The members of a controller that follow from the parent and presenter of it or of others.
    private static let derived: TextSet = [
        "children", "subviews", "navigationController", "tabBarController", "splitViewController",
        "presentedViewController", "presentingViewController",
    ]
    /// The members that change when the view of a controller enters or leaves a window.
    private static let ofShownViews: TextSet = [
        "appearance", "frame", "isMovingFromParent", "isMovingToParent", "isViewLoaded",
        "safeAreaInsets", "superview",
    ]
    /// The members of an offscreen page that its container sets when it first shows the page.
    private static let ofShownPages: TextSet = [
        "frame", "isMovingFromParent", "isMovingToParent", "isViewLoaded", "parent", "superview",
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
        for view in running.views { compare(view) }
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
            compare(window.id.text, window, windows[window.id.text], except: ["subviews"])
        }
    }

    private mutating func compare(_ record: ControllerRecord) {
        let id = record.id.text
        var omitted = Self.derived
        if let other = new[id] {
            if record.window != other.window {
                omitted.formUnion(Self.ofShownViews)
            } else if record.window == nil, isPage(id) {
                omitted.formUnion(Self.ofShownPages)
            }
            if !running.isContainer(id) { compareOrder(id, "children", record, other, \.children) }
        }
        compare(id, record, new[id], except: omitted)
        let (presenter, other) = (running.presenter(of: id), new.presenter(of: id))
        if presenter != other {
            add("the presenter of \(id)", presenter.map { .string($0) }, other.map { .string($0) })
        } else if let presentation = running.presentations[id] {
            compare("the presentation of \(id)", presentation, new.presentations[id])
        }
    }

    private mutating func compare(_ view: ViewRecord) {
        let id = view.id.text
        if view.controller == nil { compare(id, view, new.view(id), except: ["subviews"]) }
        guard let other = new.view(id), view.window == other.window else { return }
        compareOrder(id, "subviews", view, other, \.subviews)
    }

    /// Adds a comment if a list has the same elements in another order. Elements that are only in
    /// one of the lists have comments of their own.
    private mutating func compareOrder<Record>(
        _ id: String, _ name: String, _ record: Record, _ other: Record,
        _ list: (Record) -> [Identifier]
    ) {
        let (one, two) = (list(record).map(\.text), list(other).map(\.text))
        if one == two { return }
        let (here, there) = (TextSet(one), TextSet(two))
        if one.filter(there.contains) != two.filter(here.contains) {
            add("\(id).\(name)", Value(list(record)), Value(list(other)))
        }
    }

    /// Returns whether a controller, or what contains it, is in the list or a slot of a container.
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
        _ name: String, _ record: Record, _ other: Record?, except omitted: TextSet = []
    ) {
        guard let other else { return comments.append("not in this book: \(name)") }
        if record == other { return }
        let one = Value(fields: record).members ?? []
        let two = Value(fields: other).members ?? []
        let names = one.map(\.name) + two.map(\.name).filter { one[$0] == nil }
        for member in names where !omitted.contains(member) {
            // In JSON, 1 and 1.0 are the same number.
            if one[member]?.json != two[member]?.json {
                add("\(name).\(member)", one[member], two[member])
            }
        }
    }

    private mutating func add(_ name: String, _ was: Value?, _ now: Value?) {
        comments.append(
            "not in this book: \(name): \(text(was)) here, \(text(now)) in a new daemon")
    }

    private func text(_ value: Value?) -> String {
        beginning(of: (value ?? .null).json, scalars: 200)
    }
}

extension [Value.Member] {
    fileprivate subscript(_ name: String) -> Value? { first { $0.name == name }?.value }
}
