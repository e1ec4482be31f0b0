import Containers
import Containment
import PagerModel
import RandomCommands

/// A scene that a scaling case builds, with the commands whose work is counted.
struct ScalingStage {
    private(set) var scene = Scene(kinds: Containers.kinds)
    /// The counted commands, run in order.
    private(set) var counted: [Step] = []

    /// Runs a command that is not counted.
    mutating func run(_ method: String, _ params: Value) throws {
        try scene.apply(Step(method: method, params: params))
        scene.drain { _ in }
    }

    mutating func count(_ method: String, _ params: Value) {
        counted.append(Step(method: method, params: params))
    }

    /// Returns the number of records that the counted commands visited.
    mutating func work() throws -> Int {
        let before = scene.visits
        for step in counted { try run(step.method, step.params) }
        return scene.visits - before
    }

    // MARK: what scenes are made of

    mutating func create(_ id: String, _ kind: String = "view", _ options: Value = [:]) throws {
        let members: [Value.Member] = [
            .init("id", .string(id)), .init("kind", .string(kind)),
        ]
        try run("controller.create", .object(members + (options.members ?? [])))
    }

    /// Creates `c0` to `c(n - 1)` and returns their names.
    mutating func controllers(_ count: Int, _ prefix: String = "c") throws -> [String] {
        let names = (0..<count).map { "\(prefix)\($0)" }
        for name in names { try create(name) }
        return names
    }

    /// Creates plain views and returns their names.
    mutating func views(_ count: Int, _ prefix: String = "v") throws -> [String] {
        let names = (0..<count).map { "\(prefix)\($0)" }
        for name in names { try run("view.create", ["id": .string(name)]) }
        return names
    }

    /// Shows a controller in a new window.
    mutating func show(_ root: String, in window: String = "w") throws {
        try run("window.create", ["id": .string(window)])
        try run("window.setRoot", ["id": .string(window), "controller": .string(root)])
    }

    mutating func add(_ child: String, to parent: String, withView: Bool = true) throws {
        try run("controller.addChild", ["parent": .string(parent), "child": .string(child)])
        guard withView else { return }
        try run("view.addSubview", ["view": .string(child), "to": .string(parent)])
    }

    /// Creates a parent with children whose views are in the parent's view.
    mutating func family(_ count: Int, _ parent: String = "p") throws -> [String] {
        try create(parent)
        let names = try controllers(count, "\(parent)c")
        for name in names { try add(name, to: parent) }
        return names
    }

    /// Creates a chain of controllers, each the child of the previous one.
    mutating func chain(_ count: Int, _ prefix: String = "k") throws -> [String] {
        let names = try controllers(count, prefix)
        for (above, below) in zip(names, names.dropFirst()) { try add(below, to: above) }
        return names
    }

    /// Creates a container of a kind with a list of members.
    mutating func list(_ kind: String, _ count: Int, _ options: Value = [:]) throws -> [String] {
        try create("l", kind, options)
        let names = try controllers(count, "m")
        let (method, member) =
            switch kind {
            case "pager": ("pager.setPages", "pages")
            case "tabBar": ("tabBar.setControllers", "controllers")
            default: ("navigation.setStack", "controllers")
            }
        let members: [Value.Member] = [
            .init("id", "l"), .init(member, Self.names(names)),
        ]
        try run(method, .object(members))
        return names
    }

    /// Selects earlier or later members twice in a container.
    mutating func travel(_ kind: String, _ count: Int, _ way: String) throws {
        let names = try list(kind, count, ["backBehavior": "history"])
        try show("l")
        for name in [names[count / 2], names[count - 1]] {
            let member = kind == "pager" ? "page" : "controller"
            try run(
                "\(kind).select",
                .object([
                    .init("id", "l"), .init(member, .string(name)), .init("animated", false),
                ]))
        }
        let params: Value = ["id": "l", "animated": false]
        if way == "forward" { for _ in 0..<2 { try run("\(kind).back", params) } }
        for _ in 0..<2 { self.count("\(kind).\(way)", params) }
    }

    static let style: Value = [
        "style": "mine", "duration": 1, "curve": "linear", "tracks": ["from": [], "to": []],
    ]

    static func names(_ names: [String]) -> Value { .array(names.map { .string($0) }) }

    /// Creates windows, each with a controller that presents another.
    mutating func presentations(_ count: Int) throws {
        for number in 0..<count {
            try create("r\(number)")
            try create("s\(number)")
            try show("r\(number)", in: "w\(number)")
            try run(
                "modal.present",
                [
                    "from": .string("r\(number)"), "controller": .string("s\(number)"),
                    "animated": false,
                ])
        }
    }

    /// Creates a page controller `l` with a data source at page `a`, a page `b`, and other
    /// presentations.
    mutating func pages(beside count: Int) throws {
        try presentations(count)
        try run(
            "controller.create",
            ["id": "l", "kind": "page", "style": "scroll", "dataSource": ["keep": 2]])
        try create("a")
        try create("b")
        try run("page.set", ["id": "l", "controllers": ["a"], "direction": "forward"])
    }

    /// Creates pagers, each in its own window with a running interactive transition.
    mutating func turns(_ count: Int) throws {
        for number in 0..<count {
            try create("g\(number)", "pager")
            let pages = try controllers(2, "g\(number)p")
            try run(
                "pager.setPages", ["id": .string("g\(number)"), "pages": Self.names(pages)])
            try show("g\(number)", in: "gw\(number)")
            try run("pager.next", ["id": .string("g\(number)"), "interactive": true])
        }
    }
}
