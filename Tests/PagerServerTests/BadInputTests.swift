import PagerModel
import PagerWire
import Testing

/// Tests that a refused message gets a reply, changes nothing and publishes nothing.
@Suite struct BadInputTests {
    private func prepared() throws -> TestService {
        var service = TestService()
        try service.makeBook()
        for id in ["parent", "child"] {
            try service.result("controller.create", ["id": .string(id), "kind": "view"])
        }
        try service.result("controller.addChild", ["parent": "parent", "child": "child"])
        _ = try service.published()
        return service
    }

    @Test(arguments: BadInput.messages + BadInput.requests + BadInput.numbers)
    func `A bad message gets an error reply, changes nothing and publishes nothing`(
        _ input: BadInput
    ) throws {
        var service = try prepared()
        let point = service.point
        let state = try service.state()
        let reply = try service.reply(input.message)
        let error = try #require(reply["error"], "\(reply.json)")
        #expect(error.refusal == input.refusal, "\(reply.json)")
        #expect(reply["id"] == input.id)
        #expect(reply["jsonrpc"] == "2.0")
        #expect(error["message"]?.string?.isEmpty == false)
        #expect(error["data"]?["revision"] == .integer(point.revision))
        #expect(error["data"]?["seq"] == .integer(point.seq))
        #expect(service.point == point)
        #expect(try service.published().isEmpty)
        #expect(try service.state() == state)
        let pong = try service.call("server.ping", id: "next")
        #expect(pong["id"] == "next")
        #expect(pong["result"]?["revision"] == .integer(point.revision))
    }

    @Test func `A request without an id gets a reply whose id is null`() throws {
        var service = TestService()
        let reply = try service.reply(Array(#"{"jsonrpc":"2.0","method":"server.ping"}"#.utf8))
        #expect(reply["id"] == .null)
        #expect(reply["result"] != nil)
    }

    @Test func `A message of the largest size is accepted, and one byte more is refused`() throws {
        var service = TestService()
        let ping = Array(#"{"jsonrpc":"2.0","id":1,"method":"server.ping"}"#.utf8)
        let spaces = [UInt8](repeating: UInt8(ascii: " "), count: Limits.messageBytes - ping.count)
        #expect(try service.reply(ping + spaces)["result"] != nil)
        #expect(try service.reply(ping + spaces + [0x20])["error"]?.refusal == "-32000 tooLarge")
    }

    @Test func `The error for an ambiguous container lists the candidates`() throws {
        var service = TestService()
        for id in ["second", "first"] {
            try service.result("controller.create", ["id": .string(id), "kind": "pager"])
        }
        let error = try service.error("pager.next")
        #expect(error.refusal == "-32602 invalidParams at id")
        #expect(error["data"]?["candidates"] == ["first", "second"])
    }
}
