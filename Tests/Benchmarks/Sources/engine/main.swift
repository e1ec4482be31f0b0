import Containers
import Containment
import Glibc
import PagerModel

/// Seconds of the monotonic clock.
func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

func id(_ text: String) -> Identifier { Identifier(text)! }

/// A window with a pager of so many pages as its root.
func makeScene(pages: Int) throws -> Scene {
    var scene = Scene(kinds: Containers.kinds, commands: Containers.commands)
    var window = WindowCreate()
    window.id = id("w")
    _ = try scene.apply(window, at: .zero)
    var create = ControllerCreate()
    create.kind = "pager"
    create.id = id("book")
    _ = try scene.apply(create, at: .zero)
    create.kind = "view"
    for page in 0..<pages {
        create.id = id("p\(page)")
        _ = try scene.apply(create, at: .zero)
        scene.drain { _ in }
    }
    var set = PagerSetPages()
    set.pages = (0..<pages).map { id("p\($0)") }
    _ = try scene.apply(set, at: .zero)
    var root = WindowSetRoot()
    root.id = id("w")
    root.controller = id("book")
    _ = try scene.apply(root, at: .zero)
    scene.drain { _ in }
    return scene
}

/// Nanoseconds of one switch, callbacks recorded: the median of blocks.
func measureSwitch(
    pages: Int,
    rounds: Int = CommandLine.arguments.count > 1 ? Int(CommandLine.arguments[1])! : 20_000
) throws -> (ns: Double, events: Int) {
    var scene = try makeScene(pages: pages)
    var next = PagerNext()
    next.motion.animated = false
    var previous = PagerPrevious()
    previous.motion.animated = false
    var times: [Double] = []
    var events = 0
    for _ in 0..<15 {
        let start = now()
        for _ in 0..<(rounds / 2) {
            _ = try scene.apply(next, at: .zero)
            events = scene.log.events.count
            scene.drain { _ in }
            _ = try scene.apply(previous, at: .zero)
            scene.drain { _ in }
        }
        times.append((now() - start) / Double(rounds) * 1e9)
    }
    return (times.sorted()[times.count / 2], events)
}

for pages in CommandLine.arguments.count > 1 ? [10] : [10, 1_000, 1_000_000] {
    let result = try measureSwitch(pages: pages)
    print("page switch, \(pages) pages: \(Int(result.ns)) ns, \(result.events) events")
}
