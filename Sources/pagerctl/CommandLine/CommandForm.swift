internal import PagerClient
internal import PagerModel
internal import PagerWire

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

/// The command-line options that pagerctl handles itself and does not send to the daemon.
struct CommandFlags {
    /// Whether to wait for the end of the transition that the command starts.
    private(set) var waits = false
    /// Whether the option `--exit-code` is given. With this option, pagerctl exits with status 4 if
    /// the command does not start a transition.
    private(set) var hasExitCode = false

    static let exitCode = "--exit-code"

    /// Separates the flags `--wait` and `--exit-code` from the other arguments of a command.
    /// Ignores flags after `--`. For a command that cannot start a transition, returns all
    /// arguments unchanged.
    static func take(
        from arguments: [String], for form: CommandForm
    ) -> (flags: CommandFlags, rest: [String]) {
        var flags = CommandFlags()
        guard form.startsTransition else { return (flags, arguments) }
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        let rest = arguments[..<end].filter { argument in
            switch argument {
            case TransitionWait.flag: flags.waits = true
            case exitCode: flags.hasExitCode = true
            default: return true
            }
            return false
        }
        return (flags, rest + arguments[end...])
    }
}

/// The commands, options and events of a running daemon's additional container kinds, which are not
/// built in. They are read from the result of `server.describe`.
struct AddedKinds {
    private let description: Value

    /// Requests the result of `server.describe` from the daemon that the global options select.
    ///
    /// - Throws: `Failure` with exit status 1 if no daemon answers.
    init(_ options: GlobalOptions) throws(Failure) {
        var requester = try options.requester()
        do {
            description = try requester.send(ServerDescribe()).result
        } catch {
            throw Failure(error)
        }
    }

    /// Returns the command with the method name `method`, or nil if the daemon has no such command.
    ///
    /// - Throws: `Failure` with exit status 1 if no daemon answers.
    static func command(
        _ method: String, _ options: GlobalOptions
    ) throws(Failure) -> CommandForm? {
        guard method.contains(".") else { return nil }
        var requester = try options.requester()
        do {
            let command = ServerDescribe { $0.describedMethod = method }
            return try commands(in: requester.send(command).result)
                .first { TextKey($0.method) == TextKey(method) }
        } catch let error as ClientError {
            guard case .refused = error else { throw Failure(error) }
            return nil
        } catch let failure as Failure {
            throw failure
        } catch {
            preconditionFailure("\(error)")
        }
    }

    /// Finds a command of an additional container kind by its short name. Call this function after
    /// the daemon has refused the built-in command with the same short name.
    ///
    /// If the parameters contain a controller's id, returns the command of this controller's kind.
    /// Otherwise returns the only additional command with the short name, provided that the daemon
    /// has no controller of the built-in command's kind. Returns nil if there is no such command.
    ///
    /// - Throws: `Failure` with exit status 1 if no daemon answers.
    static func command(
        called word: String, after refusal: Refused, of params: [Value.Member],
        _ options: GlobalOptions
    ) throws(Failure) -> CommandForm? {
        let id = params.first { $0.name == "id" }
        let isOfAnotherKind = refusal.name == ErrorName.wrongKind.rawValue && id != nil
        let candidates = refusal.details.first { $0.name == "candidates" }?.value.array
        guard isOfAnotherKind || (id == nil && candidates?.isEmpty == true) else { return nil }
        let sharing = try AddedKinds(options).commands().filter {
            $0.method.hasSuffix("." + word)
        }
        guard let id else { return sharing.count == 1 ? sharing[0] : nil }
        if sharing.isEmpty { return nil }
        var requester = try options.requester()
        do {
            let record = try requester.request(ControllerGet.method, [id]).result
            let kind = record["kind"]?.string ?? ""
            return sharing.first { TextKey($0.method) == TextKey("\(kind).\(word)") }
        } catch {
            throw Failure(error)
        }
    }

    /// Returns the additional commands in the order in which the daemon describes them.
    ///
    /// - Throws: The same errors as `commands(in:)`.
    func commands() throws(Failure) -> [CommandForm] { try Self.commands(in: description) }

    /// Returns the additional commands that a daemon describes. A description cannot replace a
    /// built-in command, a subcommand or an option.
    ///
    /// - Throws: `Failure` with exit status 1 for duplicate names, because it is unknown which
    ///   command would be executed.
    static func commands(in description: Value) throws(Failure) -> [CommandForm] {
        let builtIn = Set<TextKey>(CommandList.all.map { TextKey($0.method) })
        var known: Set<TextKey> = []
        var added: [CommandForm] = []
        for method in description["methods"]?.array ?? [] {
            // The subcommands of pagerctl have no dot.
            guard let form = CommandForm(described: method), form.method.contains("."),
                !form.method.hasPrefix("-"), !builtIn.contains(TextKey(form.method))
            else { continue }
            let fields = form.fields.map { TextKey($0.name) }
            guard known.insert(TextKey(form.method)).inserted else {
                throw twice("the command \(quoted(form.method))")
            }
            guard Set<TextKey>(fields).count == fields.count else {
                throw twice("a parameter of \(quoted(form.method))")
            }
            added.append(form)
        }
        return added
    }

    private static func twice(_ what: String) -> Failure {
        Failure(
            .badReply(
                "the daemon describes \(what) twice, so that it is unknown which one it "
                    + "executes; the daemon is broken, or is not pagerd"))
    }

    /// The names of all kinds of controllers that the daemon describes.
    var kinds: [String] {
        (description["kinds"]?.array ?? []).compactMap { $0["kind"]?.string }
    }

    /// The event categories and event names that a topic on the command line may contain.
    var words: EventWords { EventWords(describedBy: description) }

    /// Returns a kind's own options, without the options that all controllers have. Nil if the kind
    /// is unknown.
    ///
    /// - Throws: `Failure` with exit status 1 if the daemon describes two kinds with this name.
    func options(of kind: String) throws(Failure) -> [SchemaField]? {
        let found = (description["kinds"]?.array ?? []).filter { $0["kind"] == .string(kind) }
        guard found.count <= 1 else { throw Self.twice("the kind \(quoted(kind))") }
        return found.first?["options"]?.array?.compactMap { SchemaField(described: $0) }
    }
}

/// The record of the container that a command addresses.
struct ContainerRecord {
    private let record: Value

    /// Reads the record of the container whose id is in the parameters. If they contain no id,
    /// reads the record of the only container of the command's kind. If there are several of this
    /// kind, those whose `isDefault` is false are ignored.
    ///
    /// Returns nil if there is no such container, or if several remain. In these cases the daemon
    /// refuses the command.
    ///
    /// - Throws: `Failure` with exit status 1 if the daemon does not answer.
    init?(
        named params: [Value.Member], for form: CommandForm, _ requester: inout Requester
    ) throws(Failure) {
        do {
            if let id = params.first(where: { $0.name == "id" }) {
                record = try requester.request(ControllerGet.method, [id]).result
                return
            }
            let kind = form.method.prefix { $0 != "." }
            let all = try requester.requestAll(ControllerList.method)
            let known = (all.result["controllers"]?.array ?? []).filter {
                $0["kind"]?.string == String(kind)
            }
            let candidates = known.count == 1 ? known : known.filter { $0["isDefault"] != false }
            guard candidates.count == 1 else { return nil }
            record = candidates[0]
        } catch .refused {
            return nil
        } catch {
            throw Failure(error)
        }
    }

    /// The ids of the pages or tabs; nil for a container that does not have a list of pages or
    /// tabs.
    var members: [String]? {
        (record["pages"] ?? record["controllers"])?.array?.compactMap(\.string)
    }

    /// Whether the container belongs to an alarm, also one that has ended.
    var isAlarm: Bool { record.isAlarm }

    /// Whether nothing turns the pager's pages by time.
    var isHeld: Bool { record.isHeld }

    /// The id of the selected page or tab.
    var selected: String? { record["selected"]?.string }

    /// The selected page or tab and its position: `home (2 of 4, index 1)`. Nil if nothing is
    /// selected.
    var selection: String? {
        guard let members, let selected,
            let index = members.firstIndex(of: selected)
        else { return nil }
        return "\(selected) (\(ListPosition(index: index, count: members.count).text))"
    }
}

extension Value {
    /// Whether nothing turns the pages of the pager with this record by time.
    var isHeld: Bool { self["paused"] == true || self["autoAdvanceHeld"] == true }

    /// Why nothing turns the pages of the pager with this record by time, although it has
    /// `autoAdvance`. Nil if they turn.
    var held: String? {
        guard self["autoAdvance"]?.double != nil, isHeld else { return nil }
        return self["paused"] == true ? "paused" : "paused by a user"
    }
}

/// The position of a page or tab in its list, as readable text.
struct ListPosition {
    let index: Int
    let count: Int

    /// The position counted from 1, and the index counted from 0 that commands expect: `2 of 5,
    /// index 1`.
    var text: String {
        // The index can come from a daemon of another version, so it may be any integer.
        let (number, overflows) = index.addingReportingOverflow(1)
        return "\(overflows ? index : number) of \(count), index \(index)"
    }
}
