import PagerModel

/// A random number generator with reproducible seeds (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// A script of random commands over a small set of names, including stale and invalid ones.
struct CommandScript {
    var random: SeededRandom
    private var lastTransition = 1
    private var isHeld = false

    init(seed: UInt64) { random = SeededRandom(state: seed) }

    static let plain = (1...9).map { "c\($0)" }
    static let containers = ["pager", "pager2", "tabs", "nav", "nav2", "pages", "split"]
    static let views = ["v1", "v2", "v3"]
    static let windows = ["w1", "w2"]

    /// The initial commands; later ones create and remove objects.
    static let start: [(String, Value)] =
        windows.map { ("window.create", ["id": .string($0)]) }
        + plain.map { ("controller.create", ["id": .string($0), "kind": "view"]) }
        + containers.map {
            ("controller.create", ["id": .string($0), "kind": .string(kind(of: $0))])
        }
        + views.map { ("view.create", ["id": .string($0)]) }
        + [
            ("pager.setPages", ["id": "pager", "pages": ["c1", "c2", "c3", "nav"]]),
            ("navigation.setStack", ["id": "nav", "controllers": ["c4", "c5"]]),
            ("tabBar.setControllers", ["id": "tabs", "controllers": ["c6", "pager"]]),
            ("window.setRoot", ["id": "w1", "controller": "tabs"]),
        ]

    static func kind(of id: String) -> String {
        switch id {
        case "pager", "pager2": "pager"
        case "tabs": "tabBar"
        case "nav", "nav2": "navigation"
        case "pages": "page"
        case "split": "split"
        default: "view"
        }
    }

    /// Records the latest transition. While it is interactive, the script mostly updates or ends
    /// it.
    mutating func noteTransition(_ id: String?) {
        guard let number = id.flatMap({ TransitionID($0) })?.number else { return }
        lastTransition = Int(number)
        isHeld = true
    }

    private mutating func pick(_ names: [String]) -> Value {
        .string(names.randomElement(using: &random) ?? "")
    }
    private mutating func controller() -> Value {
        chance(3) ? pick(Self.containers) : pick(Self.plain)
    }
    private mutating func some(_ count: ClosedRange<Int>) -> Value {
        let all = Self.plain + ["nav", "nav2", "pager2", "tabs"]
        return .array(
            all.shuffled(using: &random).prefix(Int.random(in: count, using: &random))
                .map { .string($0) })
    }
    private mutating func chance(_ n: Int) -> Bool { Int.random(in: 0..<n, using: &random) == 0 }
    private mutating func flag() -> Value { .bool(chance(2)) }
    private mutating func number(_ range: ClosedRange<Int>) -> Value {
        .integer(Int.random(in: range, using: &random))
    }
    private mutating func frame() -> Value {
        [
            "x": number(0...50), "y": number(0...50), "width": number(1...700),
            "height": number(1...900),
        ]
    }

    mutating func next() -> (method: String, params: Value) {
        if isHeld, !chance(3) { return handCommand() }
        return switch Int.random(in: 0..<100, using: &random) {
        case 0..<20: pagerCommand()
        case 20..<30: navigationCommand()
        case 30..<38: modalCommand()
        case 38..<46: containerCommand()
        case 46..<60: containmentCommand()
        case 60..<70: viewCommand()
        case 70..<80: windowCommand()
        case 80..<88: transitionCommand()
        default: recordCommand()
        }
    }

    private mutating func motion(_ value: Value) -> Value {
        var members = value.members ?? []
        members.append(.init("animated", flag()))
        if chance(4) { members.append(.init("interactive", true)) }
        if chance(3) {
            members.append(.init("interruption", pick(["reject", "replace", "queue"])))
        }
        return .object(members)
    }

    private mutating func pagerCommand() -> (String, Value) {
        let id = pick(["pager", "pager", "pager2"])
        if chance(6) {
            let page = chance(5) ? Value.null : controller()
            return ("pager.supply", ["id": id, "request": number(1...6), "page": page])
        }
        switch Int.random(in: 0..<10, using: &random) {
        case 0: return ("pager.setPages", ["id": id, "pages": some(0...5)])
        case 1: return ("pager.insert", ["id": id, "page": controller(), "at": number(0...3)])
        case 2: return ("pager.remove", ["id": id, "page": controller()])
        case 3: return ("pager.move", ["id": id, "page": controller(), "to": number(0...3)])
        case 4: return (chance(2) ? "pager.pause" : "pager.resume", ["id": id])
        case 5, 6: return ("pager.select", motion(["id": id, "index": number(0...4)]))
        case 7: return ("pager.next", motion(["id": id]))
        case 8: return ("pager.previous", motion(["id": id]))
        default: return ("pager.swipe", motion(["id": id, "direction": pick(["left", "right"])]))
        }
    }

    private mutating func navigationCommand() -> (String, Value) {
        let id = pick(["nav", "nav", "nav2"])
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return ("navigation.setStack", motion(["id": id, "controllers": some(0...4)]))
        case 1, 2: return ("navigation.push", motion(["id": id, "controller": controller()]))
        case 3: return ("navigation.pop", motion(["id": id]))
        case 4: return ("navigation.popTo", motion(["id": id, "controller": controller()]))
        default: return ("navigation.popToRoot", motion(["id": id]))
        }
    }

    private mutating func modalCommand() -> (String, Value) {
        guard chance(2) else { return ("modal.dismiss", motion(["id": controller()])) }
        var members = motion(["from": controller(), "controller": controller()]).members ?? []
        if chance(2) {
            let styles = PresentationStyle.allCases.map(\.rawValue)
            members.append(.init("style", pick(styles)))
        }
        return ("modal.present", .object(members))
    }

    private mutating func containerCommand() -> (String, Value) {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return ("tabBar.setControllers", ["id": "tabs", "controllers": some(0...4)])
        case 1, 2:
            return (
                "tabBar.select", motion(["id": "tabs", "index": number(0...3), "user": flag()])
            )
        case 3, 4:
            return (
                "page.set",
                motion([
                    "id": "pages", "controllers": some(1...1),
                    "direction": pick(["forward", "reverse"]), "user": flag(),
                ])
            )
        case 5:
            return (
                "split.setColumns",
                [
                    "id": "split", "primary": controller(), "secondary": controller(),
                    "supplementary": chance(2) ? controller() : .null,
                ]
            )
        case 6: return ("split.showDetail", ["id": "split", "controller": controller()])
        default:
            let modes = SplitDisplayMode.allCases.map(\.rawValue)
            return ("split.setDisplayMode", ["id": "split", "mode": pick(modes)])
        }
    }

    private mutating func containmentCommand() -> (String, Value) {
        switch Int.random(in: 0..<9, using: &random) {
        case 0, 1: return ("controller.addChild", ["parent": controller(), "child": controller()])
        case 2: return ("controller.removeFromParent", ["id": controller()])
        case 3:
            return (
                "controller.willMove",
                ["id": controller(), "parent": chance(2) ? .null : controller()]
            )
        case 4:
            return (
                "controller.didMove",
                ["id": controller(), "parent": chance(2) ? .null : controller()]
            )
        case 5:
            return (
                "controller.beginAppearanceTransition",
                ["id": controller(), "appearing": flag(), "animated": flag()]
            )
        case 6: return ("controller.endAppearanceTransition", ["id": controller()])
        case 7: return ("controller.loadViewIfNeeded", ["id": controller()])
        default:
            return (
                "controller.transition",
                [
                    "container": controller(), "from": controller(), "to": controller(),
                    "duration": number(0...1), "edges": flag(),
                    "options": .array(chance(3) ? ["showHideTransitionViews"] : []),
                ]
            )
        }
    }

    private mutating func viewCommand() -> (String, Value) {
        let any = Self.views + Self.plain + ["nav", "tabs", "pager"]
        switch Int.random(in: 0..<7, using: &random) {
        case 0: return ("view.create", ["id": pick(Self.views), "frame": frame()])
        case 1: return ("view.destroy", ["view": pick(Self.views)])
        case 2, 3: return ("view.addSubview", ["view": pick(any), "to": pick(any)])
        case 4: return ("view.addSubview", ["view": pick(any), "to": pick(any), "at": 0])
        case 5: return ("view.removeFromSuperview", ["view": pick(any)])
        default:
            return (
                "view.set",
                [
                    "view": pick(any), "frame": frame(), "hidden": flag(), "alpha": 0.5,
                    "backgroundColor": pick(["red", "blue"]),
                    "autoresizing": chance(2) ? [] : ["flexibleWidth", "flexibleTopMargin"],
                ]
            )
        }
    }

    private mutating func windowCommand() -> (String, Value) {
        let id = pick(["w1", "w1", "w2"])
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return ("window.destroy", ["id": "w2"])
        case 1: return ("window.create", ["id": id])
        case 2:
            return (
                "window.resize", ["id": id, "size": ["width": number(300...1000), "height": 844]]
            )
        case 3: return ("window.setRoot", ["id": id, "controller": nil])
        case 4: return ("window.setRoot", ["id": id, "controller": controller()])
        default: return ("window.setRoot", ["id": id, "controller": pick(Self.containers)])
        }
    }

    private mutating func transitionCommand() -> (String, Value) {
        if chance(4) { return handCommand() }
        return ("clock.advance", ["seconds": .number(chance(2) ? 0.2 : 1.5)])
    }

    private mutating func handCommand() -> (String, Value) {
        let id = Value.string("t\(lastTransition)")
        switch Int.random(in: 0..<4, using: &random) {
        case 0, 1: return ("transition.update", ["id": id, "progress": number(0...1)])
        case 2:
            isHeld = false
            return ("transition.finish", ["id": id])
        default:
            isHeld = false
            return ("transition.cancel", ["id": id])
        }
    }

    private mutating func recordCommand() -> (String, Value) {
        let id = controller()
        switch Int.random(in: 0..<5, using: &random) {
        case 0:
            return (
                "controller.create", ["id": id, "kind": .string(Self.kind(of: id.string ?? ""))]
            )
        case 1: return ("controller.destroy", ["id": id])
        case 2:
            return (
                "controller.update",
                [
                    "id": id, "title": .string("T"), "content": ["n": number(1...3)],
                    "forwardsAppearance": .bool(!chance(4)),
                    "dwellTime": number(0...2),
                ]
            )
        case 3:
            return (
                "controller.update",
                [
                    "id": pick(["pager", "pager2"]), "wrap": flag(),
                    "offscreenLimit": number(0...2), "autoAdvance": chance(2) ? .null : 3,
                    "dataSource": chance(2) ? .null : ["keep": number(1...3)],
                    "autoAdvanceOnInteraction": pick(["continue", "pause", "stop"]),
                ]
            )
        default: return ("clock.advance", ["seconds": 3])
        }
    }
}
