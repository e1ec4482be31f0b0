internal import PagerModel
internal import PagerWire

/// The arguments of `apply` or `diff`: the book, and the options of the subcommand.
struct BookArguments {
    private(set) var path = ""
    private(set) var watches = false
    private(set) var isDry = false
    private(set) var hasExitCode = false
    /// The given options `--allow FOLDER`, as arguments for `pagerctl-document`.
    private(set) var allowed: [String] = []
    /// The text of the book if it comes from standard input.
    private var text: String?

    private static let standardInput = "-"

    /// Parses the arguments of `apply` or `diff`.
    ///
    /// - Throws: `Failure` with exit status 64 for invalid arguments, such as an unknown option or
    ///   a second book; with exit status 1 if the book on standard input is not UTF-8.
    init(_ arguments: [String], of verb: Vocabulary.Verb) throws(Failure) {
        let usage = "usage: pagerctl \(verb.usage)"
        var paths: [String] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--watch" where verb == .apply: watches = true
            case "--dry-run" where verb == .apply: isDry = true
            case CommandFlags.exitCode where verb == .diff: hasExitCode = true
            case "--allow":
                guard let folder = rest.popFirst() else {
                    throw .usage("--allow needs a folder", usage)
                }
                allowed += [argument, folder]
            case _ where argument.hasPrefix("--allow="):
                allowed += ["--allow", String(argument.dropFirst(8))]
            case _ where argument.hasPrefix("-") && argument != Self.standardInput:
                throw .noOption(argument, of: verb)
            default: paths.append(argument)
            }
        }
        guard paths.count == 1, let path = paths.first else {
            throw .usage("exactly one book must be given", usage)
        }
        self.path = path
        guard path == Self.standardInput else { return }
        guard !watches else {
            throw .usage("--watch needs a file or a folder, not standard input", usage)
        }
        guard let text = String(validating: Terminal.readAll(), as: UTF8.self) else {
            throw Failure(Failure.wrongBook, "standard input is not UTF-8")
        }
        self.text = text
    }

    /// The path of the file or folder that contains the book. Nil for a book from standard input.
    var file: String? { text == nil ? path : nil }

    /// Returns the text for the standard input of `pagerctl-document`: a JSON object with the given
    /// members, and with the book's text if the book comes from standard input.
    func input(_ members: [Value.Member]) -> [UInt8] {
        let book = text.map { [Value.Member("text", .string($0))] } ?? []
        return Array(Value.object(members + book).json.utf8)
    }
}
