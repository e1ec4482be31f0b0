import PagerModel

extension Case {
    private static let keys: Set = [
        "id", "title", "daemon", "given", "when", "expect", "subjects", "records", "compare",
        "layoutStrict", "absent", "state", "fields", "error", "diagnostic", "pager", "invariants",
        "source", "evidence", "confidence", "rule", "note",
    ]
    /// The keys that check something; a case needs at least one of them.
    private static let checks: Set = [
        "expect", "absent", "state", "fields", "error", "diagnostic", "invariants",
    ]

    /// Parses a case.
    ///
    /// - Throws: `Malformed` if the line does not follow the format. Unknown keys are errors: a
    ///   misspelt key would be a check that never runs.
    init(_ line: Value) throws {
        let names = Set((line.members ?? []).map(\.name))
        let unknown = names.subtracting(Self.keys)
        guard unknown.isEmpty else { throw Malformed("unknown key \(unknown.sorted())") }
        guard !names.isDisjoint(with: Self.checks) else { throw Malformed("checks nothing") }
        id = try line.text("id")
        title = try line.text("title")
        _ = try line.text("source")
        rules = try line.texts("rule")
        uikit = try Self.uikit(line.texts("daemon"))
        given = try line.list("given").map(Step.init)
        when = try line.list("when").map(Step.init)
        expect = names.contains("expect") ? try line.texts("expect").map(Pattern.init) : nil
        let records = try line.texts("records")
        filters = try line.texts("subjects").map { Filter($0, records: records) }
        comparison = try line.word("compare", default: .exact)
        layoutStrict = line["layoutStrict"]?.bool ?? false
        absent = try line.texts("absent").map(Pattern.init)
        state = try line.list("state").map(StateCheck.init)
        fields = try line.list("fields").map(FieldCheck.init)
        error = line["error"].map(ErrorCheck.init)
        diagnostic = try line["diagnostic"].map(DiagnosticCheck.init)
        pager = line["pager"]?.string
        invariants = try line.texts("invariants").map { name in
            guard let invariant = Invariant(rawValue: name) else {
                throw Malformed("no invariant is called \(name)")
            }
            return invariant
        }
        confidence = try line.word("confidence")
        try check()
    }

    private static func uikit(_ flags: [String]) throws -> Int {
        if flags.isEmpty { return 18 }
        guard flags.count == 2, flags[0] == "--uikit", let release = Int(flags[1]) else {
            throw Malformed("of the daemon's flags a case may give --uikit, not \(flags)")
        }
        return release
    }

    private func check() throws {
        for filter in filters {
            for word in filter.records where !EventTable.isRecord(word) {
                throw Malformed("\(word) is no kind of record and no event")
            }
        }
        if comparison != .absent {
            for pattern in expect ?? [] where !filters.contains(where: { $0.passes(pattern) }) {
                throw Malformed("\(pattern) is expected and filtered away")
            }
        }
        guard invariants.isEmpty || pager != nil else { throw Malformed("invariants of no pager") }
        for check in state {
            switch check.place {
            case .after(let step, _), .reply(let step):
                guard when.indices.contains(step) else { throw Malformed("no step \(step)") }
            case .end: break
            }
        }
    }
}

extension Filter {
    fileprivate func passes(_ pattern: Pattern) -> Bool {
        let name = pattern.name.split(separator: ".").last.map(String.init) ?? ""
        return pattern.subject == subject
            && (records.contains(pattern.record) || records.contains(name))
    }
}

extension Step {
    init(_ value: Value) throws {
        guard let parts = value.array, (2...3).contains(parts.count), let method = parts[0].string,
            parts[1].members != nil
        else { throw Malformed("a step is [method, params] or [method, params, options]") }
        self.method = method
        params = parts[1]
        mayFail = parts.count == 3 && parts[2]["mayFail"]?.bool == true
    }
}

extension StateCheck {
    init(_ value: Value) throws {
        if let step = value["step"]?.integer {
            place = .reply(step: step)
        } else if let call = value["call"] {
            let call = try Step(call)
            place = value["afterStep"]?.integer.map { .after(step: $0, call) } ?? .end(call)
        } else {
            throw Malformed("a state check has a call or a step")
        }
        path = try value.text("path").split(separator: ".").map(String.init)
        expected = try Expectation(value)
    }
}

extension FieldCheck {
    init(_ value: Value) throws {
        token = try Pattern(value.text("token"))
        nth = value["nth"]?.integer ?? 0
        field = try value.text("field")
        expected = try Expectation(value)
    }
}

extension ErrorCheck {
    init(_ value: Value) {
        exception = value["exception"]
        name = value["name"]
        code = value["code"]
        messagePrefix = value["messagePrefix"]?.string
        step = value["step"]?.integer
    }
}

extension DiagnosticCheck {
    init(_ value: Value) throws {
        let prefix = value["messagePrefix"]
        prefixes = prefix?.string.map { [$0] } ?? prefix?.array?.compactMap(\.string) ?? []
        pattern = value["messagePattern"]?.string
        guard !prefixes.isEmpty || pattern != nil else { throw Malformed("an empty diagnostic") }
    }
}

extension Expectation {
    init(_ value: Value) throws {
        if let expected = value["equals"] {
            self = .equals(expected)
        } else if let expectedItems = value["oneOf"]?.array {
            self = .oneOf(expectedItems)
        } else if let expected = value["contains"] {
            self = .contains(expected)
        } else if let expected = value["lacks"] {
            self = .lacks(expected)
        } else if let expectedItems = value["set"]?.array {
            self = .set(expectedItems)
        } else {
            throw Malformed("a check without a condition")
        }
    }
}

extension Value {
    fileprivate func text(_ name: String) throws -> String {
        guard let text = self[name]?.string else { throw Malformed("\(name) must be a text") }
        return text
    }

    /// Returns an array, or an empty one if the member is missing.
    fileprivate func list(_ name: String) throws -> [Value] {
        guard let value = self[name] else { return [] }
        guard let items = value.array else { throw Malformed("\(name) must be an array") }
        return items
    }

    fileprivate func texts(_ name: String) throws -> [String] {
        try list(name).map { item in
            guard let text = item.string else { throw Malformed("\(name) must be texts") }
            return text
        }
    }

    fileprivate func word<T: RawRepresentable<String>>(
        _ name: String, default standard: T? = nil
    ) throws -> T {
        guard let word = self[name]?.string ?? standard?.rawValue, let value = T(rawValue: word)
        else { throw Malformed("\(name) must be one of the format's words") }
        return value
    }
}
