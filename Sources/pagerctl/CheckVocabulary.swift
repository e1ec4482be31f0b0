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
        do {
            var requester = try Requester(daemon.command, timeout: options.patience)
            let description = try requester.send(ServerDescribe()).result
            added = (description["methods"]?.array ?? []).compactMap { CommandForm(described: $0) }
                .filter { Vocabulary.method($0.method) == nil }
            forms = CheckForms(describedBy: description)
        } catch {
            throw Failure(error)
        }
    }

    /// What a word stands for: a whole method, or its last part where no other ends so.
    func form(_ word: String) -> CommandForm? {
        if let type = Vocabulary.method(word) { return CommandForm(type) }
        if let exact = added.first(where: { TextKey($0.method) == TextKey(word) }) { return exact }
        let sharing = added.filter { $0.method.hasSuffix("." + word) }
        return sharing.count == 1 && Vocabulary.sharing(word).isEmpty ? sharing[0] : nil
    }
}
