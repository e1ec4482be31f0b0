import PagerModel
import PagerWire
import Testing

@testable import PagerServer

/// Tests of the placeholders of a disconnected plugin's controllers.
@Suite struct PlaceholderTests {
    private static let count = 50

    private static func content(_ number: Int) -> Value {
        number.isMultiple(of: 2) ? ["type": "text/plain", "body": .integer(number)] : .null
    }

    private func contents(_ stage: inout TestService) throws -> [Value] {
        try (0..<Self.count).map { number in
            let record = try stage.result("controller.get", ["id": .string("c\(number)")])
            return record["content"] ?? .null
        }
    }

    @Test func `The placeholders of a plugin are set in one transaction and removed in another`()
        throws
    {
        var stage = TestService()
        try stage.attach("maps")
        for number in 0..<Self.count {
            try stage.result(
                "controller.create",
                [
                    "id": .string("c\(number)"), "kind": "maps",
                    "content": Self.content(number),
                ])
        }
        let before = try contents(&stage)
        for isThere in [false, true, false, true] {
            _ = try stage.published()
            let revision = stage.service.point.revision
            if isThere { try stage.attach("maps") } else { stage.service.lose("maps", "gone") }
            #expect(stage.service.point.revision == revision + 1)
            let changes = try stage.published().filter { $0["event"] == "contentChanged" }
            #expect(changes.count == Self.count)
            let now = try contents(&stage)
            #expect(changes.map { $0["content"] ?? .null } == now)
            if isThere {
                #expect(now == before)
            } else {
                #expect(now.allSatisfy { $0["placeholder"] == true })
            }
        }
    }
}
