internal import PagerClient
internal import PagerModel
internal import PagerWire

/// The commands and events that a check may contain: the built-in ones, and the commands and events
/// of the tested daemon's additional container kinds.
struct CheckVocabulary {
    private let added: [CommandForm]
    let forms: CheckForms

    /// Determines the commands and events of a daemon.
    ///
    /// - Parameter executable: The program of a daemon that may have additional container kinds.
    ///   Nil for pagerd itself.
    /// - Throws: `Failure` with exit status 1 if the daemon does not start or does not answer.
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

    /// Returns the command for a word. The word is a complete method, such as `pager.next`, or the
    /// short name of a method, such as `next`. Returns nil for an unknown or ambiguous word.
    func form(_ word: String) -> CommandForm? {
        if let type = Vocabulary.method(word) { return CommandForm(type) }
        if let exact = added.first(where: { TextKey($0.method) == TextKey(word) }) { return exact }
        let sharing = added.filter { $0.method.hasSuffix("." + word) }
        return sharing.count == 1 && Vocabulary.sharing(word).isEmpty ? sharing[0] : nil
    }
}
