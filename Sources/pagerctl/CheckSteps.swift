internal import PagerModel

/// Reads the steps of a check.
enum CheckSteps {
    /// `- METHOD: {params}`, or what would stand behind it on the command line: `- push: B`,
    /// `- advance: 10`, `- next`.
    static func read(_ value: Value?, _ path: String) throws(CheckMistake) -> [CheckStep] {
        guard let value else { return [] }
        guard let items = value.array else {
            throw CheckMistake(path: path, text: "a list of steps is wanted")
        }
        var steps: [CheckStep] = []
        for (index, item) in items.enumerated() {
            steps.append(try step(item, "\(path)[\(index)]"))
        }
        return steps
    }

    private static func step(_ value: Value, _ path: String) throws(CheckMistake) -> CheckStep {
        if let word = value.string { return try step(word, .null, path, path) }
        let members = (value.members ?? []).filter { $0.name != "mayFail" }
        guard members.count == 1, let member = members.first else {
            throw CheckMistake(path: path, text: "a step is one method and its parameters")
        }
        var step = try step(member.name, member.value, path, "\(path).\(member.name)")
        step.mayFail = value["mayFail"]?.bool ?? false
        return step
    }

    private static func step(
        _ word: String, _ value: Value, _ place: String, _ path: String
    ) throws(CheckMistake) -> CheckStep {
        guard let type = Vocabulary.method(word) else {
            throw CheckMistake(path: place, text: "there is no method \(word)")
        }
        if let members = value.members {
            return CheckStep(method: type.method, params: members, place: place)
        }
        let words: [String] =
            switch value {
            case .null: []
            case .array(let items): items.map { Cell.text($0) }
            default: [Cell.text(value)]
            }
        do {
            let params = try ArgumentReader.read(words, for: type)
            return CheckStep(method: type.method, params: params, place: place)
        } catch {
            let text = error.text.prefix { $0 != "\n" }
            throw CheckMistake(path: path, text: "\(type.method): \(text)")
        }
    }
}
