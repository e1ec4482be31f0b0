internal import PagerClient
internal import PagerModel

/// One check being carried out.
struct CheckRun: ~Copyable {
    private let check: CheckCase
    private var requester: Requester
    private var lastTransition: String?
    private var events: [Value] = []
    private var problems: [String] = []

    init(_ check: CheckCase, _ requester: consuming Requester) {
        self.check = check
        self.requester = requester
    }

    /// What is wrong, a line each; nothing where the check has passed.
    ///
    /// - Throws: `timedOut`, `badReply`, `transport`.
    mutating func run() throws(ClientError) -> [String] {
        for step in check.given {
            if let refused = try carryOut(step), !step.mayFail {
                return ["  \(step.place): \(step.method): \(refused)"]
            }
        }
        events = []
        for (index, step) in check.when.enumerated() {
            let refused = try carryOut(step)
            let isLast = index == check.when.count - 1
            if isLast, let wanted = check.refused {
                compare(refused, wanted, step)
            } else if let refused, !step.mayFail {
                problems.append("  \(step.place): \(step.method): \(refused)")
            }
        }
        compareCallbacks()
        try compareState()
        return problems
    }

    /// The refusal, nil where the step was carried out.
    private mutating func carryOut(_ step: CheckStep) throws(ClientError) -> Refused? {
        let params = step.params.map { Value.Member($0.name, filled($0.value)) }
        do {
            let reply = try requester.request(step.method, params, trace: true)
            events += reply.events
            let began = reply.events.last { $0["event"] == "began" }?["transition"]?.string
            lastTransition = reply.transition ?? began ?? lastTransition
            return nil
        } catch {
            guard case .refused(let refused) = error else { throw error }
            return refused
        }
    }

    /// `$T` is the latest transition.
    private func filled(_ value: Value) -> Value {
        switch value {
        case .string("$T"): Value.string(lastTransition ?? "$T")
        case .array(let items): .array(items.map { filled($0) })
        case .object(let members):
            .object(members.map { Value.Member($0.name, filled($0.value)) })
        default: value
        }
    }

    private mutating func compare(
        _ refused: Refused?, _ wanted: CheckRefusal, _ step: CheckStep
    ) {
        guard let refused else {
            problems.append("  \(step.place): \(step.method) was not refused")
            return
        }
        let pairs = [
            ("name", wanted.name, refused.name), ("exception", wanted.exception, refused.exception),
        ]
        for (what, expected, got) in pairs where expected != nil && expected != got {
            problems.append(
                "  refused.\(what): expected \(expected ?? ""), got \(got ?? "none")")
        }
        if let message = wanted.message, !refused.message.hasPrefix(message) {
            problems.append("  refused.message: expected \(message), got \(refused.message)")
        }
    }

    private mutating func compareCallbacks() {
        let tokens = events.compactMap { CheckToken(event: $0) }
        for absent in check.absent {
            if let found = tokens.first(where: { absent.means($0) }) {
                problems.append("  must not happen: \(found.text)")
            }
        }
        guard let expected = check.expect else { return }
        let got = tokens.filter {
            check.subjects.contains($0.subject) && check.kinds.contains($0.kind)
        }
        let comparison = CheckComparison(expected: expected, got: got)
        guard !comparison.isEqual else { return }
        problems.append("  callbacks (- expected, + got instead):")
        problems += comparison.lines.map(\.text)
    }

    private mutating func compareState() throws(ClientError) {
        for wanted in check.state {
            guard let record = try record(of: wanted.name) else {
                problems.append("  state.\(wanted.name): there is no such thing")
                continue
            }
            for field in wanted.value.members ?? [] {
                let got = record[field.name]
                if let got, Self.equal(field.value, got) { continue }
                problems.append(
                    "  state.\(wanted.name).\(field.name): expected "
                        + "\(Cell.text(field.value)), got "
                        + (got.map { Cell.text($0) } ?? "no such field")
                )
            }
        }
    }

    private mutating func record(of id: String) throws(ClientError) -> Value? {
        let ways = [("controller.get", "id"), ("window.get", "id"), ("view.get", "view")]
        for (method, name) in ways {
            do {
                return try requester.request(method, [.init(name, .string(id))]).result
            } catch {
                guard case .refused = error else { throw error }
            }
        }
        return nil
    }

    /// Numbers are equal by what they are worth, objects as far as they are written.
    private static func equal(_ wanted: Value, _ got: Value) -> Bool {
        if let left = wanted.double, let right = got.double { return left == right }
        if let left = wanted.array, let right = got.array {
            return left.count == right.count && zip(left, right).allSatisfy { equal($0, $1) }
        }
        if let left = wanted.members, got.members != nil {
            return left.allSatisfy { member in
                got[member.name].map { equal(member.value, $0) } ?? false
            }
        }
        return wanted == got
    }
}
