import PagerModel
import PagerWire
import Testing

/// Tests of minus zero.
@Suite struct NumberTests {
    private static let zero = Value.number(-0.0)

    @Test func `Minus zero in a size or frame becomes zero at once`() throws {
        var service = TestService()
        let size: Value = ["width": Self.zero, "height": Self.zero]
        try service.result(
            "controller.create", ["id": "c", "kind": "view", "preferredContentSize": size])
        try service.result("controller.update", ["id": "c", "preferredContentSize": size])
        try service.result(
            "view.create",
            [
                "id": "v",
                "frame": ["x": Self.zero, "y": Self.zero, "width": Self.zero, "height": 0],
            ])
        let state = service.exchange(service.message("state.snapshot"))
        #expect(!String(decoding: state, as: UTF8.self).contains("-0"))
    }

    @Test func `Contents with minus zero and with zero are different`() throws {
        var service = TestService()
        try service.result("controller.create", ["id": "c", "kind": "view", "content": .number(0)])
        _ = try service.published()
        try service.result("controller.update", ["id": "c", "content": Self.zero])
        #expect(try service.published().eventNames.contains("contentChanged"))
        let content = try service.result("controller.get", ["id": "c"])["content"]
        #expect(content?.json == "-0.0")
    }
}
