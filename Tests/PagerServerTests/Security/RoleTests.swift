import PagerModel
import PagerPaths
import PagerWire
import SystemCalls
import Testing

@testable import PagerJournal
@testable import PagerServer

/// Tests of the permissions that the access list grants to each peer.
@Suite struct RoleTests {
    private static let driver = String(repeating: "d", count: 40)
    private static let stranger = String(repeating: "s", count: 40)

    private func service() throws -> Service {
        var identity = Service.Identity()
        identity.clock = .manual
        identity.access = try AccessList(
            parsing: "observe uid 4001\ndrive key \(Self.driver)\nadminister uid 4002")
        return Service(identity)
    }

    private func reply(
        _ service: inout Service, _ peer: Peer, _ method: String, _ params: Value = [:]
    ) throws -> Value {
        let request: Value = [
            "jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params,
        ]
        let bytes = Array(request.json.utf8)
        return try JSONParser.parse(
            service.answer(bytes.span, from: peer, at: .zero))
    }

    @Test func `The role observe permits reads and no changes`() throws {
        var service = try service()
        let observer = Peer(uid: 4001)
        #expect(try reply(&service, observer, "controller.list")["result"] != nil)
        let before = service.point
        let error = try reply(&service, observer, "window.create")["error"]
        #expect(error?["data"]?["name"] == "notPermitted")
        #expect(error?["data"]?["role"] == "drive")
        #expect(error?["data"]?["held"] == "observe")
        #expect(
            error?["message"]
                == "window.create needs the role drive; uid 4001 has the role observe")
        #expect(service.point == before)
    }

    @Test func `The role drive permits changes but no shutdown and no clock advance`() throws {
        var service = try service()
        let driver = Peer(uid: nil, key: Self.driver)
        #expect(try reply(&service, driver, "window.create", ["id": "w"])["result"] != nil)
        for method in ["server.shutdown", "clock.advance"] {
            let error = try reply(&service, driver, method, ["seconds": 1])["error"]
            #expect(error?["data"]?["role"] == "administer", "\(method)")
        }
        #expect(!service.isEnding)
    }

    @Test func `The role administer permits a shutdown`() throws {
        var service = try service()
        #expect(try reply(&service, Peer(uid: 4002), "server.shutdown")["result"] != nil)
        #expect(service.isEnding)
    }

    @Test func `A peer that is not listed has no permissions`() throws {
        var service = try service()
        for peer in [
            Peer(uid: 4003), Peer(uid: nil), Peer(uid: nil, key: Self.stranger),
            // A peer with a key is looked up by its key, whatever its user.
            Peer(uid: 4002, key: Self.stranger),
        ] {
            let error = try reply(&service, peer, "server.ping")["error"]
            #expect(error?["data"]?["name"] == "notPermitted", "\(peer)")
            #expect(error?["data"]?["held"] == .null, "\(peer)")
        }
    }

    @Test func `A batch needs the role drive and the roles of all its commands`() throws {
        var service = try service()
        let command: Value = ["method": "clock.advance", "params": ["seconds": 1]]
        let reads: Value = ["method": "controller.list", "params": [:]]
        let driver = Peer(uid: nil, key: Self.driver)
        let error = try reply(
            &service, driver, "batch", ["commands": .array([reads, command])])["error"]
        #expect(error?["data"]?["role"] == "administer")
        #expect(error?["data"]?["path"]?.string?.hasPrefix("commands[1]") == true)
        let observed = try reply(
            &service, Peer(uid: 4001), "batch", ["commands": .array([reads])])["error"]
        #expect(observed?["data"]?["role"] == "drive")
    }

    @Test func `An unknown method is refused as unknown, not as forbidden`() throws {
        var service = try service()
        let error = try reply(&service, Peer(uid: 4001), "pager.fly")["error"]
        #expect(error?["data"]?["name"] == "methodNotFound")
        let command: Value = ["method": "pager.fly", "params": [:]]
        let inBatch = try reply(
            &service, Peer(uid: nil, key: Self.driver), "batch", ["commands": .array([command])])
        let result = inBatch["result"]?["results"]?.array?.first
        #expect(result?["error"]?["data"]?["name"] == "methodNotFound", "\(inBatch.json)")
    }

    @Test(arguments: [Peer(uid: nil), Peer(uid: 0), Peer(uid: .max), Peer(uid: nil, key: driver)])
    func `The journal stores the peer of a command`(peer: Peer) throws {
        var bytes: [UInt8] = []
        bytes.append(peer)
        bytes.append(7)
        var body = BodyReader(FileBytes(bytes))
        #expect(body.peer() == peer)
        #expect(Array(body.rest) == [7])
        var written = peer
        let snapshot = Archive.writing { written.visit(&$0) }
        let read = try snapshot.withUnsafeBytes { bytes in
            try Archive.reading(bytes) { archive in
                var read = Peer()
                read.visit(&archive)
                return read
            }
        }
        #expect(read == peer)
    }
}
