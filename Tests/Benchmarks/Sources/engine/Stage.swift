import Containers
import Containment
import PagerModel

func id(_ text: String) -> Identifier { Identifier(text)! }

/// Names `p0`, `p1` and so on.
func names(_ count: Int, from first: Int = 0) -> [Identifier] {
    (first..<first + count).map { id("p\($0)") }
}

/// A scene whose events are drained after each command, as in the daemon.
struct Stage {
    var scene = Scene(kinds: Containers.kinds)
    /// A window with a container `c` as its root; `fill` gives the container its members.
    init(kind: String, members: Int, fill: (inout Stage) throws -> Void) throws {
        var window = WindowCreate()
        window.id = id("w")
        try run(window)
        try create("c", kind)
        for name in names(members) { try create(name.text, "view") }
        try fill(&self)
        var root = WindowSetRoot()
        root.id = id("w")
        root.controller = id("c")
        try run(root)
    }

    mutating func create(_ name: String, _ kind: String) throws {
        var create = ControllerCreate()
        create.kind = kind
        create.id = id(name)
        try run(create)
    }

    mutating func run<C: SceneCommand>(_ command: C) throws {
        _ = try scene.apply(command, at: .zero)
        scene.drain { _ in }
    }

    /// Returns the number of callbacks of a command, and adds the number of its events to `events`.
    mutating func countCallbacks<C: SceneCommand>(of command: C, events: inout Int) throws -> Int {
        _ = try scene.apply(command, at: .zero)
        events += scene.log.events.count
        return scene.drain { scene in scene.log.events.count { $0.isCallback } }
    }
}
