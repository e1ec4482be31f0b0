import PagerModel
import PagerWire
import Testing

@testable import PagerServer

/// Tests that the replies remembered for repeated requests stay within the limits for one client
/// and for all.
@Suite struct ReplyMemoryTests {
    private func key(_ client: String) -> ReplyMemory.Key {
        ReplyMemory.Key(peer: Peer(uid: 1), client: client)
    }

    private func request(_ id: Value) -> Request { Request(id: id, method: "batch") }

    /// A memory of 10,000 bytes, with 4,000 for each client.
    private var small: ReplyMemory {
        var memory = ReplyMemory()
        memory.limits.rememberedBytes = 10_000
        memory.limits.rememberedClientBytes = 4_000
        return memory
    }

    @Test func `One client stays within its share and keeps its latest replies`() throws {
        var memory = small
        for id in 0..<1_000 {
            memory.remember(
                key("one"), .integer(id), request(.integer(id)), [UInt8](repeating: 1, count: 900))
            #expect(memory.bytes <= 4_000)
        }
        #expect(try memory.reply(key("one"), 999, to: request(999)) != nil)
        #expect(try memory.reply(key("one"), 990, to: request(990)) == nil)
    }

    @Test func `A client with large replies does not displace those of another`() throws {
        var memory = small
        memory.remember(key("quiet"), 1, request(1), [1])
        for id in 0..<1_000 {
            memory.remember(
                key("loud"), .integer(id), request(.integer(id)), [UInt8](repeating: 1, count: 900))
        }
        #expect(try memory.reply(key("quiet"), 1, to: request(1)) == [1])
    }

    @Test func `Of many clients, those without a new command are forgotten first`() throws {
        var memory = small
        for number in 0..<20 {
            memory.remember(
                key("c\(number)"), 1, request(1), [UInt8](repeating: 1, count: 1_800))
            // The read is not in the journal, so a restarted daemon does not remember it.
            _ = try memory.reply(key("c0"), 1, to: request(1))
            #expect(memory.bytes <= 10_000)
        }
        #expect(memory.clients.keys.map(\.client).sorted() == ["c15", "c16", "c17", "c18", "c19"])
    }

    @Test func `Long ids and many small replies count towards a client's share`() {
        var memory = small
        for id in 0..<1_000 {
            let long = Value.string(String(repeating: "x", count: 250) + "\(id)")
            memory.remember(key("one"), long, request(long), [])
        }
        #expect(memory.count < 4_000 / 250)
        #expect(memory.bytes <= 4_000)
    }

    @Test func `A command whose reply is too large to keep is not carried out twice`() throws {
        var service = TestService()
        service.service.limits.rememberedClientBytes = 2_000
        let params: Value = [
            "kind": "view", "trace": true, "content": .string(String(repeating: "x", count: 3_000)),
        ]
        try service.result("controller.create", params, client: "cli", id: 1)
        let point = service.point
        let error = try service.error("controller.create", params, client: "cli", id: 1)
        #expect(error.refusal == "-32000 tooLarge at id")
        #expect(service.point == point)
    }

    @Test func `A repeated read is carried out again`() throws {
        var service = TestService()
        #expect(
            try service.result("window.list", client: "cli", id: 1)["windows"] == [])
        try service.result("window.create", ["id": "w"])
        #expect(
            try service.result("window.list", client: "cli", id: 1)["windows"]?.array?.count == 1)
        #expect(try service.result("server.stats", client: "cli", id: 2)["rememberedReplies"] == 0)
    }

    @Test func `Forgetting replies does not take longer with more clients`() {
        var memory = ReplyMemory()
        memory.limits.rememberedClients = 50
        for number in 0..<5_000 {
            memory.remember(key("c\(number)"), 1, request(1), [1])
        }
        #expect(
            Set(memory.clients.keys.map(\.client)) == Set((4_950..<5_000).map { "c\($0)" }))
        #expect(memory.count == 50)
        #expect(memory.ordered <= 2 * 50 + 64)
    }

    // MARK: digests

    /// The first two vectors of SipHash's reference implementation.
    @Test func `A digest is SipHash-2-4 with 128 bits`() {
        let vectors: [([UInt8], [UInt8])] = [
            (
                [],
                [
                    0xa3, 0x81, 0x7f, 0x04, 0xba, 0x25, 0xa8, 0xe6, 0x6d, 0xf6, 0x72, 0x14, 0xc7,
                    0x55, 0x02, 0x93,
                ]
            ),
            (
                [0],
                [
                    0xda, 0x87, 0xc1, 0xd8, 0x6b, 0x99, 0xaf, 0x44, 0x34, 0x76, 0x59, 0x11, 0x9b,
                    0x22, 0xfc, 0x45,
                ]
            ),
        ]
        for (input, output) in vectors {
            #expect(CommandDigest(hashing: input.span).bytes == output)
        }
    }

    @Test func `An archived digest is read back, also from an earlier version`() {
        let request = Request(
            method: "controller.create", params: [.init("kind", "view"), .init("title", "é\n")])
        let digest = CommandDigest(request)
        #expect(CommandDigest(archived: digest.archived) == digest)
        let json = #"["controller.create",{"kind":"view","title":"é\n"}]"#
        #expect(CommandDigest(archived: Array(json.utf8)) == digest)
        // A request whose JSON is as long as a digest.
        let short = Request(method: "clock.get")
        #expect(CommandDigest(archived: Array(#"["clock.get",{}]"#.utf8)) == CommandDigest(short))
        #expect(digest != CommandDigest(short))
    }

    @Test func `Remembered replies are restored from an archive with their sizes and order`() throws
    {
        var memory = small
        for number in 0..<4 {
            memory.remember(key("c\(number)"), 1, request(1), [UInt8](repeating: 1, count: 1_800))
        }
        let bytes = Archive.writing { memory.visit(&$0) }
        var read = small
        try bytes.withUnsafeBytes { try Archive.reading($0) { read.visit(&$0) } }
        #expect(read.bytes == memory.bytes)
        #expect(read.count == memory.count)
        for name in ["c4", "c5"] {
            memory.remember(key(name), 1, request(1), [UInt8](repeating: 1, count: 1_800))
            read.remember(key(name), 1, request(1), [UInt8](repeating: 1, count: 1_800))
        }
        #expect(Set(read.clients.keys) == Set(memory.clients.keys))
    }
}
