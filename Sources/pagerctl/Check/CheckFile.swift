internal import PagerBook
internal import PagerClient
internal import PagerModel
internal import PagerWire

/// A step of a check: the method to call, and its parameters.
struct CheckStep {
    var method: String
    var params: [Value.Member]
    var mayFail = false
    /// The step as one line of YAML.
    var text: String
    /// The path of the step in the file, such as `when[2].push`.
    var path: String

    /// A placeholder in a step's parameters. It is replaced by the id of the latest transition.
    static let latestTransition = "$T"
}

/// The error that a check expects from its last step. Fields that are nil are not compared.
struct CheckRefusal {
    var name: String?
    var exception: String?
    var message: String?
}

/// One check that was parsed from a check file.
struct CheckCase {
    var title: String
    /// The path of the check in the file, such as `checks[1]`. Empty if the file is a single check.
    var path: String
    var uikit: Int
    var given: [CheckStep] = []
    var when: [CheckStep] = []
    var expect: [CheckToken]?
    /// The ids of the subjects whose callbacks are compared. Nil if all callbacks are compared.
    var subjects: TextSet?
    var kinds: TextSet = []
    var absent: [CheckToken] = []
    var state: [Value.Member] = []
    var refused: CheckRefusal?

    /// Whether the check has no expectations. Such a check passes unless the daemon refuses a step.
    var expectsNothing: Bool {
        expect == nil && absent.isEmpty && state.isEmpty && refused == nil
    }
}

/// A mistake in a check file, and the path of the mistake, such as `when[2].push`.
struct CheckMistake: Error {
    var path: String
    var text: String
}

/// A parser of check files.
struct CheckFile {
    let steps: CheckSteps
    private var forms: CheckForms { steps.vocabulary.forms }

    static let help = """
        FILE is YAML or JSON: one check, a list of checks, or `checks:` with a list. `given:` and
        `uikit:` beside `checks:` apply to all checks of the list.

          title: a push, animated
          given:                           # steps whose events are not compared
            - window.create: {id: w}
            - create: {id: nav, kind: navigation}
            - create: {id: A, kind: view}
            - create: {id: B, kind: view}
            - setStack: {controllers: [A]}
            - window.setRoot: {id: w, controller: nav}
          when:
            - push: B                      # as on the command line: pagerctl push B
            - advance: 10                  # seconds; otherwise the time does not change
          expect:                          # all callbacks of these subjects, in this order
            - A.viewWillDisappear(true)    # omitted arguments are not compared
            - B.viewWillAppear(true)
            - A.viewDidDisappear
            - B.viewDidAppear
          of: [A, B]                       # subjects to compare; default: those of expect, or all
          record: [appear, move]           # kinds; default: those of expect, or appear move load
          absent: [A.viewDidLoad]          # callbacks that must not happen
          state: {nav: {top: B}}           # members of records at the end
          refused: {name: notAChild}       # the last step is refused: name, exception, message

        `$T` in a step is the latest transition; `mayFail: true` beside a method allows a refusal.
        `expect: []` means that there must be no callbacks. To write a new check, omit `expect` and
        run the check with --trace, which prints the callbacks that would be compared.
        The status is 0 if all checks pass, 2 if one fails, 64 if a file has an error.
        """

    /// Parses the checks of a file.
    ///
    /// - Throws: `CheckMistake` for the first mistake in the file.
    func cases(_ file: Value) throws(CheckMistake) -> [CheckCase] {
        if let list = file.array { return try cases(list, "", shared: .object([])) }
        guard file.members != nil else {
            throw CheckMistake(path: "", text: "a check is an object, not \(file.typeName)")
        }
        guard let checks = file["checks"] else { return [try check(file, "", .object([]))] }
        guard let list = checks.array else {
            throw CheckMistake(path: "checks", text: "a list of checks is expected")
        }
        try refuseUnknown(file, among: ["checks", "title", "uikit", "given"], "")
        return try cases(list, "checks", shared: file)
    }

    private func cases(
        _ list: [Value], _ path: String, shared: Value
    ) throws(CheckMistake) -> [CheckCase] {
        var found: [CheckCase] = []
        for (index, item) in list.enumerated() {
            found.append(try check(item, "\(path)[\(index)]", shared))
        }
        return found
    }

    private static let names = [
        "title", "uikit", "given", "when", "expect", "of", "record", "absent", "state", "refused",
    ]

    private func check(
        _ value: Value, _ path: String, _ shared: Value
    ) throws(CheckMistake) -> CheckCase {
        guard value.members != nil else {
            throw CheckMistake(path: path, text: "a check is an object, not \(value.typeName)")
        }
        try refuseUnknown(value, among: Self.names, path)
        var check = CheckCase(
            title: value["title"]?.string ?? "untitled", path: path,
            uikit: value["uikit"]?.integer ?? shared["uikit"]?.integer ?? 18)
        check.given =
            try steps.read(shared["given"], "given")
            + steps.read(value["given"], join(path, "given"))
        check.when = try steps.read(value["when"], join(path, "when"))
        if let expect = value["expect"] {
            let tokens = try tokens(expect, join(path, "expect"))
            check.expect = tokens
            if !tokens.isEmpty { check.subjects = TextSet(tokens.map(\.subject)) }
            check.kinds = TextSet(tokens.map(\.kind))
        }
        if let of = value["of"] { check.subjects = TextSet(try texts(of, join(path, "of"))) }
        if let record = value["record"] {
            check.kinds = TextSet(try texts(record, join(path, "record")))
            if let unknown = check.kinds.subtracting(forms.kinds).sorted().first {
                throw CheckMistake(
                    path: join(path, "record"),
                    text: "there is no kind \(unknown), only "
                        + forms.kinds.sorted().joined(separator: " "))
            }
        } else if check.kinds.isEmpty {
            check.kinds = ["appear", "move", "load"]
        }
        check.absent =
            try value["absent"].map { (list) throws(CheckMistake) in
                try tokens(list, join(path, "absent"))
            } ?? []
        check.state = try state(value["state"], join(path, "state"))
        check.refused = try refusal(value["refused"], join(path, "refused"))
        return check
    }

    private func join(_ path: String, _ name: String) -> String {
        path.isEmpty ? name : "\(path).\(name)"
    }

    private func refuseUnknown(
        _ value: Value, among names: [String], _ path: String
    ) throws(CheckMistake) {
        for member in value.members ?? [] where !names.contains(member.name) {
            throw CheckMistake(
                path: join(path, member.name),
                text: "there is no \"\(member.name)\" here, only \(names.joined(separator: " "))"
                    + Spelling.question(about: member.name, among: names))
        }
    }

    private func texts(_ value: Value, _ path: String) throws(CheckMistake) -> [String] {
        if let text = value.string { return [text] }
        guard let items = value.array, items.allSatisfy({ $0.string != nil }) else {
            throw CheckMistake(path: path, text: "a list of names is expected")
        }
        return items.compactMap(\.string)
    }

    private func tokens(
        _ value: Value, _ path: String
    ) throws(CheckMistake) -> [CheckToken] {
        var found: [CheckToken] = []
        for (index, text) in try texts(value, path).enumerated() {
            guard let token = CheckToken(text, forms) else {
                let name = text.prefix { $0 != "(" }.drop { $0 != "." }.dropFirst()
                throw CheckMistake(
                    path: "\(path)[\(index)]",
                    text: "\"\(text)\" is not a callback; write SUBJECT.viewWillAppear(true), "
                        + "SUBJECT.willMove(PARENT) or SUBJECT.pager.didSelect(PAGE)"
                        + Spelling.question(about: String(name), among: forms.names))
            }
            found.append(token)
        }
        return found
    }

    private func state(
        _ value: Value?, _ path: String
    ) throws(CheckMistake) -> [Value.Member] {
        guard let value else { return [] }
        guard let members = value.members, members.allSatisfy({ $0.value.members != nil }) else {
            throw CheckMistake(path: path, text: "expected {ID: {FIELD: VALUE}}")
        }
        return members
    }

    private func refusal(
        _ value: Value?, _ path: String
    ) throws(CheckMistake) -> CheckRefusal? {
        guard let value else { return nil }
        if let name = value.string { return CheckRefusal(name: name) }
        try refuseUnknown(value, among: ["name", "exception", "message"], path)
        return CheckRefusal(
            name: value["name"]?.string, exception: value["exception"]?.string,
            message: value["message"]?.string)
    }
}

/// A check file: its checks, and the positions of their parts.
struct CheckDocument {
    let checks: [CheckCase]
    private let document: Document

    /// The path of the file as given.
    var file: String { document.name }

    /// Reads the checks in a file.
    ///
    /// - Throws: `Failure` with exit status 64 and the position of the first mistake.
    init(_ path: String, _ vocabulary: CheckVocabulary) throws(Failure) {
        do {
            document = try Document.read(path: path)
        } catch {
            throw Failure(Failure.misused, error.description)
        }
        do {
            checks = try CheckFile(steps: CheckSteps(vocabulary: vocabulary)).cases(document.value)
        } catch {
            let position = Self.position(of: error.path, in: document)
            let what = error.path.isEmpty ? "" : "\(error.path): "
            throw Failure(Failure.misused, "\(position): \(what)\(error.text)")
        }
    }

    /// Returns the position, as `FILE:LINE:COLUMN`, of the value at a path such as
    /// `checks[1].when[0]`.
    func position(of path: String) -> String { Self.position(of: path, in: document) }

    private static func position(of path: String, in document: Document) -> String {
        let position = document.position(of: path)
        return "\(document.name):\(position.line):\(position.column)"
    }
}

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
