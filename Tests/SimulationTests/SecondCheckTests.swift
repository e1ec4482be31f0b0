import Containment
import Containers
import PagerModel
import RandomCommands
import Testing

/// Tests of reactions to a command's callbacks that invalidate the command's checks. The trees must
/// stay trees, with one parent for each node.
@Suite struct SecondCheckTests {
    private static func reaction(_ method: String, _ params: Value) -> Value {
        .array([["method": .string(method), "params": params]])
    }

    private static func make(_ id: String, on callback: String, _ reaction: Value) -> Step {
        Step(
            method: "controller.create",
            params: [
                "id": .string(id), "kind": "view", "on": .object([.init(callback, reaction)]),
            ])
    }

    private static func make(_ id: String, _ kind: String = "view") -> Step {
        Step(method: "controller.create", params: ["id": .string(id), "kind": .string(kind)])
    }

    private static func add(_ view: String, to superview: String) -> Step {
        Step(
            method: "view.addSubview",
            params: ["view": .string(view), "to": .string(superview)])
    }

    /// A window `w` with the root `R`, which contains the plain views `S` and `T`.
    private static let stage = [
        Step(method: "window.create", params: ["id": "w"]), make("R"),
        Step(method: "window.setRoot", params: ["id": "w", "controller": "R"]),
        Step(method: "view.create", params: ["id": "S"]),
        Step(method: "view.create", params: ["id": "T"]), add("S", to: "R"), add("T", to: "R"),
    ]

    private static let addA = reaction("view.addSubview", ["view": "A", "to": "T"])

    private static let cases: [(name: String, steps: [Step])] = [
        (
            "the superview comes into the view that appears",
            stage + [
                make(
                    "A", on: "viewWillAppear",
                    reaction("view.addSubview", ["view": "S", "to": "A"])),
                add("A", to: "S"),
            ]
        ),
        (
            "the view that appears goes elsewhere",
            stage + [make("A", on: "viewWillAppear", addA), add("A", to: "S")]
        ),
        (
            "the view that disappears goes elsewhere",
            stage + [
                make("A", on: "viewWillDisappear", addA), add("A", to: "S"),
                Step(method: "view.removeFromSuperview", params: ["view": "A"]),
            ]
        ),
        (
            "the view that is destroyed comes back",
            stage + [
                make(
                    "A", on: "viewDidDisappear",
                    reaction("view.addSubview", ["view": "S", "to": "R"])), add("A", to: "S"),
                Step(method: "view.destroy", params: ["view": "S"]),
            ]
        ),
        (
            "the child makes its parent to be a child",
            [
                make("P"),
                make(
                    "C", on: "willMoveToParent",
                    reaction("controller.addChild", ["parent": "C", "child": "P"])),
                Step(method: "controller.addChild", params: ["parent": "P", "child": "C"]),
            ]
        ),
        (
            "the child goes to another parent",
            [
                make("P"), make("Q"),
                make(
                    "C", on: "willMoveToParent",
                    reaction("controller.addChild", ["parent": "Q", "child": "C"])),
                Step(method: "controller.addChild", params: ["parent": "P", "child": "C"]),
            ]
        ),
        (
            "the controller that is pushed contains the stack by then",
            [
                Step(method: "window.create", params: ["id": "w"]), make("nav", "navigation"),
                make("a"), make("C"),
                make(
                    "b", on: "viewDidAppear",
                    [
                        ["method": "view.removeFromSuperview", "params": ["view": "nav"]],
                        [
                            "method": "controller.addChild",
                            "params": ["parent": "C", "child": "nav"],
                        ],
                    ]), make("W"),
                Step(method: "window.setRoot", params: ["id": "w", "controller": "W"]),
                add("nav", to: "W"),
                Step(method: "navigation.push", params: ["id": "nav", "controller": "a"]),
                Step(
                    method: "navigation.push",
                    params: ["id": "nav", "controller": "b", "animated": true]),
                Step(
                    method: "navigation.push",
                    params: ["id": "nav", "controller": "C", "interruption": "replace"]),
            ]
        ),
    ]

    /// The presentation of a controller ends when its view moves to the place where it is
    /// presented.
    @Test func `A controller that presents while it is presented is being presented until the end`()
        throws
    {
        var scene = Scene(kinds: Containers.kinds)
        let present = { (from: String, controller: String, style: String) in
            Step(
                method: "modal.present",
                params: [
                    "from": .string(from), "controller": .string(controller),
                    "style": .string(style), "animated": true,
                ])
        }
        let definer = Step(
            method: "controller.create",
            params: ["id": "a", "kind": "view", "definesPresentationContext": true])
        let steps =
            [
                Step(method: "window.create", params: ["id": "v"]), Self.make("Q"),
                Step(method: "window.setRoot", params: ["id": "v", "controller": "Q"]),
            ] + Self.stage + [
                definer, Self.make("n"), Self.make("C"), Self.add("a", to: "Q"),
                Self.add("C", to: "R"),
                present("a", "n", "currentContext"), present("C", "a", "fullScreen"),
            ]
        for step in steps {
            try scene.apply(step)
            scene.drain { _ in }
        }
        let presented = try scene.controller("a")
        #expect(scene.runningTransitions().count == 1)
        #expect(scene.record(controller: presented).isBeingPresented)
    }

    @Test(arguments: cases.indices)
    func `A reaction creates neither a cycle nor a record with two parents`(index: Int) throws {
        var scene = Scene(kinds: Containers.kinds)
        let (name, steps) = Self.cases[index]
        for step in steps {
            try? scene.apply(step)
            scene.drain { _ in }
        }
        for id in ["A", "C", "P", "Q", "R", "nav"] as [Identifier] {
            guard let handle = try? scene.controller(id) else { continue }
            var above = scene.parent(of: handle)
            var depth = 0
            while !above.isNone, depth < 10 {
                (above, depth) = (scene.parent(of: above), depth + 1)
            }
            #expect(depth < 10, "\(name): \(scene.name(of: handle)) is above itself")
        }
        let edges = [
            "does not have its subview", "does not have its child", "does not know its superview",
            "does not know its parent",
        ]
        let broken = scene.violations().filter { text in edges.contains { text.contains($0) } }
        #expect(broken == [], "\(name)")
    }
}
