import DaemonUnderTest
import PagerClient
import PagerModel
import PagerWire
import RandomCommands
import Testing

/// A daemon with a journal and a pager on screen. A relay changes the table of changes that the
/// daemon publishes, as another version of pagerd would.
private struct Described: ~Copyable {
    let killed: KilledDaemon
    let relay: ReplyRelay
    var subscription: Subscription

    init() throws {
        let killed = try KilledDaemon()
        let relay = try ReplyRelay(to: killed.daemon.address.command, in: killed.daemon.folder)
        let address = Address(
            command: relay.endpoint, events: killed.daemon.address.events, name: "test")
        let subscription = try Subscription.open(address, timeout: 60)
        try killed.daemon.showBook(["a", "b", "c"])
        self.killed = killed
        self.relay = relay
        self.subscription = subscription
    }

    /// Selects a page.
    ///
    /// - Returns: the seq after the command.
    func select(_ index: Int) throws -> Int {
        let params: Value = ["id": "book", "index": .integer(index), "animated": false]
        return try killed.send([Step(method: "pager.select", params: params)])
    }

    /// Ends the daemon and starts one that continues its history with another table.
    ///
    /// - Parameter change: an additional change of the event `pager.didSelect`.
    func upgrade(digest: String, adding change: Value) throws {
        relay.set { method, _, result in
            switch method {
            case "server.hello": result.with("changes", .string(digest))
            case "server.describe":
                result.with("events", Self.adding(change, to: result["events"]))
            default: result
            }
        }
        killed.daemon.terminate()
        try killed.restart()
    }

    /// Returns the described events with one additional change of `pager.didSelect`.
    private static func adding(_ change: Value, to events: Value?) -> Value {
        .array(
            (events?.array ?? []).map { event in
                guard event["category"] == "pager", event["event"] == "didSelect" else {
                    return event
                }
                return event.with("changes", .array((event["changes"]?.array ?? []) + [change]))
            })
    }

    /// Applies events to a mirror until it has reached the daemon's seq.
    ///
    /// - Returns: the number of times that the mirror read the whole state.
    mutating func follow(_ mirror: inout Mirror, to seq: Int) throws -> Int {
        var snapshots = 0
        while mirror.seq < seq {
            guard case .news(let news) = try subscription.next(timeout: 60) else { throw Late() }
            if try mirror.take(news, from: &subscription) { snapshots += 1 }
        }
        return snapshots
    }

    struct Late: Error {}

    /// Returns the members of records in which a mirror differs from the daemon.
    func differences(_ mirror: Mirror) throws -> [String] {
        var requester = try killed.daemon.requester()
        return MirrorTests.differences(mirror, try requester.snapshot())
    }
}

extension Value {
    /// Returns the object with another value for a member.
    fileprivate func with(_ name: String, _ value: Value) -> Value {
        .object((members ?? []).map { $0.name == name ? .init(name, value) : $0 })
    }
}

/// Tests of mirrors with a daemon whose table of changes has changed.
@Suite(.serialized)
struct ChangeTableTests {
    @Test func `A mirror reads the table of an upgraded daemon and continues`() throws {
        var described = try Described()
        var mirror = try Mirror(&described.subscription)
        #expect(mirror.changes.digest == RecordChanges.builtIn.digest)
        let noted: Value = ["change": "set", "member": "noted", "field": "index"]
        try described.upgrade(digest: "other", adding: noted)
        #expect(try described.follow(&mirror, to: described.select(1)) == 1)
        #expect(mirror.changes.digest == "other")
        #expect(try described.differences(mirror) == [])
        #expect(try described.follow(&mirror, to: described.select(2)) == 0)
        #expect(mirror.controller("book")?["noted"] == 2)
        #expect(mirror.controller("book")?["selected"] == "c")
        #expect(described.relay.calls(of: "server.describe") == 1)
    }

    @Test
    func `A mirror detects a table that differs only in a change of an unknown type`() throws {
        var described = try Described()
        var mirror = try Mirror(&described.subscription)
        try described.upgrade(digest: "newer", adding: ["change": "shuffle", "list": "pages"])
        #expect(try described.follow(&mirror, to: described.select(1)) >= 1)
        for index in [2, 0] {
            #expect(try described.follow(&mirror, to: described.select(index)) == 1)
            #expect(try described.differences(mirror) == [])
        }
        #expect(!mirror.changes.isExact("pager", "didSelect"))
    }

    @Test func `The same table is not read again after a restart`() throws {
        var described = try Described()
        var mirror = try Mirror(&described.subscription)
        described.killed.daemon.terminate()
        try described.killed.restart()
        #expect(try described.follow(&mirror, to: described.select(1)) == 0)
        #expect(try described.differences(mirror) == [])
        #expect(described.relay.calls(of: "server.describe") == 0)
    }

    @Test func `The table and the snapshot of a mirror come from the same process`() throws {
        var described = try Described()
        described.relay.set { method, call, result in
            method == "server.hello" && call == 1 ? result.with("boot", "before") : result
        }
        let mirror = try Mirror(&described.subscription)
        #expect(described.relay.calls(of: "server.hello") == 2)
        #expect(try described.differences(mirror) == [])
        described.relay.set { method, call, result in
            method == "server.hello" ? result.with("boot", .string("\(call)")) : result
        }
        #expect(throws: ClientError.self) { _ = try Mirror(&described.subscription) }
    }
}
