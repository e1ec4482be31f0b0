import PagerModel
import PagerWire
import Testing

/// Tests of equal numbers in different forms, and of numbers with too many digits.
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

    @Test func `Two ids that differ in their last digit belong to two requests`() throws {
        var service = TestService()
        func create(_ id: String) throws -> Value {
            try service.reply(
                Array(
                    (#"{"jsonrpc":"2.0","client":"a","id":\#(id),"#
                        + #""method":"controller.create","params":{"kind":"view"}}"#).utf8))
        }
        let pairs = [
            ("9007199254740992", "9007199254740993"),
            ("9223372036854775806", "9223372036854775807"),
            ("18446744073709551615", "18446744073709551616"),
            ("9007199254740993.0", "9007199254740992.0"), ("0.1", "0.10000000000000000001"),
        ]
        for (one, other) in pairs {
            let replies = [try create(one), try create(other)]
            for (id, reply) in zip([one, other], replies) {
                let isRefused = reply["error"]?["data"]?["path"] == "id"
                // The same number may have another form.
                let number = id.hasSuffix(".0") ? String(id.dropLast(2)) : id
                #expect(
                    isRefused || [id, number].contains(reply["id"]?.json), "\(reply.json)")
            }
            #expect(
                replies[0]["result"] == nil
                    || replies[0]["result"]?["id"] != replies[1]["result"]?["id"])
        }
        // The same number in another form identifies the same request.
        let first = try create("100")
        #expect(try create("1e2") == first)
        #expect(try create("100.0") == first)
    }
}
