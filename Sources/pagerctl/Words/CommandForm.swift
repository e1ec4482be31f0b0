internal import PagerModel

/// What a command takes and answers: as the contract declares it, or as a daemon with further kinds
/// tells it.
struct CommandForm {
    let method: String
    let summary: String
    let fields: [SchemaField]
    let answer: [SchemaField]
    let errors: [(name: String, summary: String)]
    /// The command of the contract, nil where only a daemon knows it.
    let type: (any Command.Type)?

    init(_ type: any Command.Type) {
        func answer<C: Command>(_: C.Type) -> [SchemaField] { C.Reply.declaration }
        self.type = type
        method = type.method
        summary = type.summary
        fields = type.declaration
        self.answer = answer(type)
        errors = type.errors.map { ($0.rawValue, $0.summary) }
    }

    /// A method of `server.describe`; nil without a name.
    init?(described value: Value) {
        guard let name = value["method"]?.string else { return nil }
        type = nil
        method = name
        summary = value["summary"]?.string ?? ""
        fields = Self.fields(value["params"])
        answer = Self.fields(value["result"])
        errors = (value["errors"]?.array ?? []).compactMap(\.string).map { name in
            (name, ErrorName(named: name)?.summary ?? "")
        }
    }

    private static func fields(_ list: Value?) -> [SchemaField] {
        (list?.array ?? []).compactMap { SchemaField(described: $0) }
    }

    /// Whether the reply names a transition that the command started.
    var startsTransition: Bool {
        answer.contains {
            $0.name == "transition" && $0.schema == .transition && $0.presence == .nullable
        }
    }

    /// What the declaration refuses, as the daemon would. Of a command that only the daemon knows,
    /// the daemon judges.
    func check(_ params: [Value.Member]) throws(CommandError) {
        guard let type else { return }
        _ = try type.init(reading: params)
        if type == ControllerCreate.self {
            try OptionFields.check(ControllerCreate(reading: params))
        }
    }
}
