internal import PagerModel

/// What a command takes: as the contract declares it, or as a daemon with further kinds tells it.
struct CommandForm {
    let method: String
    let fields: [SchemaField]
    /// The command of the contract, nil where only a daemon knows it.
    let type: (any Command.Type)?

    init(_ type: any Command.Type) {
        self.type = type
        method = type.method
        fields = type.declaration
    }

    /// A method of `server.describe`; nil without a name.
    init?(described value: Value) {
        guard let name = value["method"]?.string else { return nil }
        type = nil
        method = name
        fields = value["params"]?.array?.compactMap { SchemaField(described: $0) } ?? []
    }

    /// What the declaration refuses, as the daemon would. Of a command that only the daemon knows,
    /// the daemon judges.
    func check(_ params: [Value.Member]) throws(Refusal) {
        guard let type else { return }
        _ = try type.init(reading: params)
        if type == ControllerCreate.self {
            try OptionFields.check(ControllerCreate(reading: params))
        }
    }
}
