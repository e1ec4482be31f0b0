internal import PagerModel
internal import PagerWire

/// A parser of a check's steps.
struct CheckSteps {
    let vocabulary: CheckVocabulary

    /// Parses a list of a check's steps. A step is `METHOD: {params}`, or has arguments as on the
    /// command line, such as `push: B`, `advance: 10` or `next`.
    func read(_ value: Value?, _ path: String) throws(CheckMistake) -> [CheckStep] {
        guard let value else { return [] }
        guard let items = value.array else {
            throw CheckMistake(path: path, text: "a list of steps is expected")
        }
        var steps: [CheckStep] = []
        for (index, item) in items.enumerated() {
            steps.append(try step(item, "\(path)[\(index)]"))
        }
        return steps
    }

    private func step(_ value: Value, _ path: String) throws(CheckMistake) -> CheckStep {
        if let word = value.string { return try step(word, .null, path, path) }
        let members = (value.members ?? []).filter { $0.name != "mayFail" }
        guard members.count == 1, let member = members.first else {
            throw CheckMistake(
                path: path, text: "a step must have exactly one method, with its parameters")
        }
        var step = try step(member.name, member.value, path, "\(path).\(member.name)")
        step.mayFail = value["mayFail"]?.bool ?? false
        return step
    }

    private func step(
        _ word: String, _ value: Value, _ place: String, _ path: String
    ) throws(CheckMistake) -> CheckStep {
        guard let form = vocabulary.form(word) else {
            throw CheckMistake(
                path: place,
                text: "there is no method \(word); --pagerd selects a daemon with additional kinds"
            )
        }
        let text = value == .null ? word : "\(word): \(Self.spelled(value))"
        if let members = value.members {
            return CheckStep(method: form.method, params: members, text: text, path: place)
        }
        let words: [String] =
            switch value {
            case .null: []
            case .array(let items): items.map { $0 == .null ? "null" : Cell.text($0) }
            default: [Cell.text(value)]
            }
        do {
            let params = try ArgumentReader.read(
                words, for: form, standIn: CheckStep.latestTransition)
            return CheckStep(method: form.method, params: params, text: text, path: place)
        } catch {
            let reason = error.text.prefix { $0 != "\n" }
            throw CheckMistake(path: path, text: "\(form.method): \(reason)")
        }
    }

    /// Returns a value in YAML's flow style.
    private static func spelled(_ value: Value) -> String {
        switch value {
        case .array(let items): "[\(items.map { spelled($0) }.joined(separator: ", "))]"
        case .object(let members):
            "{\(members.map { "\($0.name): \(spelled($0.value))" }.joined(separator: ", "))}"
        case .null: "null"
        default: Cell.text(value)
        }
    }
}
