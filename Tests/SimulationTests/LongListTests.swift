import Containers
import Containment
import PagerModel
import RandomCommands
import Testing

/// Compares long lists of subviews, which the engine divides into chunks, with the reference.
@Suite struct LongListTests {
    private static let count = 300

    /// Runs steps on both engines and checks the records after the last one.
    private static func compare(
        seed: UInt64, _ prologue: [Step], _ steps: Int,
        _ next: (inout SeededGenerator, Int) -> Step
    ) {
        var random = SeededGenerator(seed: seed)
        let all = prologue + (0..<steps).map { next(&random, $0) }
        let oracles: [any Oracle] = [
            Comparison(stride: all.count), Simulation(stride: all.count),
        ]
        for oracle in oracles {
            guard let found = problem(in: all, of: oracle) else { continue }
            Issue.record("seed \(seed), step \(found.after): \(found.sentence.prefix(2_000))")
        }
    }

    private static func step(_ method: String, _ params: Value) -> Step {
        Step(method: method, params: params)
    }

    /// Returns the number of records that a resize visits below a root with a child that has many
    /// children which were never shown.
    private func visits(ofResizeBeside children: Int) throws -> Int {
        var scene = Scene(kinds: Containers.kinds)
        try scene.apply(WindowCreate { $0.id = "w" }, at: .zero)
        for id: Identifier in ["root", "child"] {
            try scene.apply(
                ControllerCreate {
                    $0.id = id
                    $0.kind = "view"
                }, at: .zero)
        }
        try scene.apply(
            ControllerAddChild {
                $0.parent = "root"
                $0.child = "child"
            }, at: .zero)
        for number in 0..<children {
            let id = Identifier(unchecked: "c\(number)")
            try scene.apply(
                ControllerCreate {
                    $0.id = id
                    $0.kind = "view"
                }, at: .zero)
            try scene.apply(
                ControllerAddChild {
                    $0.parent = "child"
                    $0.child = id
                }, at: .zero)
        }
        try scene.apply(
            WindowSetRoot {
                $0.id = "w"
                $0.controller = "root"
            }, at: .zero)
        let before = scene.visits
        var resize = WindowResize()
        resize.id = "w"
        resize.size = Size(width: 300, height: 800)
        try scene.apply(resize, at: .zero)
        return scene.visits - before
    }

    @Test func `A resize does not visit children that were never shown`() throws {
        #expect(try visits(ofResizeBeside: 400) == visits(ofResizeBeside: 4))
    }

    @Test(arguments: [RandomTest.seed])
    func `Views that move at random have the same order as in the reference`(seed: UInt64) {
        let prologue =
            [Self.step("view.create", ["id": "all"])]
            + (0..<Self.count).flatMap { number in
                [
                    Self.step("view.create", ["id": .string("v\(number)")]),
                    Self.step("view.addSubview", ["view": .string("v\(number)"), "to": "all"]),
                ]
            }
        Self.compare(seed: seed, prologue, 1_500) { random, number in
            let view = Value.string("v\(Int.random(in: 0..<Self.count, using: &random))")
            let other = Value.string("v\(Int.random(in: 0..<Self.count, using: &random))")
            let place = Value.integer(Int.random(in: 0..<Self.count / 2, using: &random))
            let add = "view.addSubview"
            // Towards the end, the list becomes short again.
            switch Int.random(in: 0..<(number < 900 ? 7 : 12), using: &random) {
            case 0: return Self.step(add, ["view": view, "to": "all", "at": 0])
            case 1: return Self.step(add, ["view": view, "to": "all", "at": place])
            case 2: return Self.step(add, ["view": view, "to": "all", "above": other])
            case 3: return Self.step(add, ["view": view, "to": "all", "below": other])
            case 4, 5: return Self.step(add, ["view": view, "to": "all"])
            default: return Self.step("view.removeFromSuperview", ["view": view])
            }
        }
    }

    @Test(arguments: [RandomTest.seed])
    func `Views presented in contexts have the same places as in the reference`(seed: UInt64) {
        var prologue = [
            Self.step("window.create", ["id": "w"]),
            Self.step("controller.create", ["id": "root", "kind": "view"]),
            Self.step("window.setRoot", ["id": "w", "controller": "root"]),
        ]
        for side in ["s0", "s1"] {
            prologue.append(
                Self.step("controller.create", ["id": .string(side), "kind": "view"]))
            prologue += Self.contain(side, in: "root")
        }
        for number in 0..<Self.count {
            prologue += Self.definer(number)
        }
        Self.compare(seed: seed, prologue, 80) { random, _ in
            let number = Int.random(in: 0..<Self.count, using: &random)
            let side = Value.string("s\(Int.random(in: 0..<2, using: &random))")
            let definer = Value.string("d\(number)")
            switch Int.random(in: 0..<12, using: &random) {
            case 0: return Self.step("view.removeFromSuperview", ["view": side])
            case 1: return Self.step("view.addSubview", ["view": side, "to": "root"])
            case 2: return Self.step("view.removeFromSuperview", ["view": definer])
            case 3:
                return Self.step(
                    "view.addSubview",
                    ["view": definer, "to": .string("s\(number % 2)"), "at": 0])
            case 4...6: return Self.step("modal.dismiss", ["id": definer, "animated": false])
            case 7: return Self.step("window.setRoot", ["id": "w", "controller": "root"])
            case 8:
                return Self.step(
                    "view.addSubview",
                    ["view": .string("v\(number % 4)"), "to": "w", "at": .integer(number)])
            default: return Self.present(number, "overCurrentContext")
            }
        }
    }

    @Test func `The presentations of a removed root are dismissed in the reference's order`() {
        var prologue = [
            Self.step("window.create", ["id": "w"]),
            Self.step("controller.create", ["id": "root", "kind": "view"]),
            Self.step("window.setRoot", ["id": "w", "controller": "root"]),
        ]
        for side in ["s0", "s1"] {
            prologue.append(
                Self.step("controller.create", ["id": .string(side), "kind": "view"]))
            prologue += Self.contain(side, in: "root")
        }
        for number in 0..<Self.count { prologue += Self.definer(number) }
        Self.compare(seed: 1, prologue, 1) { _, _ in
            Self.step("window.setRoot", ["id": "w", "controller": .null])
        }
    }

    private static func contain(_ child: String, in parent: String) -> [Step] {
        let (child, parent) = (Value.string(child), Value.string(parent))
        return [
            step("controller.addChild", ["parent": parent, "child": child]),
            step("view.addSubview", ["view": child, "to": parent]),
        ]
    }

    /// Returns the steps that create a child of `s0` or `s1` which presents in its own context. For
    /// some, the view is removed afterwards.
    private static func definer(_ number: Int) -> [Step] {
        let plain =
            number < 4 ? [step("view.create", ["id": .string("v\(number)")])] : []
        let create = step(
            "controller.create",
            ["id": .string("d\(number)"), "kind": "view", "definesPresentationContext": true])
        let presented = step(
            "controller.create", ["id": .string("p\(number)"), "kind": "view"])
        return plain + [create, presented] + contain("d\(number)", in: "s\(number % 2)")
            + [present(number, number % 16 == 3 ? "currentContext" : "overCurrentContext")]
    }

    private static func present(_ number: Int, _ style: String) -> Step {
        step(
            "modal.present",
            [
                "from": .string("d\(number)"), "controller": .string("p\(number)"),
                "style": .string(style), "animated": false,
            ])
    }
}
