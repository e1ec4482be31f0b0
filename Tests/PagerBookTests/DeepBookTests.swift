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
    }

    @Test func `A book that exceeds the nesting limit of messages is refused with its place`()
        throws
    {
        func content(_ levels: Int) -> String {
            let (open, close) = (
                String(repeating: "[", count: levels), String(repeating: "]", count: levels)
            )
            return
                "window: {id: w}\npager:\n  id: p\n  pages:\n    - id: a\n      content: \(open)\(close)\n"
        }
        // The content and the params add levels around it.
        let most = Limits.nesting - 5
        _ = try makeBook(content(most))
        #expect(throws: DocumentProblem.self) { try makeBook(content(most + 1)) }
    }

    @Test
    func `A document is parsed down to the nesting limit and no further, as YAML and as JSON`()
        throws
    {
        for name in ["a.yaml", "a.json"] {
            func nested(_ levels: Int) -> String {
                String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
            }
            _ = try Document.parse(nested(Limits.documentNesting), name: name)
            let refusal = problem {
                try Document.parse(nested(Limits.documentNesting + 1), name: name)
            }
            #expect(refusal?.contains("nested deeper than") == true, "\(refusal ?? "")")
        }
        let blocks = (0..<Limits.documentNesting).map { String(repeating: " ", count: $0) + "a:\n" }
        _ = try Document.parse(blocks.joined(), name: "a.yaml")
    }
}
