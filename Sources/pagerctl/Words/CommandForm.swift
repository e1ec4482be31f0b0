internal import PagerClient
internal import PagerModel

/// A description of a command's parameters and result. It comes from the command's declaration or
/// from the daemon's reply to `server.describe`.
struct CommandForm {
    let method: String
    let summary: String
    let fields: [SchemaField]
    let answer: [SchemaField]
    let errors: [(name: String, summary: String)]
    /// The type that declares the command in pagerctl. Nil for a command that pagerctl
    /// knows only from the daemon's description of itself.
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

    /// Reads the description of one method from the result of `server.describe`. Returns nil if the
    /// description has no member `method` with the method's name.
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

    /// Whether the command can start a transition. Its reply then has the member `transition`.
    var startsTransition: Bool {
        answer.contains {
            $0.name == "transition" && $0.schema == .transition && $0.presence == .nullable
        }
    }

    /// Returns the records that `--format` prints: the elements of the result's list if the
    /// declared result is a list of records, otherwise the result itself.
    func records(in result: Value) -> [Value] {
        guard let list = recordList, let records = result[list.name]?.array else {
            return [result]
        }
        return method == ControllerTree.method ? records.flatMap(Self.flattened) : records
    }

    /// A controller of a tree and its descendants, each with the ids of its children.
    private static func flattened(_ record: Value) -> [Value] {
        let children = record["children"]?.array ?? []
        return [record] + children.flatMap(flattened)
    }

    /// Checks that the members of a format can be in the records of a reply, before the command is
    /// executed.
    ///
    /// - Parameter more: Members that pagerctl adds.
    func check(_ format: LineFormat, adding more: [String]) throws(Failure) {
        var fields = answer
        if let list = recordList, case .array(.object(let members)) = list.schema {
            fields = members
        }
        guard !fields.contains(where: { $0.presence == .rest }),
            recordList == nil
                || fields != answer
        else { return }
        try format.check(fields.map(\.name) + Reply.common + more)
    }

    /// The list in a result that is a list of records.
    private var recordList: SchemaField? {
        let lists = answer.filter { field in
            if case .array(.object) = field.schema { return true }
            return field.schema == .array(.members)
        }
        let others = answer.filter { $0.presence == .required && !lists.contains($0) }
        guard lists.count == 1, others.isEmpty || method == EventsReplay.method else { return nil }
        return lists[0]
    }

    /// Checks parameters in the same way as the daemon. Parameters of a command without a
    /// declaration are not checked.
    func check(_ params: [Value.Member]) throws(CommandError) {
        guard let type else { return }
        _ = try type.init(reading: params)
        if type == ControllerCreate.self {
            try OptionFields.check(ControllerCreate(reading: params))
        }
    }
}
