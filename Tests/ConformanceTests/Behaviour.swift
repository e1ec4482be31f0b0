import PagerServer
import RandomCommands

/// Digests of the events and final state of each case, with the behaviour number.
struct Behaviour: Equatable {
    struct Outcome: Equatable {
        /// The digest of the case's line. A different digest means a different case.
        var of: String
        /// The digest of all published bytes except those of `created` events. These contain the
        /// whole record, whose members are compared with the final state instead.
        var events: String
        /// The digest of the final state.
        var state: String
    }

    var number: Int
    /// The outcomes by case id.
    var outcomes: [String: Outcome]
}

extension Behaviour {
    /// The text form: a line for the number, then one line for each case.
    var text: String {
        let lines = outcomes.sorted { $0.key < $1.key }
            .map { "\($0.key) \($0.value.of) \($0.value.events) \($0.value.state)\n" }
        return "behaviour \(number)\n" + lines.joined()
    }

    init(text: String) throws {
        let lines = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        guard let first = lines.first, first.count == 2, let number = Int(first[1]) else {
            throw Malformed("the first line is `behaviour NUMBER`")
        }
        self.number = number
        outcomes = [:]
        for line in lines.dropFirst() {
            guard line.count == 4 else { throw Malformed("a line is `CASE DIGEST EVENTS STATE`") }
            outcomes[line[0]] = Outcome(of: line[1], events: line[2], state: line[3])
        }
    }

    /// Returns the present behaviour of the service for all cases.
    static func present() throws -> Behaviour {
        var outcomes: [String: Outcome] = [:]
        for subject in CaseFile.cases {
            let target = try ServiceTarget(uikit: subject.uikit)
            var run = Run(subject, target)
            try run.carryOut()
            outcomes[subject.id] = Outcome(
                of: CaseFile.digests[subject.id] ?? "", events: target.events.text,
                state: target.state().text)
        }
        return Behaviour(number: Service.behaviour, outcomes: outcomes)
    }

    /// Returns the cases of both behaviours that differ in `part`.
    func changes(of part: KeyPath<Outcome, String>, to present: Behaviour) -> [String] {
        outcomes.filter { id, outcome in
            guard let new = present.outcomes[id] else { return false }
            return new.of == outcome.of && new[keyPath: part] != outcome[keyPath: part]
        }.keys.sorted()
    }

    /// Returns the step that is needed before the present behaviour can be accepted, or nil.
    func mismatch(with present: Behaviour) -> String? {
        if present.number < number {
            return "Service.behaviour is \(present.number), and \(number) is recorded: a number is "
                + "never withdrawn"
        }
        guard present.number == number, let changes = changes(to: present) else { return nil }
        return "\(changes), and the behaviour is still \(number). Where that is meant, set "
            + "Service.behaviour to \(number + 1), so that older journals are read without a "
            + "comparison; then run PAGERD_ACCEPT_BEHAVIOUR=1 swift test --filter BehaviourTests"
    }

    /// Returns a message with the number of cases whose events or final states differ and the first
    /// of each, or nil if there are none.
    func changes(to present: Behaviour) -> String? {
        let parts = [
            ("publish other events", changes(of: \.events, to: present)),
            ("lead to another state", changes(of: \.state, to: present)),
        ]
        let sentences = parts.filter { !$0.1.isEmpty }.map { what, cases in
            "\(cases.count) cases \(what) (\(cases.prefix(5).joined(separator: ", ")))"
        }
        return sentences.isEmpty ? nil : sentences.joined(separator: " and ")
    }
}
