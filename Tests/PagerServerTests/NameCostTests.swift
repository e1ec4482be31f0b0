import PagerModel
import PagerPaths
import PagerWire
import RandomCommands
import Testing

@testable import PagerServer

/// Tests that every text costs time in proportion to its length: a run of combining marks must take
/// as long as the same number of letters.
@Suite struct NameCostTests {
    /// The length of the texts. Comparing them by canonical equivalence would take a thousand times
    /// as long.
    private static let bytes = 32 << 10
    /// The largest allowed ratio of the time for marks to that for letters. Only marks need UTF-8
    /// validation.
    private static let factor = 40.0

    private typealias Text = @Sendable (_ end: String) -> String

    private static let marks: Text = { CombiningMarks.text(bytes, end: $0) }
    private static let letters: Text = { CombiningMarks.plain(bytes, end: $0) }

    /// Runs the work with letters and with marks and compares the times.
    private func expectNoExtraCost(_ name: String, _ work: (Text) throws -> Void) rethrows {
        let plain = try ProcessorTime.of { try work(Self.letters) }
        let marked = try ProcessorTime.of(enough: plain * 10) { try work(Self.marks) }
        #expect(marked <= plain * Self.factor, "\(name): \(marked) s, with letters \(plain) s")
    }

    private func prepared(access: String? = nil) throws -> Service {
        var identity = Service.Identity()
        identity.clock = .manual
        if let access { identity.access = try AccessList(parsing: access) }
        var service = Service(identity)
        for (method, params) in Self.scene { _ = Self.send(Self.request(method, params), &service) }
        return service
    }

    private static let scene: [(String, Value)] = [
        ("window.create", ["id": "w"]), ("controller.create", ["id": "a", "kind": "view"]),
        ("controller.create", ["id": "b", "kind": "view"]),
        ("controller.create", ["id": "book", "kind": "pager"]),
        ("pager.setPages", ["id": "book", "pages": ["a"]]),
        ("window.setRoot", ["id": "w", "controller": "book"]),
    ]

    private static func request(_ method: String, _ params: Value) -> Value {
        ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params]
    }

    private static func send(_ message: Value, _ service: inout Service, uid: UInt32 = 1000)
        -> [UInt8]
    {
        service.answer(Array(message.json.utf8).span, from: Peer(uid: uid), at: .zero)
    }

    // MARK: a request

    private static let envelopes: [(String, @Sendable (Text) -> Value)] = [
        ("method", { ["jsonrpc": "2.0", "id": 1, "method": .string($0(""))] }),
        ("version", { ["jsonrpc": .string($0("")), "id": 1, "method": "server.ping"] }),
        (
            "client",
            {
                ["jsonrpc": "2.0", "id": 1, "method": "server.ping", "client": .string($0(""))]
            }
        ),
        (
            "id of a client",
            {
                [
                    "jsonrpc": "2.0", "id": .string($0("")), "method": "server.ping",
                    "client": "c",
                ]
            }
        ),
        ("id", { ["jsonrpc": "2.0", "id": .string($0("")), "method": "server.ping"] }),
        ("member", { .object([.init("jsonrpc", "2.0"), .init($0(""), 1)]) }),
        ("two members", { .object([.init($0("x"), 1), .init($0("y"), 2)]) }),
        (
            "40 members",
            { text in .object((10..<50).map { .init(text("\($0)"), .integer($0)) }) }
        ),
        ("value", { .string($0("")) }),
        (
            "method of a batch",
            { request("batch", ["commands": [["method": .string($0(""))]]]) }
        ),
        (
            "parameter of a reaction",
            {
                request(
                    "controller.update",
                    [
                        "id": "a",
                        "on": [
                            "viewDidLoad": [
                                ["method": "view.get", "params": ["view": .string($0(""))]]
                            ]
                        ],
                    ])
            }
        ),
    ]

    @Test(arguments: [nil, "drive uid 1000\nobserve uid 1001"])
    func `Combining marks in any part of a request take linear time`(access: String?) throws {
        for (name, message) in Self.envelopes {
            var service = try prepared(access: access)
            expectNoExtraCost(name) { text in
                let message = message(text)
                for uid: UInt32 in [1000, 1001, 1002] {
                    _ = Self.send(message, &service, uid: uid)
                }
            }
        }
    }

    @Test func `Combining marks in any field of a command take linear time`() throws {
        var service = try prepared()
        for type in Contract.methods where type.method != ServerShutdown.method {
            let fields = HostileFields.all(of: type.declaration)
            for field in fields {
                for index in 0..<HostileFields.count(in: field.schema) {
                    expectNoExtraCost("\(type.method) \(field.name) \(index)") { text in
                        let params = fields.map { other in
                            other.name == field.name
                                ? Value.Member(
                                    other.name,
                                    HostileFields.value(other.schema, index, text("")))
                                : Value.Member(other.name, HostileFields.usual(other.schema))
                        }
                        _ = Self.send(Self.request(type.method, .object(params)), &service)
                    }
                }
            }
        }
    }

    // MARK: a plugin's messages

    @Test func `Combining marks in any part of a plugin's message take linear time`() throws {
        let messages: [(String, (Text) -> Value)] = [
            ("method", { Self.request($0(""), [:]) }),
            ("id of a controller", { Self.request("controller.update", ["id": .string($0(""))]) }),
            (
                "kind",
                { Self.request("controller.create", ["kind": .string($0(""))]) }
            ),
            ("id of an answer", { ["jsonrpc": "2.0", "id": .string("d" + $0("")), "result": 1] }),
            (
                "answer",
                { ["jsonrpc": "2.0", "id": "d1", "result": ["answer": .string($0(""))]] }
            ),
            (
                "error",
                {
                    ["jsonrpc": "2.0", "id": "d1", "error": ["message": .string($0(""))]]
                }
            ),
            ("member", { .object([.init($0(""), 1), .init("id", 1)]) }),
        ]
        for (name, message) in messages {
            var stage = TestService()
            try stage.attach("clock", decisions: [["question": "contentFor", "default": .null]])
            expectNoExtraCost(name) { stage.send(message($0), from: "clock") }
        }
    }

    // MARK: what a text is

    @Test func `Texts with different bytes are different, even if they look the same`() throws {
        var service = TestService()
        try service.result("controller.create", ["id": "a", "kind": "view"])
        _ = try service.published()
        for text in ["\u{E9}", "e\u{301}"] {
            try service.result(
                "controller.update", ["id": "a", "title": .string(text), "content": .string(text)])
            let events = try service.published()
            #expect(events.eventNames == ["contentChanged", "updated"])
            #expect(Array(events[0]["content"]?.string?.utf8 ?? "".utf8) == Array(text.utf8))
        }
        try service.result("controller.update", ["id": "a", "content": "e\u{301}"])
        #expect(try service.published().isEmpty)
        let twins = Value.object([.init("\u{E9}", 1), .init("e\u{301}", 2)])
        try service.result("controller.update", ["id": "a", "content": twins])
        #expect(try service.result("controller.get", ["id": "a"])["content"] == twins)
    }

    @Test func `Ids that look equal but have different bytes belong to different requests`() throws
    {
        var service = TestService()
        let pong = try service.call("server.ping", client: "c", id: "\u{E9}")
        let other = try service.call("server.hello", client: "c", id: "e\u{301}")
        #expect(pong["result"] != nil)
        #expect(other["result"] != nil)
    }

    @Test(arguments: ["method", "client", "kind", "member", "field", "reaction"])
    func `An error quotes only the beginning of a long name`(place: String) throws {
        var service = TestService()
        let long = CombiningMarks.text(400 << 10)
        let message: Value =
            switch place {
            case "method": Self.request(long, [:])
            case "client":
                ["jsonrpc": "2.0", "id": 1, "method": "server.ping", "client": .string(long)]
            case "kind": Self.request("controller.create", ["kind": .string(long)])
            case "member": .object([.init("jsonrpc", "2.0"), .init(long, 1)])
            case "field": Self.request("server.ping", .object([.init(long, 1)]))
            default:
                Self.request(
                    "controller.create",
                    .object([.init("kind", "view"), .init("on", .object([.init(long, [])]))]))
            }
        let reply = try service.reply(Array(message.json.utf8))
        #expect(reply["error"] != nil)
        #expect(reply.json.utf8.count < 1_000)
    }
}

/// Values for declared fields: ordinary ones, and ones with a long text in one place.
private enum HostileFields {
    /// Returns the declared fields, including those of the type that "..." stands for.
    static func all(of fields: [SchemaField]) -> [SchemaField] {
        fields.flatMap { field in
            if field.presence == .rest, case .object(let form) = field.schema { return form }
            return [field]
        }
    }

    /// Returns the number of places in a schema that can contain a text of the peer: its texts, and
    /// one additional member for each object.
    static func count(in schema: Schema) -> Int {
        switch schema {
        case .boolean, .integer, .number: 1
        case .any: 2
        case .string, .identifier, .transition, .enumeration, .booleanOr: 1
        case .array(let element): count(in: element)
        case .dictionary(_, let element): 1 + count(in: element)
        case .members: 1
        case .object(let fields): 1 + fields.reduce(0) { $0 + count(in: $1.schema) }
        }
    }

    /// Returns a value with the text in the place of this index.
    static func value(_ schema: Schema, _ index: Int, _ text: String) -> Value {
        switch schema {
        case .any where index == 1: return .object([.init(text, .string(text))])
        case .array(let element): return .array([value(element, index, text)])
        case .dictionary(let names, let element):
            return index == 0
                ? .object([.init(text, usual(element))])
                : .object([.init(names[0], value(element, index - 1, text))])
        case .members: return .object([.init(text, 1)])
        case .object(let fields):
            guard index > 0 else {
                return .object([.init(text, 1)] + (usual(schema).members ?? []))
            }
            var left = index - 1
            return .object(
                fields.map { field in
                    let own = count(in: field.schema)
                    defer { left -= own }
                    return .init(
                        field.name,
                        (0..<own).contains(left)
                            ? value(field.schema, left, text) : usual(field.schema))
                })
        default: return .string(text)
        }
    }

    static func usual(_ schema: Schema) -> Value {
        switch schema {
        case .any, .string, .identifier: "a"
        case .boolean, .booleanOr: true
        case .integer, .number: 1
        case .transition: "t1"
        case .enumeration(let names): .string(names[0])
        case .array(let element): .array([usual(element)])
        case .dictionary, .members: .object([])
        case .object(let fields): .object(fields.map { .init($0.name, usual($0.schema)) })
        }
    }
}
