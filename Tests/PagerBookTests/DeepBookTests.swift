import Containment
@testable import PagerBook
import PagerDump
import PagerModel
import PagerWire
import Testing

/// Tests that the deepest state which the engine allows can be written and parsed.
@Suite struct DeepBookTests {
    private static func name(_ level: Int) -> Value { .string("c\(level)") }

    /// Returns a state with the largest allowed nesting of controllers.
    private static func deepest(_ kind: String, list: (method: String, param: String)?) throws
        -> Stage
    {
        var stage = Stage()
        for level in (0..<Limits.depth).reversed() {
            let isLast = level == Limits.depth - 1
            try stage.carryOut(
                "controller.create",
                ["id": name(level), "kind": .string(isLast ? Kinds.plain : kind)])
            guard !isLast else { continue }
            if let list {
                try stage.carryOut(
                    list.method,
                    .object([.init("id", name(level)), .init(list.param, [name(level + 1)])]))
            } else {
                try stage.carryOut(
                    "controller.addChild", ["parent": name(level), "child": name(level + 1)])
            }
        }
        return stage
    }

    @Test(arguments: [nil, "pager", "tabBar"])
    func `A dump of the deepest state is a book that restores it`(kind: String?) throws {
        let lists = [
            "pager": ("pager.setPages", "pages"),
            "tabBar": ("tabBar.setControllers", "controllers"),
        ]
        let stage = try Self.deepest(kind ?? Kinds.plain, list: kind.flatMap { lists[$0] })
        let dump = stage.running.dump
        var next = Stage()
        try next.carryOut(try makeBook(dump).commands)
        let parents = { (stage: Stage) in
            stage.running.controllers.map { [$0.id, $0.parent] }.sorted {
                ($0[0]?.text ?? "") < ($1[0]?.text ?? "")
            }
        }
        #expect(parents(next) == parents(stage))
        #expect(next.running.controllers.count == Limits.depth)
        let changes = try makeBook("root: {id: other}").changes(to: stage.running)
        #expect(changes.commands.contains { $0.method == "controller.destroy" })
    }

    @Test func `A dump of the deepest views is a book that restores them`() throws {
        var stage = Stage()
        for level in (0..<Limits.depth).reversed() {
            try stage.carryOut("view.create", ["id": .string("v\(level)")])
            guard level < Limits.depth - 1 else { continue }
            try stage.carryOut(
                "view.addSubview",
                ["view": .string("v\(level + 1)"), "to": .string("v\(level)")])
        }
        let dump = stage.running.dump
        var next = Stage()
        try next.carryOut(try makeBook(dump).commands)
        #expect(next.running.dump == dump)
        _ = try makeBook("root: {id: other}").changes(to: stage.running)
    }
}
