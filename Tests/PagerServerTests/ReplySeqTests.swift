import Glibc
import PagerModel
import PagerWire
import RandomCommands
import Testing
import ZMQ

@testable import PagerServer

/// Tests that the `seq` of a reply is the number of the last event that the daemon published before
/// it sent the reply.
@Suite struct ReplySeqTests {
    // MARK: the service

    /// The sequence numbers of the events in the outbox, which the daemon publishes next.
    private func publish(_ service: inout Service) -> [Int] {
        defer { service.outbox.removeAll() }
        return service.outbox.flatMap { $0.frames.map(\.seq) }
    }

    /// Handles what happens between two requests, as the daemon's loop does. Returns the published
    /// numbers.
    private func turn(_ service: inout Service, at time: Instant) -> [Int] {
        service.runDeadlines(until: time)
        service.runPluginDeadlines(at: time)
        var work = Service.scheduleWork
        while let change = service.nextScheduledChange(unixTime: time.seconds, within: &work) {
            _ = service.carryOut(change, at: time)
        }
        return publish(&service)
    }

    private static func message(_ id: Int, _ step: Step) -> [UInt8] {
        let request: Value = [
            "jsonrpc": "2.0", "id": .integer(id), "method": .string(step.method),
            "params": step.params,
        ]
        return Array(request.json.utf8)
    }

    private static func seq(of reply: [UInt8]) throws -> Int {
        let reply = try JSONParser.parse(reply)
        let seq = reply["result"]?["seq"] ?? reply["error"]?["data"]?["seq"]
        return try #require(seq?.integer, "\(reply.json)")
    }

    /// A random playlist of a random container, whose pages are due in some minutes.
    private static func playlist(_ random: inout SeededGenerator) -> Step {
        let pages = Swarm.plain.shuffled(using: &random).prefix(3).map { page -> Value in
            let minute = Int.random(in: 0..<5, using: &random)
            return [
                "page": .string(page),
                "schedule": [
                    "hours": [.string("00:0\(minute)-00:0\(minute + 2)")], "timeZone": "UTC",
                ],
            ]
        }
        return Step(
            method: "controller.update",
            params: [
                "id": .string(random.pick(["pg", "tab"])), "content": ["playlist": .array(pages)],
            ])
    }

    private static let plugin = PluginConnection(
        routing: Array("maps".utf8), peer: Peer(uid: 1000), pid: 7, isDelimited: false)

    private static let registration = Step(
        method: "plugin.register",
        params: [
            "name": "maps", "kinds": ["maps"],
            "decisions": [
                ["question": "contentFor", "of": .array(Swarm.plain.map { .string($0) })],
                ["question": "shouldSelect", "of": ["pg", "tab"]],
            ],
        ])

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `A reply counts the events of deadlines, plugins and playlists before it, and no others`(
        seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        var swarm = Swarm(seed: seed)
        var identity = Service.Identity()
        identity.clock = .real
        var service = Service(identity)
        var plugin = Plugin(name: "maps")
        plugin.grants = [.decide]
        service.plugins["maps"] = plugin
        let register = Self.message(0, Self.registration)
        service.take(register.span, from: Self.plugin, at: .zero)
        #expect(service.plugins["maps"]?.isAttached == true)
        var (time, last, scheduled) = (Instant.zero, turn(&service, at: .zero).last ?? 0, 0)
        for (id, step) in (Swarm.prologue + (0..<400).map { _ in swarm.next() }).enumerated() {
            time = time.advanced(by: random.pick([0, 0.01, 0.4, 20]))
            // A plugin answers between two requests.
            if let open = service.plugins.open.first, Bool.random(using: &random) {
                let answer: Value = [
                    "jsonrpc": "2.0", "id": .string(open.inquiry.decision),
                    "result": ["answer": open.inquiry.question == .contentFor ? "text" : true],
                ]
                service.take(Array(answer.json.utf8).span, from: Self.plugin, at: time)
                last = publish(&service).last ?? last
            }
            let isPlaylist = id > Swarm.prologue.count && id % 5 == 0
            let step = isPlaylist ? Self.playlist(&random) : step
            let reply = service.answer(
                Self.message(id, step).span, from: Peer(uid: 1000), at: time)
            let published = publish(&service)
            #expect(published == Array(last + 1..<last + 1 + published.count), "seed \(seed)")
            last = published.last ?? last
            #expect(try Self.seq(of: reply) == last, "seed \(seed): \(step.method)")
            let later = turn(&service, at: time)
            scheduled += later.count
            last = later.last ?? last
        }
        #expect(scheduled > 0, "seed \(seed)")
    }

    @Test func `A plugin receives a reply after the events that it counts, and before later ones`()
        throws
    {
        var stage = TestService()
        try stage.attach("maps", decisions: [["question": "contentFor"]])
        for number in 0..<5 {
            for method in ["controller.create", "controller.update", "controller.update"] {
                var params: [Value.Member] = [.init("id", .string("m\(number)"))]
                params.append(
                    method == "controller.create"
                        ? .init("kind", "maps") : .init("title", .string("\(number) \(params)")))
                stage.send(
                    [
                        "jsonrpc": "2.0", "id": .string("r\(number)"), "method": .string(method),
                        "params": .object(params),
                    ], from: "maps")
            }
        }
        var (last, replies) = (0, 0)
        for message in try stage.received("maps") {
            if let event = message["params"]?["seq"]?.integer {
                #expect(event > last)
                last = event
            } else if let reply = message["result"]?["seq"]?.integer {
                #expect(reply >= last)
                (last, replies) = (reply, replies + 1)
            }
        }
        #expect(replies == 15)
    }

    // MARK: the daemon

    /// Returns the next event.
    private static func event(to subscriber: borrowing Socket) throws -> Value {
        var message = Message()
        repeat { try #require(try subscriber.receive(into: &message)) } while message.more
        return try JSONParser.parse(message.bytes)
    }

    @Test func `The events of a schedule come after the reply's seq`() throws {
        let folder = try Scratch()
        let daemon = try PagerProcess(
            ["--name", "test", "--journal", "none", "--clock", "manual"], runtime: folder.path)
        try #require(try daemon.line().hasPrefix("ready"))
        let (place, keys) = ("ipc://\(folder.path)/test", try CurveKeys.make())
        let client = try LockedClient(.req, "\(place)/command", nil, server: keys)
        let subscriber = try LockedClient(.sub, "\(place)/events", nil, server: keys)
        #expect(try Self.event(to: subscriber.socket)["event"] == "welcome")
        for attempt in 1...20 {
            let commands: Value = [
                [
                    "method": "controller.create",
                    "params": ["id": .string("v\(attempt)"), "kind": "view"],
                ],
                [
                    "method": "controller.create",
                    "params": [
                        "id": .string("p\(attempt)"), "kind": "pager",
                        "content": ["playlist": [["page": .string("v\(attempt)")]]],
                    ],
                ],
            ]
            let reply = try client.ask("batch", Value.object([.init("commands", commands)]).json)
            let seq = try #require(reply["result"]?["seq"]?.integer)
            // Events of the schedule before may come first.
            var (isCreated, isScheduled) = (false, false)
            while !isScheduled {
                let event = try Self.event(to: subscriber.socket)
                isCreated = isCreated || event["event"] == "created"
                isScheduled = isCreated && event["cause"]?["client"] == "schedule"
                if isCreated {
                    #expect((event["seq"]?.integer ?? 0 > seq) == isScheduled)
                }
            }
            // The next request comes after the schedule.
            let next = try client.ask("controller.get", #"{"id":"p\#(attempt)"}"#)
            #expect(next["result"]?["pages"] == [.string("v\(attempt)")])
        }
        #expect(try daemon.end(signal: SIGTERM).status == 0)
    }
}
