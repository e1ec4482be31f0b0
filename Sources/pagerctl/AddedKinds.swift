internal import PagerClient
internal import PagerModel
internal import PagerWire

/// What the running daemon's own kinds add: their commands, options and events, as it describes
/// them.
struct AddedKinds {
    private let description: Value

    /// - Throws: status 1 where no daemon answers.
    init(_ options: GlobalOptions) throws(Failure) {
        var requester = try options.requester()
        do {
            description = try requester.send(ServerDescribe()).result
        } catch {
            throw Failure(error)
        }
    }

    /// The command of a method's whole name; nil where the daemon has none either.
    ///
    /// - Throws: status 1 where no daemon answers.
    static func command(
        _ method: String, _ options: GlobalOptions
    ) throws(Failure) -> CommandForm? {
        guard method.contains(".") else { return nil }
        var requester = try options.requester()
        do {
            let command = ServerDescribe(describedMethod: method)
            let methods = try requester.send(command).result["methods"]?.array
            return methods?.first.flatMap { CommandForm(described: $0) }
        } catch {
            guard case .refused = error else { throw Failure(error) }
            return nil
        }
    }

    /// The commands, in the order of the daemon.
    var commands: [CommandForm] {
        (description["methods"]?.array ?? []).compactMap { CommandForm(described: $0) }
            .filter { Vocabulary.method($0.method) == nil }
    }

    /// What may stand in a topic.
    var words: EventWords { EventWords(describedBy: description) }

    /// The fields that a kind adds to the options of every controller; nil where it is not there.
    func options(of kind: String) -> [SchemaField]? {
        let found = description["kinds"]?.array?.first { $0["kind"] == .string(kind) }
        return found?["options"]?.array?.compactMap { SchemaField(described: $0) }
    }
}
