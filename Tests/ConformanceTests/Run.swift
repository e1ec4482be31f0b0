import PagerModel
import PagerWire

/// The execution of one case against one target, with the faults that it found.
struct Run {
    /// A step of the case and its result.
    struct Done {
        let method: String
        let params: Value
        let mayFail: Bool
        var result: Value?
        var refusal: Refused?
        var events: [Value] = []
        /// The record of the pager after the step, if the case has a pager.
        var record: Value?
    }

    let subject: Case
    private var client: Client
    private(set) var calls: [StreamCheck.Call] = []
    /// The transition of the latest step that started one, which is `$T` in the later steps.
    private var transition: Value?

    var faults: [String] = []
    private(set) var steps: [Done] = []
    /// All events, including those of the setup, for the appearance state machine.
    private(set) var allEvents: [Value] = []
    /// The pager's index before the first step, or null.
    private(set) var firstIndex = Value.null

    init(_ subject: Case, _ target: any Target) {
        self.subject = subject
        client = Client(target)
    }

    /// The events of the steps under test.
    var events: [Value] { steps.flatMap(\.events) }

    /// The tokens that pass the filters of the case.
    var tokens: [Token] {
        events.map(Token.init).filter { token in subject.filters.contains { $0.takes(token) } }
    }

    /// Runs the setup and the steps, then checks the expectations of the case and the event stream.
    ///
    /// - Throws: `Broken` or `Malformed` if the case cannot be judged.
    mutating func carryOut() throws {
        for step in subject.given {
            let done = try perform(step)
            if let refusal = done.refusal, !step.mayFail {
                throw Broken("the setup is refused: \(step.method) \(step.params.json): \(refusal)")
            }
        }
        if let pager = subject.pager { firstIndex = try record(of: pager).at(["index"]) }
        try performSteps()
        try check()
        let seq = try client.request("server.ping", [:])["seq"]?.integer ?? 0
        faults += StreamCheck(calls, try client.target.published(through: seq)).faults
    }

    /// Runs the steps up to the first one that is refused unexpectedly.
    private mutating func performSteps() throws {
        for (number, step) in subject.when.enumerated() {
            let before = try snapshot()
            var done = try perform(step)
            try checkUnchanged(since: before, by: done, number)
            if let pager = subject.pager, step.method.hasPrefix("pager.") {
                done.record = try record(of: pager)
            }
            steps.append(done)
            if done.refusal != nil, !step.mayFail { return }
            for check in subject.state {
                if case .after(number, let call) = check.place {
                    try self.check(check, call, "after step \(number)")
                }
            }
        }
    }

    /// Checks that a refused step has changed nothing, and that a step that was only logged has
    /// published nothing but the log.
    private mutating func checkUnchanged(
        since before: Value, by step: Done, _ number: Int
    ) throws {
        let isLogged = step.result?["applied"] == .bool(false)
        guard step.refusal != nil || isLogged else { return }
        let after = try snapshot()
        let names =
            isLogged
            ? ["windows", "controllers", "views", "transitions"]
            : (after.members ?? []).map(\.name)
        for name in names where before[name] != after[name] {
            faults.append("step \(number), \(step.method), was not carried out and changed \(name)")
        }
        if isLogged, !step.events.allSatisfy({ $0["category"] == "diagnostic" }) {
            faults.append("step \(number), \(step.method), was only logged but published more")
        }
    }

    /// Returns the complete state.
    private mutating func snapshot() throws -> Value {
        try client.request("state.snapshot", ["limit": 1000])
    }

    private mutating func perform(_ step: Step) throws -> Done {
        var done = Done(method: step.method, params: try bind(step.params), mayFail: step.mayFail)
        guard case .object(var params) = done.params else { return done }
        params.append(.init("trace", true))
        do {
            let result = try client.request(step.method, .object(params))
            guard let events = result["events"]?.array else {
                throw Broken("\(step.method) with trace has no events")
            }
            done.result = result
            done.events = events
            calls.append(
                StreamCheck.Call(
                    method: step.method, seq: result["seq"]?.integer ?? 0, events: events))
        } catch let refusal as Refused {
            done.refusal = refusal
        }
        let began = done.events.last { $0["event"] == "began" }?["transition"]
        if let id = done.result?["transition"], id != .null {
            transition = id
        } else if let began {
            transition = began
        }
        allEvents += done.events
        return done
    }

    /// Replaces `$T`. Other words with a dollar belong to reactions and stay.
    private func bind(_ value: Value) throws -> Value {
        switch value {
        case "$T":
            guard let transition else { throw Broken("no step gave a transition for $T") }
            return transition
        case .array(let items): return .array(try items.map(bind))
        case .object(let members):
            return .object(try members.map { Value.Member($0.name, try bind($0.value)) })
        default: return value
        }
    }

    /// Returns the result of an untraced request. If it is refused, records a fault and returns
    /// null.
    mutating func read(_ method: String, _ params: Value) throws -> Value {
        do {
            return try client.request(method, try bind(params))
        } catch let refusal as Refused {
            faults.append("\(method) \(params.json) is refused: \(refusal.message)")
            return .null
        }
    }

    mutating func record(of controller: String) throws -> Value {
        try read("controller.get", ["id": .string(controller)])
    }

    mutating func check(_ check: StateCheck, _ call: Step, _ place: String) throws {
        let value = try read(call.method, call.params).at(check.path)
        guard !check.expected.holds(value) else { return }
        let path = check.path.joined(separator: ".")
        faults.append(
            "\(place): \(path) of \(call.method) \(call.params.json) is \(value.json), "
                + "expected \(check.expected)")
    }
}
