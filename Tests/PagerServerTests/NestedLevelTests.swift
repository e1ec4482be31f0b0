import PagerModel
import PagerWire
import Testing

/// Tests of the recursion limit. Each tree level that sends callbacks takes a stack frame.
/// Reactions can start a nested walk or lengthen the present one, so the levels of all walks are
/// limited together.
@Suite struct NestedLevelTests {
    private static let height = Limits.depth - 12
    private var service = TestService()

    private static func name(_ chain: Int, _ level: Int) -> Value { .string("a\(chain)_\(level)") }

    private static func moveToRoot(_ view: Value) -> Value {
        ["method": "view.addSubview", "params": ["view": view, "to": "R"]]
    }

    /// Creates a window with a root R, and chains of children of R that are in no window yet.
    private mutating func makeChains(
        _ count: Int, _ reactions: (_ chain: Int, _ level: Int) -> Value?
    ) throws {
        try service.result("window.create", ["id": "w"])
        try service.result("controller.create", ["id": "R", "kind": "view"])
        try service.result("window.setRoot", ["id": "w", "controller": "R"])
        for chain in 0..<count {
            var commands: [Value] = []
            func add(_ method: String, _ params: Value) {
                commands.append(["method": .string(method), "params": params])
            }
            // Adding from the bottom upwards keeps the number of ancestors to check small.
            for level in (0..<Self.height).reversed() {
                let name = Self.name(chain, level)
                add(
                    "controller.create",
                    ["id": name, "kind": "view", "on": reactions(chain, level) ?? [:]])
                guard level + 1 < Self.height else { continue }
                let below = Self.name(chain, level + 1)
                add("controller.addChild", ["parent": name, "child": below])
                add("view.addSubview", ["view": below, "to": name])
            }
            add("controller.addChild", ["parent": "R", "child": Self.name(chain, 0)])
            try service.result("batch", ["commands": .array(commands), "atomic": true])
        }
        _ = try service.published()
    }

    /// Brings the first chain on screen and returns the diagnostics.
    private mutating func show() throws -> [String] {
        try service.result("view.addSubview", ["view": Self.name(0, 0), "to": "R"])
        return try service.published().filter { $0["event"] == "misuse" }
            .compactMap { $0["message"]?.string }
    }

    private mutating func appearance(_ chain: Int, _ level: Int) throws -> Value? {
        try service.result("controller.get", ["id": Self.name(chain, level)])["appearance"]
    }

    @Test(arguments: ["viewWillAppear", "viewIsAppearing", "viewDidAppear"])
    mutating func `Reactions at the bottom of deep trees end before the stack overflows`(
        callback: String
    ) throws {
        let chains = 6
        try makeChains(chains) { chain, level in
            guard level == Self.height - 1 else { return nil }
            return .object([
                .init(callback, .array([Self.moveToRoot(Self.name(chain + 1, 0))]))
            ])
        }
        let diagnostics = try show()
        #expect(diagnostics.count == 1)
        #expect(diagnostics.first?.contains("nested \(Limits.nestedLevels) levels deep") == true)
        for chain in 0..<Limits.nestedLevels / Limits.depth {
            #expect(try appearance(chain, Self.height - 1) == "appeared")
        }
        #expect(try appearance(chains - 1, 0) == "disappeared")
    }

    /// When the bottom of a chain appears, it first moves up to the root and then adds the next
    /// chain below itself. No reaction is nested, and the walk continues downwards.
    @Test
    mutating func `Reactions that deepen a tree during its walk end before the stack overflows`()
        throws
    {
        let chains = 6
        try makeChains(chains) { chain, level in
            guard level == Self.height - 1, chain + 1 < chains else { return nil }
            let (own, next) = (Self.name(chain, level), Self.name(chain + 1, 0))
            return [
                "viewWillAppear": [
                    ["method": "controller.removeFromParent", "params": ["id": own]],
                    Self.moveToRoot(own),
                    ["method": "controller.removeFromParent", "params": ["id": next]],
                    ["method": "controller.addChild", "params": ["parent": own, "child": next]],
                    ["method": "view.addSubview", "params": ["view": next, "to": own]],
                ]
            ]
        }
        let diagnostics = try show()
        #expect(diagnostics.contains { $0.contains("nested \(Limits.nestedLevels) levels deep") })
        #expect(try appearance(chains - 1, Self.height - 1) == "disappeared")
    }
}
