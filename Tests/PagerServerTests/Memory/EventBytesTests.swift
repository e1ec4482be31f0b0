import Containment
import PagerModel
import PagerWire
import RandomCommands
import Testing

@testable import PagerServer

/// Tests that the bytes of events which a request causes are limited, and that a refused request
/// changes nothing.
@Suite struct EventBytesTests {
    private static func name(_ number: Int) -> Value {
        .string("page\(number)-" + String(repeating: "x", count: 50))
    }

    /// Returns a service with a pager `book` with long names in its list, and as many controllers
    /// `spare`.
    private func made(pages: Int, spare: Int) throws -> TestService {
        var service = TestService()
        for number in 0..<pages + spare {
            try service.result("controller.create", ["id": Self.name(number), "kind": "view"])
        }
        try service.result("controller.create", ["id": "book", "kind": "pager"])
        try service.result(
            "pager.setPages", ["id": "book", "pages": .array((0..<pages).map(Self.name))])
        _ = try service.published()
        return service
    }

    @Test(arguments: [true, false])
    func `The results of a batch count towards its limit in bytes`(atomic: Bool) throws {
        var service = try made(pages: 100, spare: 0)
        service.service.limits.batchBytes = 1_000_000
        let list: Value = ["method": "controller.list"]
        let reply = try service.call(
            "batch",
            [
                "atomic": .bool(atomic),
                "commands": .array(Array(repeating: list, count: 1_000)),
            ])
        if atomic {
            #expect(reply["error"]?["data"]?["name"] == "limitExceeded")
        } else {
            let results = reply["result"]?["results"]?.array ?? []
            #expect(results.filter { $0["result"] != nil }.count < 20)
        }
    }

    @Test func `A clock.advance with too many bytes changes nothing and sends nothing to plugins`()
        throws
    {
        for limit in ["bytes", "deadlines"] {
            var stage = TestService()
            try stage.attach("maps", decisions: ["contentFor"])
            try stage.show(["a", "b"], kind: "maps")
            try stage.result(
                "controller.update",
                ["id": "book", "autoAdvance": 1, "wrap": true, "duration": 0])
            _ = try stage.received("maps")
            _ = try stage.published()
            if limit == "bytes" {
                stage.service.limits.batchBytes = 100_000
            } else {
                stage.service.limits.deadlinesPerAdvance = 10
            }
            let before = (stage.point, stage.archived())
            let reply = try stage.call("clock.advance", ["seconds": 100])
            #expect(reply["error"]?.refusal == "-32001 limitExceeded at seconds")
            #expect(stage.point == before.0)
            #expect(stage.archived() == before.1)
            #expect(try stage.published().isEmpty)
            #expect(try stage.received("maps").isEmpty)
            #expect(stage.service.plugins.pending.count == 1)
            try stage.result("clock.advance", ["seconds": 1])
            #expect(try stage.received("maps").asked == ["d2"])
        }
    }

    // MARK: the measure

    @Test func `No event is longer than its estimate`() throws {
        struct World: EventContext {
            static let longest = String(repeating: "n", count: Limits.identifierBytes)
            func name(of handle: Handle) -> String { Self.longest }
            func style(at index: Int) -> TransitionStyle { TransitionStyle.builtIn[index] }
        }
        let someone = Handle(slot: 1, generation: 1)
        var record = CreationRecord()
        record.options.title = "t"
        record.options.content = ["body": "\"quoted\""]
        record.ofKind = [.init("pages", ["a", "b"])]
        var detail = TransitionDetail()
        detail.transition = TransitionID(1 << 52)
        (detail.from, detail.to) = (someone, someone)
        (detail.style, detail.reversed, detail.direction) = (4, true, .reverse)
        (detail.duration, detail.curve) = (1.0 / 3, .easeInOut)
        detail.options = TransitionOptions(rawValue: 0x1FFF)
        (detail.animated, detail.interactive) = (true, true)
        let value: Value = [
            "a": [1, -2.5e300, true, .null, "\n"], "b": -9_007_199_254_740_991,
        ]
        var log = EventLog()
        log.append(
            DiagnosticEvents.Misuse { $0.message = "\u{1}\"\\text\u{1F4D6}" },
            at: DiagnosticEvents.Misuse.number, about: someone)
        log.append(
            ControllerEvents.Updated { $0.changes = value }, at: ControllerEvents.Updated.number,
            about: someone)
        log.append(
            ControllerEvents.Created { $0.record = record }, at: ControllerEvents.Created.number,
            about: someone)
        log.append(
            TransitionEvents.Began { $0.detail = detail }, at: TransitionEvents.Began.number,
            about: someone)
        let events = DeclaredEvents.builtIn
        for index in events.indexes(of: PagerKind.self) {
            guard
                let number = events.number(
                    of: ObjectIdentifier(PagerKind.PagesChanged.self), at: index..<index + 1)
            else { continue }
            log.append(
                PagerKind.PagesChanged {
                    $0.pages = [someone, someone, someone]
                    $0.index = 1
                }, at: number,
                about: someone)
        }
        let cause = EventCause(client: String(repeating: "c", count: 64), id: "\u{1}id")
        let large = 1 << 53
        let stamp = EventStamp(
            seq: large, previousInCategory: large, previousOfSubject: large, revision: large,
            time: Instant(nanoseconds: Int64.max / 3))
        var measure = EventMeasure()
        for record in log.events + events.exemplars(about: someone, in: &log) {
            var encoder = EventEncoder()
            encoder.begin(World(), log.attachments, cause: cause)
            encoder.encode(record, stamp)
            encoder.end()
            var one = log
            one.append(record)
            let bytes = measure.bytes(of: one, World(), cause: EventMeasure.bytes(of: cause))
            #expect(encoder.bytes.count <= bytes, "\(events[record].name)")
        }
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `The published bytes are at most the estimate, and not far below it`(
        seed: UInt64
    ) throws {
        var swarm = Swarm(seed: seed)
        var service = TestService()
        var (published, measured) = (0, 0)
        for step in Swarm.prologue + (0..<300).map({ _ in swarm.next() }) {
            let before = service.service.recorder.publishedBytes
            _ = try service.call(step.method, step.params, client: "cli")
            let size = service.service.outbox.reduce(0) { $0 + $1.bytes.count }
            service.service.outbox = []
            let measure = service.service.recorder.publishedBytes - before
            #expect(size <= measure, "seed \(seed): \(step.method) \(step.params.json)")
            published += size
            measured += measure
        }
        #expect(measured < 4 * published, "seed \(seed)")
    }

    // MARK: what is kept

    @Test func `Events without a subscriber are kept no longer than others`() throws {
        for wanted in [EventCategories.all, []] {
            var service = try made(pages: 500, spare: 300)
            service.service.wanted = wanted
            service.service.limits.retainedBytes = 300_000
            for number in 500..<800 {
                try service.result(
                    "pager.insert", ["id": "book", "page": Self.name(number), "at": 0])
            }
            service.service.outbox = []
            let stats = try service.result("server.stats")
            let replay = try service.result("events.replay", ["since": 0])
            let payloads = (replay["events"]?.array ?? []).reduce(0) { $0 + $1.json.utf8.count }
            #expect(payloads <= 300_000)
            #expect(payloads > 200_000)
            #expect(try #require(stats["replayBytes"]?.integer) >= payloads)
            #expect(try #require(stats["retainedBytes"]?.integer) <= 300_000)
        }
    }

    @Test func `The latest transaction can be replayed whatever its size`() throws {
        var service = try made(pages: 500, spare: 1)
        service.service.limits.retainedBytes = 1_000
        try service.result("pager.insert", ["id": "book", "page": Self.name(500), "at": 0])
        let replay = try service.result(
            "events.replay", ["since": .integer(service.point.seq - 1)])
        #expect(replay["complete"] == true)
        #expect(replay["events"]?.array?.first?["pages"]?.array?.count == 501)
        #expect(service.service.recorder.history.transactions.count == 1)
    }
}
