internal import PagerClient
internal import PagerModel
internal import PagerWire

/// The commands and events that checks may name: those of the contract, and those that the kinds of
/// the daemon under test add.
struct CheckVocabulary {
    private let added: [CommandForm]
    let forms: CheckForms

    /// - Parameter executable: a daemon that may have further kinds, nil for pagerd itself.
    /// - Throws: status 1 where it does not start or does not answer.
    init(of executable: String?, _ options: GlobalOptions) throws(Failure) {
        guard let executable else {
            added = []
            forms = .builtIn
            return
        }
        let daemon = try PrivateDaemon(executable, uikit: 18)
        let description: Value
        do {
            var requester = try Requester(daemon.command, timeout: options.patience)
            description = try requester.send(ServerDescribe()).result
        } catch {
            throw Failure(error)
        }
        added = try AddedKinds.commands(in: description)
        forms = CheckForms(describedBy: description)
    }

    /// What a word stands for: a whole method, or its last part where no other ends so.
    func form(_ word: String) -> CommandForm? {
        if let type = Vocabulary.method(word) { return CommandForm(type) }
        if let exact = added.first(where: { TextKey($0.method) == TextKey(word) }) { return exact }
        let sharing = added.filter { $0.method.hasSuffix("." + word) }
        return sharing.count == 1 && Vocabulary.sharing(word).isEmpty ? sharing[0] : nil
    }
}
