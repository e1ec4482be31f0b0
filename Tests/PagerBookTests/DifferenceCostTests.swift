import PagerBook
import PagerDump
import PagerModel
import RandomCommands
import Testing

/// Tests that the comparison of a book with the running state takes time in proportion to both,
/// whatever clients have created.
@Suite struct DifferenceCostTests {
    private static let small = 500
    private static let growth = 8

    /// States with `count` controllers, and the relationship of each with `outer`.
    private static let states: [(String, @Sendable (Int) throws -> LiveState)] = [
        (
            "children that clients added",
            { count in
                try state(count) { id in
                    ("controller.addChild", ["parent": "outer", "child": id])
                }
            }
        ),
        (
            "children with their views",
            { count in
                try state(count) { id in
                    ("view.addSubview", ["to": "outer", "view": id])
                }
            }
        ),
        ("controllers without a place", { count in try state(count) { _ in nil } }),
        (
            "pages of a pager",
            { count in
                let names = (0..<count).map { Value.string("x\($0)") }
                return try state(
                    count,
                    then: [
                        ("controller.create", ["id": "pager", "kind": "pager"]),
                        ("pager.setPages", ["id": "pager", "pages": .array(names)]),
                    ]
                ) { _ in nil }
            }
        ),
    ]

    private static func state(
        _ count: Int, then last: [(String, Value)] = [],
        _ command: (Value) -> (String, Value)?
    ) throws -> LiveState {
        var commands = [
            BatchedCommand("controller.create", ["id": "outer", "kind": "view"])
        ]
        for number in 0..<count {
            let id = Value.string("x\(number)")
            commands.append(BatchedCommand("controller.create", ["id": id, "kind": "view"]))
            if let (method, params) = command(id) {
                commands.append(BatchedCommand(method, params))
            }
        }
        commands += last.map { BatchedCommand($0, $1) }
        var stage = Stage()
        try stage.carryOut(commands)
        return stage.running
    }

    @Test(arguments: states.indices)
    func `A comparison takes time in proportion to the running state`(index: Int) throws {
        let (name, state) = Self.states[index]
        let book = try makeBook("root: {id: outer, kind: view, children: [{id: n1}]}")
        let (small, large) = (try state(Self.small), try state(Self.small * Self.growth))
        func cost(_ state: LiveState, enough: Double = 0) throws -> Double {
            try ProcessorTime.of(enough: enough) {
                _ = try book.changes(to: state, atStart: true)
                _ = try book.replacement(of: state)
                _ = state.dump
            }
        }
        let one = try cost(small)
        let ratio = Double(Self.growth)
        let many = try cost(large, enough: one * ratio * 1.5)
        #expect(many <= one * ratio * 3, "\(name): \(one) s, then \(many) s")
    }
}

extension BatchedCommand {
    init(_ method: String, _ params: Value) {
        self.init()
        self.method = method
        self.params = params
    }
}
