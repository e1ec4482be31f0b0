import Containers
import Containment
import Glibc
import PagerModel

/// Measures page changes of the engine: `engine ROUNDS MEMBERS` prints the nanoseconds of one, the
/// median of 15 blocks with ROUNDS changes in a pager with MEMBERS pages.

let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
guard numbers.count == 2 else { fatalError("usage: engine ROUNDS MEMBERS") }
print(Int(try pageChange(rounds: numbers[0], members: numbers[1])))

func pageChange(rounds: Int, members: Int) throws -> Double {
    var stage = try Stage(members: members)
    var there = PagerNext()
    there.id = id("c")
    there.motion.animated = false
    var back = PagerPrevious()
    back.id = id("c")
    back.motion.animated = false
    // Each view is loaded once.
    try stage.run(there)
    try stage.run(back)
    var times: [Double] = []
    for _ in 0..<15 {
        let start = now()
        for _ in 0..<rounds / 2 {
            try stage.run(there)
            try stage.run(back)
        }
        times.append((now() - start) / Double(rounds) * 1e9)
    }
    return times.sorted()[times.count / 2]
}

/// The seconds for which this process has run, including the kernel's. Other processes do not
/// affect it.
func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

func id(_ text: String) -> Identifier { Identifier(text)! }

/// A scene whose events are drained after each command, as in the daemon.
struct Stage {
    private var scene = Scene(kinds: Containers.kinds)

    /// A window with a pager `c` as its root, with pages `p0`, `p1` and so on.
    init(members: Int) throws {
        var window = WindowCreate()
        window.id = id("w")
        try run(window)
        try create("c", "pager")
        let names = (0..<members).map { id("p\($0)") }
        for name in names { try create(name.text, "view") }
        var set = PagerSetPages()
        set.id = id("c")
        set.pages = names
        try run(set)
        var root = WindowSetRoot()
        root.id = id("w")
        root.controller = id("c")
        try run(root)
    }

    private mutating func create(_ name: String, _ kind: String) throws {
        var create = ControllerCreate()
        create.kind = kind
        create.id = id(name)
        try run(create)
    }

    mutating func run<C: SceneCommand>(_ command: C) throws {
        _ = try scene.apply(command, at: .zero)
        scene.drain { _ in }
    }
}
