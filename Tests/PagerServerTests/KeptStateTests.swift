import PagerModel
import PagerWire
import Testing

@testable import PagerServer

/// Tests of states that the daemon keeps while clients read them in several requests.
@Suite struct KeptStateTests {
    private static func service() throws -> TestService {
        var service = TestService()
        for number in 0..<10 {
            try service.result(
                "controller.create",
                ["id": .string("c\(number)"), "kind": "view", "content": "before"])
        }
        return service
    }

    private static func change(_ service: inout TestService, _ content: String) throws {
        try service.result("controller.update", ["id": "c9", "content": .string(content)])
    }

    /// Returns the result or the error of a request at a time on the real clock.
    private static func reply(
        _ service: inout TestService, _ method: String, _ params: Value, uid: UInt32 = 1,
        at seconds: Double = 0
    ) throws -> Value {
        let bytes = service.exchange(
            service.message(method, params), uid: uid, at: Instant.zero.advanced(by: seconds))
        let reply = try JSONParser.parse(bytes)
        return reply["result"] ?? reply["error"] ?? .null
    }

    private static func name(_ error: Value) -> String? { error["data"]?["name"]?.string }

    @Test func `A snapshot of several pages outlives changes between them`() throws {
        var service = try Self.service()
        let point = service.point
        var contents: [Value?] = []
        var after: Value?
        repeat {
            let params: [Value.Member] =
                [.init("limit", 3)] + (after.map { [.init("after", $0)] } ?? [])
            let page = try service.result("state.snapshot", .object(params))
            #expect(page["revision"]?.integer == point.revision)
            #expect(page["seq"]?.integer == point.seq)
            contents += page["controllers"]?.array?.map { $0["content"] } ?? []
            after = page["next"]
            try Self.change(&service, "after")
        } while after != nil
        #expect(contents == Array(repeating: "before", count: 10))
        #expect(service.point.revision == point.revision + 1)
        let now = try service.result("controller.get", ["id": "c9"])
        #expect(now["content"] == "after")
    }

    @Test func `A kept state is read with its revision, and changes nothing`() throws {
        var service = try Self.service()
        let kept = try service.result("state.snapshot", ["keep": true])
        let revision = try #require(kept["revision"])
        try Self.change(&service, "after")
        let state = service.point
        let old: Value = ["id": "c9", "ifRevision": revision]
        #expect(try service.result("controller.get", old)["content"] == "before")
        let batch = try service.result(
            "batch",
            [
                "commands": [["method": "controller.get", "params": ["id": "c9"]]],
                "ifRevision": revision,
            ])
        #expect(batch["results"]?.array?.first?["result"]?["content"] == "before")
        #expect(service.point == state)
        let page = try service.result("state.snapshot", ["limit": 4, "keep": true])
        let last: Value = ["after": try #require(page["next"]), "limit": 10]
        #expect(try service.result("state.snapshot", last)["next"] == nil)
        try Self.change(&service, "later")
        let read: Value = ["id": "c9", "ifRevision": try #require(page["revision"])]
        #expect(try service.result("controller.get", read)["content"] == "after")
        for refused in ["controller.destroy", "controller.update"] {
            #expect(try Self.name(service.error(refused, old)) == "staleRevision")
        }
        #expect(
            try Self.name(service.error("server.ping", ["ifRevision": revision])) == "staleRevision"
        )
    }

    @Test func `The last page can be read again, as after a lost reply`() throws {
        var service = try Self.service()
        let first = try service.result("state.snapshot", ["limit": 6])
        let rest: Value = ["limit": 6, "after": try #require(first["next"])]
        try Self.change(&service, "after")
        let last = try service.result("state.snapshot", rest)
        #expect(last["next"] == nil)
        #expect(try service.result("state.snapshot", rest) == last)
        let late = try Self.reply(
            &service, "state.snapshot", rest, at: Limits.keptStateIdleSeconds)
        #expect(Self.name(late) == "staleRevision")
        #expect(late["data"]?["path"] == "after")
    }

    @Test func `States that have been read to their ends leave their places to others`() throws {
        var service = try Self.service()
        for number in 0..<10 {
            let first = try service.result("state.snapshot", ["limit": 6])
            try Self.change(&service, "after \(number)")
            let last = try service.result(
                "state.snapshot", ["limit": 6, "after": try #require(first["next"])])
            #expect(last["revision"] == first["revision"])
        }
    }

    @Test func `A state without further readers is not kept`() throws {
        var service = try Self.service()
        let revision = try #require(try service.result("state.snapshot")["revision"])
        try Self.change(&service, "after")
        let error = try service.error("controller.get", ["id": "c9", "ifRevision": revision])
        #expect(Self.name(error) == "staleRevision")
    }

    @Test func `A state is kept for some seconds after a read, and not for ever`() throws {
        var service = try Self.service()
        let kept = try Self.reply(&service, "state.snapshot", ["keep": true])
        let old: Value = ["id": "c9", "ifRevision": try #require(kept["revision"])]
        try Self.change(&service, "after")
        var time = 0.0
        while time < Limits.keptStateSeconds {
            #expect(
                try Self.reply(&service, "controller.get", old, at: time)["content"] == "before")
            time += Limits.keptStateIdleSeconds - 1
        }
        let late = try Self.reply(
            &service, "controller.get", old, at: Limits.keptStateSeconds)
        #expect(Self.name(late) == "staleRevision")
        let again = try Self.reply(&service, "state.snapshot", ["keep": true], at: 100)
        try Self.change(&service, "later")
        let idle = try Self.reply(
            &service, "controller.get",
            ["id": "c9", "ifRevision": try #require(again["revision"])],
            at: 100 + Limits.keptStateIdleSeconds)
        #expect(Self.name(idle) == "staleRevision")
    }

    @Test func `One peer does not take all places for kept states`() throws {
        var service = try Self.service()
        var revisions: [Value] = []
        for uid in [1, 1, 1, 1, 1, 2, 3] as [UInt32] {
            let kept = try Self.reply(&service, "state.snapshot", ["keep": true], uid: uid)
            revisions.append(try #require(kept["revision"]))
            try Self.change(&service, "after \(revisions.count)")
        }
        let isKept = try revisions.map {
            let reply = try Self.reply(&service, "controller.get", ["id": "c9", "ifRevision": $0])
            return Self.name(reply) == nil
        }
        #expect(isKept == [true, true, true, false, false, true, false])
    }
}
