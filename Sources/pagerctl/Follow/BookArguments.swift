internal import PagerBook

/// The arguments of `apply` or `diff`: the book, and the options of the subcommand.
struct BookArguments {
    let path: String
    let watches: Bool
    let isDry: Bool
    let hasExitCode: Bool
    /// The folders of the options `--allow FOLDER`.
    private let allowed: [String]
    /// The text of the book if it comes from standard input.
    private var text: String?

    static let form = "FILE|FOLDER|-"
    static let standardInput = ("-", "read the book from standard input")
    static let watch = VerbOption(
        flag: "--watch", doc: "apply the book again whenever one of its files changes")
    static let dryRun = VerbOption(
        flag: "--dry-run", doc: "print the commands instead of sending them")
    static let exitCode = VerbOption(
        flag: CommandFlags.exitCode, doc: "exit with status 4 if there are differences")
    static let allow = VerbOption(
        flag: "--allow", value: "FOLDER", repeats: true,
        doc: "also allow paths and links into this folder")

    /// - Throws: `Failure` with exit status 64 for `--watch -`; with exit status 1 if the book on
    ///   standard input is not UTF-8.
    init(_ arguments: VerbArguments) throws(Failure) {
        path = arguments.words[0]
        watches = arguments.has(Self.watch)
        isDry = arguments.has(Self.dryRun)
        hasExitCode = arguments.has(Self.exitCode)
        allowed = arguments.all(Self.allow)
        guard path == Self.standardInput.0 else { return }
        guard !watches else {
            throw arguments.misuse("--watch needs a file or a folder, not standard input")
        }
        guard let text = String(validating: Terminal.readAll(), as: UTF8.self) else {
            throw Failure(Failure.wrongBook, "standard input is not UTF-8")
        }
        self.text = text
    }

    /// The path of the file or folder that contains the book. Nil for a book from standard input.
    var file: String? { text == nil ? path : nil }

    /// Reads the book.
    ///
    /// - Throws: `Failure` with exit status 1 and the mistakes of the book, a line each.
    func book(_ vocabulary: BookVocabulary) throws(Failure) -> Book {
        do {
            guard let text else {
                return try Book.read(path: path, allowing: allowed, vocabulary: vocabulary)
            }
            return try Book.parse(
                text, name: "standard input", allowing: allowed, vocabulary: vocabulary)
        } catch {
            let all =
                text == nil
                ? Book.mistakes(path: path, allowing: allowed, vocabulary: vocabulary) : []
            throw Failure(
                Failure.wrongBook,
                all.isEmpty ? error.description : all.joined(separator: "\n"))
        }
    }
}
