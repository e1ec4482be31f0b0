import PagerModel
import PagerWire
import Testing

/// Tests of requests that are safe to repeat, and of those that apply only to one revision.
@Suite struct RepeatTests {
    private static let params: Value = ["kind": "view"]

    @Test func `A repeated request gets its first reply again`() throws {
        var service = TestService()
        let message = service.message("controller.create", Self.params, client: "cli", id: 1)
        let first = service.exchange(message)
        let point = service.point
        _ = try service.published()
        try service.result("controller.create", Self.params)
        let later = service.point
        _ = try service.published()
        #expect(service.exchange(message) == first)
        #expect(later != point)
        #expect(service.point == later)
        #expect(try service.published().isEmpty)
    }

    @Test func `Requests with another client, id or peer are not repetitions`() throws {
        var service = TestService()
        let message = service.message("controller.create", Self.params, client: "cli", id: 1)
        let others = [
            service.message("controller.create", Self.params, client: "other", id: 1),
            service.message("controller.create", Self.params, client: "cli", id: 2),
            service.message("controller.create", Self.params, client: "cli", id: "1"),
            service.message("controller.create", Self.params, id: 1),
            service.message("controller.create", Self.params, id: 1),
        ]
        for message in [message] + others { _ = try service.reply(message) }
        _ = service.exchange(message, uid: 1000)
        #expect(try service.result("server.stats")["controllers"] == 7)
    }

    /// Spellings of ids: those in one group are one id, and different from all others.
    static let spellings = [
        ["1", "1.0", "1e0", "1E+0", "10e-1", "0.1e1", "1.000", "100e-2"],
        ["0", "-0", "0.0", "-0.0", "0e9", "0e400", "-0e-400", "0.000"],
        ["-1", "-1.0", "-10e-1"],
        ["10000000000000000", "1e16", "1.0E16", "10000000000000000.0", "10e15", "0.1e17"],
        ["9007199254740991", "9007199254740991.0", "9.007199254740991e15"],
        ["9007199254740992", "9007199254740992.0", "9007199254740992e0"], ["9007199254740993"],
        ["9007199254740994", "9007199254740994.0", "9007199254740994000e-3"],
        ["1000000000000000000", "1e18"], ["-1000000000000000000", "-1e18"],
        ["9223372036854775000", "9.223372036854775e18"], ["9223372036854774784"],
        ["9223372036854775806"], ["9223372036854775807"], ["-9223372036854775808"],
        ["1e19", "10e18", "10000000000000000000"], ["1e300", "10e299"], ["1e301"], ["1e-300"],
        ["0.5", "5e-1", "0.50"], ["0.1", "1e-1"], [#""1""#, #""\u0031""#], [#""1.0""#],
        [#""1e16""#], [#""10000000000000000""#], [#""""#],
    ]

    private static func create(_ id: String) -> [UInt8] {
        let text =
            #"{"jsonrpc":"2.0","id":\#(id),"client":"cli","method":"controller.create","#
            + #""params":{"kind":"view"}}"#
        return Array(text.utf8)
    }

    @Test func `Ids are compared as values, however they are spelt`() throws {
        var service = TestService()
        for group in Self.spellings {
            var names: Set<String> = []
            for id in group {
                let reply = try service.reply(Self.create(id))
                names.insert(try #require(reply["result"]?["id"]?.string, "\(id): \(reply.json)"))
            }
            #expect(names.count == 1, "\(group)")
        }
        #expect(
            try service.result("server.stats")["controllers"] == .integer(Self.spellings.count))
    }

    @Test func `A user's many clients do not make the daemon forget the replies to others`() throws
    {
        var service = TestService()
        let message = service.message("controller.create", Self.params, client: "wall", id: 1)
        let first = service.exchange(message, uid: 1000)
        for number in 0...2 * Limits.rememberedClients {
            let other = service.message(
                "controller.create", Self.params, client: "c\(number)", id: 1)
            _ = service.exchange(other, uid: 1001)
        }
        #expect(service.exchange(message, uid: 1000) == first)
        // Nor may another user get the reply.
        #expect(service.exchange(message, uid: 1001) != first)
    }

    @Test func `A request that reuses the id of another command is refused`() throws {
        var service = TestService()
        try service.result("controller.create", Self.params, client: "cli", id: 1)
        let point = service.point
        let otherParams = try service.error(
            "controller.create", ["kind": "pager"], client: "cli", id: 1)
        #expect(otherParams.refusal == "-32000 idReused at id")
        let otherMethod = try service.error("server.ping", client: "cli", id: 1)
        #expect(otherMethod.refusal == "-32000 idReused at id")
        #expect(service.point == point)
        // The first reply is still remembered.
        try service.result("controller.create", Self.params, client: "cli", id: 1)
        #expect(service.point == point)
    }

    @Test func `The reply to a refused request is not remembered`() throws {
        var service = TestService()
        let destroy: Value = ["id": "a"]
        let error = try service.error("controller.destroy", destroy, client: "cli", id: 1)
        #expect(error.refusal == "-32000 controllerNotFound at id")
        try service.result("controller.create", ["id": "a", "kind": "view"])
        try service.result("controller.destroy", destroy, client: "cli", id: 1)
        // Now the repeated request returns the earlier reply, although the controller is gone.
        try service.result("controller.destroy", destroy, client: "cli", id: 1)
    }

    @Test func `The daemon remembers the latest replies of a client and forgets the oldest`() throws
    {
        var service = TestService()
        for id in 0...Limits.rememberedReplies {
            try service.result(
                "controller.create", Self.params, client: "cli", id: .integer(id))
        }
        #expect(
            try service.result("server.stats")["rememberedReplies"]
                == .integer(Limits.rememberedReplies))
        #expect(try service.error("clock.get", client: "cli", id: 1)["data"]?["name"] == "idReused")
        // The oldest reply has been forgotten.
        try service.result("clock.get", client: "cli", id: 0)
    }

    @Test func `A command with another ifRevision than the present one is refused`() throws {
        var service = TestService()
        try service.result("controller.create", ["id": "a", "kind": "view", "ifRevision": 0])
        let stale: Value = ["id": "b", "kind": "view", "ifRevision": 0]
        let error = try service.error("controller.create", stale)
        #expect(error.refusal == "-32001 staleRevision at ifRevision")
        #expect(error["data"]?["revision"] == 1)
        #expect(service.point == StatePoint(seq: 1, revision: 1))
        try service.result("controller.create", ["id": "b", "kind": "view", "ifRevision": 1])
    }

    /// A repeated request gets its remembered reply, although its own change has outdated its
    /// revision.
    @Test func `A repeated request with ifRevision gets its first reply again`() throws {
        var service = TestService()
        let params: Value = ["id": "a", "kind": "view", "ifRevision": 0]
        let first = try service.call("controller.create", params, client: "cli", id: 1)
        #expect(try service.call("controller.create", params, client: "cli", id: 1) == first)
        #expect(service.point.revision == 1)
    }
}
