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
        Self.compare(seed: seed, Self.contexts, 80) { random, _ in
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
        Self.compare(seed: 1, Self.contexts, 1) { _, _ in
            Self.step("window.setRoot", ["id": "w", "controller": .null])
        }
    }

    /// The steps that create a root with the children `s0` and `s1`, whose children present in
    /// their own contexts.
    private static var contexts: [Step] {
        let root = [
            step("window.create", ["id": "w"]),
            step("controller.create", ["id": "root", "kind": "view"]),
            step("window.setRoot", ["id": "w", "controller": "root"]),
        ]
        let sides = ["s0", "s1"].flatMap { side in
            [step("controller.create", ["id": .string(side), "kind": "view"])]
                + contain(side, in: "root")
        }
        return root + sides + (0..<count).flatMap(definer)
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
