import Foundation
import PagerModel
import RandomCommands
import Testing

/// Runs every sequence of three commands over three controllers and a window on the engine and the
/// reference, and checks the scene's invariants.
///
/// There are many such sequences; a plain run takes every 151st of them. `PAGERD_TRIPLES=all` takes
/// all.
struct SmallWorldTests {
    private static let names = ["a", "b", "c"]

    private static func step(_ method: String, _ params: Value) -> Step {
        Step(method: method, params: params)
    }

    /// Three controllers without parents, and three of which one is on screen with another as its
    /// child.
    private static let worlds: [[Step]] = {
        let loose =
            [step("window.create", ["id": "w"])]
            + names.map { step("controller.create", ["id": .string($0), "kind": "view"]) }
        let shown = [
            step("window.setRoot", ["id": "w", "controller": "a"]),
            step("controller.addChild", ["parent": "a", "child": "b"]),
            step("view.addSubview", ["view": "b", "to": "a"]),
            step("controller.didMove", ["id": "b", "parent": "a"]),
        ]
        return [loose, loose + shown]
    }()

    private static let alphabet: [Step] = {
        var steps: [Step] = []
        for name in names.map(Value.string) {
            steps += [
                step("controller.removeFromParent", ["id": name]),
                step("view.removeFromSuperview", ["view": name]),
                step("controller.endAppearanceTransition", ["id": name]),
                step("window.setRoot", ["id": "w", "controller": name]),
                step("modal.dismiss", ["id": name]),
            ]
            for appearing in [true, false] {
                steps.append(
                    step(
                        "controller.beginAppearanceTransition",
                        ["id": name, "appearing": .bool(appearing), "animated": false]))
            }
            for other in names.map(Value.string) where other != name {
                steps += [
                    step("controller.addChild", ["parent": name, "child": other]),
                    step("view.addSubview", ["view": other, "to": name]),
                    step(
                        "modal.present", ["from": name, "controller": other, "style": "fullScreen"]),
                ]
                for third in names.map(Value.string) where third != name && third != other {
                    steps.append(
                        step(
                            "controller.transition",
                            [
                                "container": name, "from": other, "to": third, "duration": 0.4,
                                "edges": true,
                            ]))
                }
            }
        }
        return steps + [
            step("window.setRoot", ["id": "w", "controller": nil]),
            step("window.resize", ["id": "w", "size": ["width": 844, "height": 390]]),
            step("clock.advance", ["seconds": 1]),
        ]
    }()

    @Test func `Every sequence of three commands over three controllers follows the rules`() throws
    {
        let isFull = ProcessInfo.processInfo.environment["PAGERD_TRIPLES"] == "all"
        let count = Self.alphabet.count
        var triples = 0
        for world in Self.worlds {
            for number in stride(from: 0, to: count * count * count, by: isFull ? 1 : 151) {
                let triple = [
                    Self.alphabet[number / count / count], Self.alphabet[number / count % count],
                    Self.alphabet[number % count],
                ]
                let steps = world + triple
                for oracle in [Comparison(), Simulation()] as [any Oracle] {
                    guard let found = problem(in: steps, of: oracle) else { continue }
                    let list = steps.map(\.description).joined(separator: "\n")
                    Issue.record("\(found.sentence)\n\(list)")
                    return
                }
                triples += 1
            }
        }
        print("compared \(triples) triples of \(count) commands in \(Self.worlds.count) worlds")
        #expect(triples > 0)
    }
}
