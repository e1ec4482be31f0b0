import PagerModel
import PagerWire
import Testing

extension Run {
    /// Checks all expectations of the case after its steps.
    mutating func check() throws {
        checkRefusals()
        checkTokens()
        checkFields()
        try checkDiagnostic()
        for check in subject.state {
            switch check.place {
            case .after(let step, _): checkReached(step)
            case .end(let call): try self.check(check, call, "at the end")
            case .reply(let step): checkReply(check, step)
            }
        }
        for invariant in subject.invariants { try self.check(invariant) }
    }

    /// Records that a state check after a step has run.
    private mutating func checkReached(_ step: Int) {
        let isReached =
            steps.indices.contains(step) && (steps[step].refusal == nil || steps[step].mayFail)
        if !isReached { faults.append("the state after step \(step) was not checked") }
    }

    private mutating func checkTokens() {
        if let expect = subject.expect,
            let fault = subject.comparison.fault(
                expect, tokens, layoutStrict: subject.layoutStrict)
        {
            faults.append(fault)
        }
        if let fault = Comparison.absent.fault(subject.absent, events.map(Token.init)) {
            faults.append(fault)
        }
    }

    private mutating func checkReply(_ check: StateCheck, _ step: Int) {
        guard steps.indices.contains(step) else {
            return faults.append("there is no step \(step)")
        }
        let value = (steps[step].result ?? .null).at(check.path)
        guard !check.expected.holds(value) else { return }
        faults.append(
            "the reply of step \(step): \(check.path.joined(separator: ".")) is \(value.json), "
                + "expected \(check.expected)")
    }

    private mutating func checkRefusals() {
        let refused = steps.indices.filter { steps[$0].refusal != nil && !steps[$0].mayFail }
        guard let expected = subject.error else {
            for index in refused {
                faults.append(
                    "step \(index), \(steps[index].method), is refused: "
                        + "\(steps[index].refusal?.description ?? "")")
            }
            return
        }
        guard let index = refused.first, let refusal = steps[index].refusal else {
            faults.append("nothing is refused")
            return
        }
        let error = refusal.error
        let fields = [
            ("exception", expected.exception, error.at(["data", "exception"])),
            ("name", expected.name, error.at(["data", "name"])),
            ("code", expected.code, error.at(["code"])),
        ]
        for (name, expected, value) in fields {
            guard let expected, !value.means(expected) else { continue }
            faults.append("the error's \(name) is \(value.json), expected \(expected.json)")
        }
        if let step = expected.step, step != index {
            faults.append("step \(index) is refused, expected step \(step)")
        }
        if let prefix = expected.messagePrefix, !refusal.message.hasPrefix(prefix) {
            faults.append("the error says \"\(refusal.message)\", expected \"\(prefix)\"")
        }
    }

    private mutating func checkFields() {
        for check in subject.fields {
            let found = events.filter { check.token.fits(Token($0)) }
            let index = check.nth < 0 ? found.count + check.nth : check.nth
            guard found.indices.contains(index) else {
                faults.append("\(check.token) (occurrence \(check.nth)) does not occur")
                continue
            }
            let value = found[index][check.field] ?? .null
            guard !check.expected.holds(value) else { continue }
            faults.append(
                "\(check.field) of \(check.token) is \(value.json), expected \(check.expected)")
        }
    }

    private mutating func checkDiagnostic() throws {
        guard let expected = subject.diagnostic else { return }
        var messages = events.filter { $0["category"] == "diagnostic" }
            .compactMap { $0["message"]?.string }
        messages += steps.filter(\.mayFail).compactMap { $0.refusal?.message }
        let pattern = try expected.pattern.map { try Regex($0) }
        let isSaid = messages.contains { message in
            expected.prefixes.contains { message.hasPrefix($0) }
                || pattern.map { message.contains($0) } ?? false
        }
        if !isSaid {
            faults.append(
                "no diagnostic says \(expected.pattern ?? expected.prefixes.description), "
                    + "there are \(messages)")
        }
    }
}

extension Run {
    /// Fails the current test with a full report if the run has faults.
    func report() {
        guard !faults.isEmpty else { return }
        var lines = ["\(subject.id): \(subject.title)"] + faults.map { "  \($0)" }
        if let expect = subject.expect {
            lines.append("  expected (\(subject.comparison.rawValue)): \(expect.described)")
            lines.append("  got: \(tokens.described)")
        }
        Issue.record(Comment(rawValue: lines.joined(separator: "\n")))
    }
}
