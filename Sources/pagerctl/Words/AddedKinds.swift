internal import PagerClient
internal import PagerModel
internal import PagerWire

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
