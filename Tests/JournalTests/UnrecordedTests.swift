import PagerModel
import PagerWire
import RandomCommands
import Testing

@testable import PagerServer

/// Tests that reads leave no record, so they cost nothing at the next start.
@Suite struct UnrecordedTests {
    private static func step(_ method: String, _ params: Value = [:]) -> Value {
        ["method": .string(method), "params": params]
    }

    private static let reads = [
        step("controller.list", ["limit": 4_000]), step("controller.get", ["id": "a"]),
        step("controller.get", ["id": "nobody"]), step("window.list"), step("no.such.method"),
    ]

    private static func service() -> RecordedService {
        var service = RecordedService(clock: .manual)
        service.send("controller.create", ["id": "a", "kind": "view"])
        return service
    }

    @Test(arguments: [true, false])
    func `A batch of reads leaves no record and is carried out again`(isAtomic: Bool) {
        var service = Self.service()
        let (length, point) = (service.journal.count, service.service.point)
        for commands in [[], Self.reads, [Self.reads[0]]] {
            let params: Value = ["commands": .array(commands), "atomic": .bool(isAtomic)]
            let step = Step(method: "batch", params: params)
            #expect(
                service.send(step, client: "c", id: 7) == service.send(step, client: "c", id: 7))
            service.setJournalFailure("the disk is full")
            let reply = String(decoding: service.send(step), as: UTF8.self)
            #expect(!reply.contains("journalFailed"))
            service.setJournalFailure(nil)
        }
        #expect(service.journal.count == length)
        #expect(service.service.point == point)
    }

    @Test(arguments: [true, false])
    func `A batch that reads and changes is restored completely`(isAtomic: Bool) throws {
        var service = Self.service()
        let commands =
            [Self.reads[0], Self.step("controller.update", ["id": "a", "title": "new"])]
            + [Self.step("controller.list")]
        let length = service.journal.count
        service.send("batch", ["commands": .array(commands), "atomic": .bool(isAtomic)])
        #expect(service.journal.count > length)
        var restored = try RecordedService(service.journal, clock: .manual)
        #expect(restored.archived() == service.archived())
    }

    @Test func `A batch of reads of a plugin leaves no record`() {
        var service = Self.service()
        let register: Value = [
            "jsonrpc": "2.0", "id": 1, "method": "plugin.register",
            "params": ["name": "p", "kinds": ["k"]],
        ]
        _ = service.take(register, fromPlugin: "p")
        let length = service.journal.count
        let batch: Value = [
            "jsonrpc": "2.0", "id": 2, "method": "batch",
            "params": ["commands": .array(Self.reads)],
        ]
        _ = service.take(batch, fromPlugin: "p")
        #expect(service.journal.count == length)
    }

    @Test func `A batch of reads is not an entry of the audit log`() {
        var service = Service(Service.Identity())
        service.keepsChanges = true
        func send(_ method: String, _ params: Value) {
            let message: Value = [
                "jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params,
            ]
            let bytes = Array(message.json.utf8)
            _ = service.answer(bytes.span, from: Peer(uid: 1), at: .zero)
        }
        send("batch", ["commands": .array([Self.reads[0]])])
        #expect(service.changes.isEmpty)
        send("batch", ["commands": .array([Self.reads[0], Self.step("window.create")])])
        #expect(service.changes.map(\.method) == ["batch"])
    }
}
