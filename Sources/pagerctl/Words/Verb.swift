/// A subcommand that does more than send one command. Its parser, help, completions and manual
/// follow from this declaration.
struct Verb: Sendable {
    let name: String
    let summary: String
    /// The positional arguments, as in the usage line.
    var arguments = ""
    /// How many positional arguments there may be.
    var count = 0...0
    var options: [VerbOption] = []
    /// What must follow `--`, as in the usage line. Nil if `--` only ends the options.
    var program: String?
    /// Rows of the help that explain arguments.
    var forms: [(String, String)] = []
    /// The last paragraphs of the help.
    var notes = ""
    /// The values to complete for the first argument.
    var values: [String] = []
    /// Whether a running daemon with additional kinds adds `values`.
    var hasAddedValues = false
    var takesIDs = false
    /// Whether it changes nothing. A hint proposes it first.
    var onlyReads = true
    /// Whether `--format` applies to the output.
    var takesFormat = false
    let run: @Sendable (GlobalOptions, VerbArguments) throws(Failure) -> Int32

    var usage: String {
        let words = [name, arguments] + options.map(\.usage) + [program.map { "-- \($0)" } ?? ""]
        return "usage: pagerctl " + words.filter { !$0.isEmpty }.joined(separator: " ")
    }

    func misuse(_ text: String) -> Failure { .usage(text, usage) }

    func callAsFunction(
        _ arguments: [String], _ options: GlobalOptions
    ) throws(Failure) -> Int32 {
        guard takesFormat || options.format == nil else {
            throw misuse("--format does not apply to \(name)")
        }
        return try run(options, try VerbArguments(arguments, for: self))
    }
}

/// An option of a verb.
struct VerbOption: Sendable {
    let flag: String
    var short: String?
    /// The placeholder of its value. Nil for an option without a value.
    var value: String?
    var repeats = false
    var isRequired = false
    let doc: String

    fileprivate var usage: String {
        let names = [short, flag].compactMap { $0 }
        let name = names.map { name in value.map { "\(name) \($0)" } ?? name }
            .joined(separator: "|")
        return (isRequired ? name : "[\(name)]") + (repeats ? "..." : "")
    }

    /// The option as a row of the help.
    var title: String {
        let name = value.map { "\(flag) \($0)" } ?? flag
        return short.map { "\($0), \(name)" } ?? name
    }
}

/// The arguments of a verb, separated into words and declared options.
struct VerbArguments {
    private let verb: Verb
    private(set) var words: [String] = []
    /// The words after `--`, if the verb runs a program.
    private(set) var program: [String] = []
    private var given: [(flag: String, value: String)] = []

    /// - Throws: `Failure` with exit status 64 and the usage of the verb.
    init(_ arguments: [String], for verb: Verb) throws(Failure) {
        self.verb = verb
        var rest = arguments[...]
        while let word = rest.popFirst() {
            if word == "--" {
                if verb.program == nil { words += rest } else { program = Array(rest) }
                break
            }
            if word.hasPrefix("-"), word != "-" {
                try take(word, &rest)
            } else {
                words.append(word)
            }
        }
        if words.count > verb.count.upperBound {
            let extra = words[verb.count.upperBound]
            throw verb.misuse(
                verb.count.upperBound == 0
                    ? "\(verb.name) takes no arguments" + Hint.argument(extra)
                    : "unexpected argument \"\(extra)\"")
        }
        if words.count < verb.count.lowerBound {
            throw verb.misuse("\(verb.name) needs \(verb.arguments)")
        }
        for option in verb.options where option.isRequired && !has(option) {
            throw verb.misuse("\(verb.name) needs \(option.title)")
        }
        if let wanted = verb.program, program.isEmpty {
            throw verb.misuse("\(verb.name) needs -- \(wanted)")
        }
    }

    private mutating func take(_ word: String, _ rest: inout ArraySlice<String>) throws(Failure) {
        let name = String(word.prefix { $0 != "=" })
        guard let option = verb.options.first(where: { $0.flag == name || $0.short == name })
        else { throw noOption(name) }
        guard option.repeats || !has(option) else {
            throw verb.misuse("\(name) is given twice")
        }
        guard option.value != nil else {
            guard name == word else { throw verb.misuse("\(name) takes no value") }
            given.append((option.flag, ""))
            return
        }
        let value = name == word ? rest.popFirst() : String(word.dropFirst(name.count + 1))
        guard let value else { throw verb.misuse("\(name) needs a value") }
        given.append((option.flag, value))
    }

    private func noOption(_ name: String) -> Failure {
        let globals = GlobalOptions.flags.filter { $0 != "--format" || verb.takesFormat }
        let hint = Hint.option(name, among: verb.options.map(\.flag) + globals)
        return verb.misuse("there is no option \(name)\(hint)")
    }

    func has(_ option: VerbOption) -> Bool { given.contains { $0.flag == option.flag } }

    func all(_ option: VerbOption) -> [String] {
        given.filter { $0.flag == option.flag }.map(\.value)
    }

    subscript(option: VerbOption) -> String? { all(option).first }

    func misuse(_ text: String) -> Failure { verb.misuse(text) }
}
