import PagerModel
@testable import PagerServer
import PagerWire
import RandomCommands
import Testing

/// A count of the ways in which each method was refused: the error name with the parameter.
struct RefusedCommandTally {
    private var waysOf: [String: Set<String>] = [:]
    private(set) var count = 0

    subscript(method: String) -> Set<String> { waysOf[method] ?? [] }

    /// The number of different ways over all methods.
    var ways: Int { waysOf.values.reduce(0) { $0 + $1.count } }

    mutating func note(_ method: String, _ error: Value) {
        count += 1
        let path = error["data"]?["path"]?.string ?? ""
        let parameter = path.prefix { $0 != "." && $0 != "[" }
        let name = error["data"]?["name"]?.string ?? "?"
        waysOf[method, default: []].insert("\(name) \(parameter)")
    }

    mutating func merge(_ other: RefusedCommandTally) {
        count += other.count
        waysOf.merge(other.waysOf) { $0.union($1) }
    }
}

/// A service with a journal that compares the whole archive before and after each attempt.
struct RefusedCommandStage {
    private var living: RecordedService
    private let clock: ClockMode
    var held: [String] { living.held }
    private(set) var refused = RefusedCommandTally()
    private var requests = 0
    /// The request id of the client whose reply is remembered.
    private var remembered: Int?
    private static let retained = 30
    /// Limits that some of the batches exceed. The next daemon has the same ones.
    private static let limits = {
        var limits = ServiceLimits()
        limits.batchEvents = 12
        limits.deadlinesPerAdvance = 2
        return limits
    }()

    init(_ clock: ClockMode) {
        self.clock = clock
        living = RecordedService(clock: clock, retaining: Self.retained, limits: Self.limits)
    }

    /// Makes an attempt. Returns a problem if it was refused and has changed something.
    mutating func carryOut(_ attempt: RefusedCommandStream.Attempt) -> String? {
        if case .wait(let seconds) = attempt {
            living.wait(seconds)
            return nil
        }
        let before = (archive: living.archived(), journal: living.journal.count)
        guard let outcome = outcome(of: attempt), outcome.isRefused else { return nil }
        if let error = outcome.error { refused.note(outcome.method, error) }
        if living.journal.count != before.journal { return "it was refused and is in the journal" }
        return living.archived() == before.archive
            ? nil : "it was refused and has changed something"
    }

    private typealias Outcome = (method: String, error: Value?, isRefused: Bool)

    private mutating func outcome(of attempt: RefusedCommandStream.Attempt) -> Outcome? {
        switch attempt {
        case .wait: return nil
        case .request(let step, let client, let revision):
            requests += 1
            let reply = living.send(step, client: client, id: requests, ifRevision: revision)
            let outcome = outcome(step, reply)
            if client != nil, outcome.error == nil {
                remembered = requests
                repeats(step, client, revision)
            }
            return outcome
        case .reusedID(let step, let client):
            guard let remembered else { return nil }
            return outcome(step, living.send(step, client: client, id: remembered))
        case .withoutJournal(let step):
            living.setJournalFailure("the disk is full")
            defer { living.setJournalFailure(nil) }
            return outcome(step, living.send(step))
        case .plugin(let name, let message):
            let replies = living.take(message, fromPlugin: name)
            guard let method = message["method"]?.string else { return nil }
            let reply = replies.compactMap { try? JSONParser.parse($0) }.last { $0["id"] == "ask" }
            return (method, reply?["error"], reply?["error"] != nil)
        }
    }

    /// Checks that a repeated request returns the earlier reply and changes nothing.
    private mutating func repeats(_ step: Step, _ client: String?, _ revision: Int?) {
        let before = living.archived()
        _ = living.send(step, client: client, id: requests, ifRevision: revision)
        #expect(living.archived() == before, "\(step) was repeated")
    }

    private func outcome(_ step: Step, _ bytes: [UInt8]) -> Outcome {
        guard let reply = try? JSONParser.parse(bytes) else {
            Issue.record("no reply to \(step)")
            return (step.method, nil, false)
        }
        return (step.method, reply["error"], reply["error"] != nil)
    }

    /// Kills the daemon and starts another one with the journal. Returns a problem, or nil.
    mutating func restart() -> String? {
        var restored: RecordedService
        do {
            restored = try RecordedService(
                living.journal, clock: clock, at: living.time, retaining: Self.retained,
                limits: Self.limits)
        } catch {
            return "\(error)"
        }
        let expected = living.archived()
        let found = restored.archived()
        living = restored
        return found == expected ? nil : "the journal brings back another archive"
    }
}
