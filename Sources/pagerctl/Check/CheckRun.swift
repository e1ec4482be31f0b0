internal import Glibc
internal import PagerClient
internal import PagerModel
internal import PagerPaths
internal import PagerWire
internal import SystemCalls

/// An executed step of a check's list `when`. `callbacks` contains the callbacks that the step
/// caused and that the check compares.
struct CheckTrace {
    /// The step as one line of YAML.
    var step: String
    var callbacks: [CheckToken] = []
    var refused: Refused?

    var lines: [String] {
        ["  \(step)"] + callbacks.map { "    \($0.text)" }
            + (refused.map { ["    \($0)"] } ?? [])
    }
}

/// A difference between the expected and the actual result.
struct CheckProblem {
    /// The path of the step that caused the difference. Nil if no single step caused it.
    var path: String?
    var lines: [String]
}

/// The result of a check.
struct CheckOutcome {
    /// The executed steps of the check's list `when`.
    var traces: [CheckTrace] = []
    /// The differences. Empty if the check has passed.
    var problems: [CheckProblem] = []
}

/// A check that is being executed.
struct CheckRun: ~Copyable {
    private let check: CheckCase
    private let forms: CheckForms
    private var requester: Requester
    private var lastTransition: String?
    private var events: [Value] = []
    private var outcome = CheckOutcome()

    init(_ check: CheckCase, _ requester: consuming Requester, _ forms: CheckForms) {
        self.check = check
        self.forms = forms
        self.requester = requester
    }

    /// Executes the check.
    ///
    /// - Throws: A `ClientError`, such as `timedOut`, if a request gets no valid reply.
    mutating func run() throws(ClientError) -> CheckOutcome {
        for step in check.given {
            if let refused = try carryOut(step), !step.mayFail {
                report("\(refused)", of: step)
                return outcome
            }
        }
        events = []
        for (index, step) in check.when.enumerated() {
            let before = events.count
            let refused = try carryOut(step)
            let callbacks = compared(events[before...])
            outcome.traces.append(
                CheckTrace(step: step.text, callbacks: callbacks, refused: refused))
            let isLast = index == check.when.count - 1
            if isLast, let wanted = check.refused {
                compare(refused, wanted, step)
            } else if let refused, !step.mayFail {
                report("\(refused)", of: step)
            }
        }
        try compareCallbacks()
        try compareState()
        return outcome
    }

    private mutating func report(_ text: String, of step: CheckStep? = nil) {
        let said = step.map { "\($0.text): \(text)" } ?? text
        outcome.problems.append(CheckProblem(path: step?.path, lines: [said]))
    }

    /// Returns the callbacks in `events` that the check compares. Leaves out all other events.
    private func compared(_ events: some Sequence<Value>) -> [CheckToken] {
        events.compactMap { CheckToken(event: $0, forms) }.filter {
            check.kinds.contains($0.kind) && check.subjects?.contains($0.subject) ?? true
        }
    }

    /// Executes a step. Returns the daemon's error, or nil if the daemon accepted the command.
    private mutating func carryOut(_ step: CheckStep) throws(ClientError) -> Refused? {
        let params = step.params.map { Value.Member($0.name, filled($0.value)) }
        do {
            let reply = try requester.request(step.method, params, trace: true)
            events += reply.events
            let began = reply.events.last { $0["event"] == "began" }?["transition"]?.string
            lastTransition = reply.transition ?? began ?? lastTransition
            return nil
        } catch {
            guard case .refused(let refused) = error else { throw error }
            return refused
        }
    }

    /// Returns the value with each `$T` replaced by the id of the latest transition.
    private func filled(_ value: Value) -> Value {
        switch value {
        case .string(CheckStep.latestTransition): lastTransition.map { .string($0) } ?? value
        case .array(let items): .array(items.map { filled($0) })
        case .object(let members):
            .object(members.map { Value.Member($0.name, filled($0.value)) })
        default: value
        }
    }

    private mutating func compare(
        _ refused: Refused?, _ wanted: CheckRefusal, _ step: CheckStep
    ) {
        guard let refused else {
            report("was not refused", of: step)
            return
        }
        let pairs = [
            ("name", wanted.name, refused.name), ("exception", wanted.exception, refused.exception),
        ]
        for (what, expected, got) in pairs where expected != nil && expected != got {
            report("refused.\(what): expected \(expected ?? ""), got \(got ?? "none")")
        }
        if let message = wanted.message, !refused.message.hasPrefix(message) {
            report("refused.message: expected \(message), got \(refused.message)")
        }
    }

    private mutating func compareCallbacks() throws(ClientError) {
        let tokens = events.compactMap { CheckToken(event: $0, forms) }
        for absent in check.absent {
            if let found = tokens.first(where: { absent.means($0) }) {
                report("\(found.text) happened, although `absent` lists it")
            }
        }
        guard let expected = check.expect else { return }
        let comparison = CheckComparison(expected: expected, got: compared(events))
        guard !comparison.isEqual else { return }
        outcome.problems.append(
            CheckProblem(
                lines: ["callbacks (- expected, + got instead):"] + comparison.lines.map(\.text)))
        try reportUnknown(TextSet(expected.map(\.subject)))
    }

    /// Reports each name in `subjects` that is neither the id of an object nor the subject of a
    /// received event, because the name may be misspelt. `subjects` are the subjects of the
    /// expected callbacks.
    private mutating func reportUnknown(_ subjects: TextSet) throws(ClientError) {
        let reply = try requester.requestAll(ControllerList.method)
        let ids = (reply.result["controllers"]?.array ?? []).compactMap { $0["id"]?.string }
        for subject in subjects.subtracting(TextSet(ids)).sorted() {
            if events.contains(where: { $0["subject"]?.string == subject }) { continue }
            if try record(of: subject) != nil { continue }
            report("nothing is called \(subject)" + Spelling.question(about: subject, among: ids))
        }
    }

    private mutating func compareState() throws(ClientError) {
        for wanted in check.state {
            guard let record = try record(of: wanted.name) else {
                report("state.\(wanted.name): there is no such object")
                continue
            }
            for field in wanted.value.members ?? [] {
                let got = record[field.name]
                if let got, Self.equal(field.value, got) { continue }
                report(
                    "state.\(wanted.name).\(field.name): expected "
                        + "\(Cell.text(field.value)), got "
                        + (got.map { Cell.text($0) } ?? "no such field")
                )
            }
        }
    }

    private mutating func record(of id: String) throws(ClientError) -> Value? {
        let ways = [("controller.get", "id"), ("window.get", "id"), ("view.get", "view")]
        for (method, name) in ways {
            do {
                return try requester.request(method, [.init(name, .string(id))]).result
            } catch {
                guard case .refused = error else { throw error }
            }
        }
        return nil
    }

    /// Returns whether a value of the daemon's state matches the value that the check expects.
    /// Numbers are compared by value. In objects, only the members that the check contains are
    /// compared.
    private static func equal(_ wanted: Value, _ got: Value) -> Bool {
        if let left = wanted.double, let right = got.double { return left == right }
        if let left = wanted.array, let right = got.array {
            return left.count == right.count && zip(left, right).allSatisfy { equal($0, $1) }
        }
        if let left = wanted.members, got.members != nil {
            return left.allSatisfy { member in
                got[member.name].map { equal(member.value, $0) } ?? false
            }
        }
        return wanted == got
    }
}

/// A comparison of the callbacks that a check expects with the received callbacks.
///
/// The callbacks must be equal and in the same order. UIKit does not specify how often and when
/// layout happens, so layout passes that are not expected are ignored. An expected layout pass must
/// occur between the same two callbacks as in the check.
struct CheckComparison {
    /// A line of the printed difference between the expected and the received callbacks.
    enum Line: Equatable {
        case same(String)
        case missing(String)
        case unexpected(String)

        var text: String {
            switch self {
            case .same(let text): "  \(text)"
            case .missing(let text): "- \(text)"
            case .unexpected(let text): "+ \(text)"
            }
        }
    }

    let lines: [Line]

    var isEqual: Bool {
        lines.allSatisfy { if case .same = $0 { true } else { false } }
    }

    init(expected: [CheckToken], got: [CheckToken]) {
        // Unexpected layout passes are not reported.
        let table = Self.commonLengths(expected, got)
        var lines: [Line] = []
        var row = 0
        var column = 0
        while row < expected.count || column < got.count {
            if row < expected.count, column < got.count, expected[row].means(got[column]) {
                lines.append(.same(got[column].text))
                row += 1
                column += 1
            } else if column < got.count,
                row == expected.count || table[row][column + 1] >= table[row + 1][column]
            {
                if got[column].kind != "layout" { lines.append(.unexpected(got[column].text)) }
                column += 1
            } else {
                lines.append(.missing(expected[row].text))
                row += 1
            }
        }
        self.lines = lines
    }

    /// Returns a table whose element `[i][j]` is the length of the longest common subsequence of
    /// `expected[i...]` and `got[j...]`.
    private static func commonLengths(_ expected: [CheckToken], _ got: [CheckToken]) -> [[Int]] {
        var table = Array(
            repeating: Array(repeating: 0, count: got.count + 1), count: expected.count + 1)
        for row in expected.indices.reversed() {
            for column in got.indices.reversed() {
                table[row][column] =
                    expected[row].means(got[column])
                    ? table[row + 1][column + 1] + 1
                    : max(table[row + 1][column], table[row][column + 1])
            }
        }
        return table
    }
}

/// A parser of a check's steps.
struct CheckSteps {
    let vocabulary: CheckVocabulary

    /// Parses a list of a check's steps. A step is `METHOD: {params}`, or has arguments as on the
    /// command line, such as `push: B`, `advance: 10` or `next`.
    func read(_ value: Value?, _ path: String) throws(CheckMistake) -> [CheckStep] {
        guard let value else { return [] }
        guard let items = value.array else {
            throw CheckMistake(path: path, text: "a list of steps is expected")
        }
        var steps: [CheckStep] = []
        for (index, item) in items.enumerated() {
            steps.append(try step(item, "\(path)[\(index)]"))
        }
        return steps
    }

    private func step(_ value: Value, _ path: String) throws(CheckMistake) -> CheckStep {
        if let word = value.string { return try step(word, .null, path, path) }
        let members = (value.members ?? []).filter { $0.name != "mayFail" }
        guard members.count == 1, let member = members.first else {
            throw CheckMistake(
                path: path, text: "a step must have exactly one method, with its parameters")
        }
        var step = try step(member.name, member.value, path, "\(path).\(member.name)")
        step.mayFail = value["mayFail"]?.bool ?? false
        return step
    }

    private func step(
        _ word: String, _ value: Value, _ own: String, _ path: String
    ) throws(CheckMistake) -> CheckStep {
        guard let form = vocabulary.form(word) else {
            throw CheckMistake(
                path: own,
                text: "there is no method \(word); --pagerd selects a daemon with additional kinds"
            )
        }
        let text = value == .null ? word : "\(word): \(Self.spelled(value))"
        if let members = value.members {
            return CheckStep(method: form.method, params: members, text: text, path: own)
        }
        let words: [String] =
            switch value {
            case .null: []
            case .array(let items): items.map { $0 == .null ? "null" : Cell.text($0) }
            default: [Cell.text(value)]
            }
        do {
            let params = try ArgumentReader.read(
                words, for: form, standIn: CheckStep.latestTransition)
            return CheckStep(method: form.method, params: params, text: text, path: own)
        } catch {
            let reason = error.text.prefix { $0 != "\n" }
            throw CheckMistake(path: path, text: "\(form.method): \(reason)")
        }
    }

    /// Returns a value in YAML's flow style.
    private static func spelled(_ value: Value) -> String {
        switch value {
        case .array(let items): "[\(items.map { spelled($0) }.joined(separator: ", "))]"
        case .object(let members):
            "{\(members.map { "\($0.name): \(spelled($0.value))" }.joined(separator: ", "))}"
        case .null: "null"
        default: Cell.text(value)
        }
    }
}

/// A daemon for one check, with its own folder, a manual clock and no journal. The daemon ends when
/// this object is released.
final class PrivateDaemon {
    let command: String
    private let folder: String
    private let process: Subprocess

    private static let name = "check"

    /// Starts the daemon with its own folder and a manual clock.
    ///
    /// - Throws: `Failure` with exit status 1 if the daemon does not start.
    init(_ executable: String, uikit: Int) throws(Failure) {
        guard let folder = temporaryFolder("/tmp/pagerctl-XXXXXX") else {
            throw Failure(Failure.unreachable, "cannot create a folder in /tmp")
        }
        self.folder = folder
        command = RuntimeDirectory(path: folder).endpoints(Self.name).command
        do {
            process = try Subprocess(
                [
                    executable, "--name", Self.name, "--clock", "manual", "--journal", "none",
                    "--uikit", "\(uikit)",
                ],
                reading: STDERR_FILENO,
                environment: ["PAGERD_RUNTIME_DIR=\(folder)", ParentProcess.variable])
        } catch {
            rmdir(folder)
            throw error
        }
        let line = process.readLine()
        guard line.hasPrefix("ready") else {
            process.terminate()
            throw Failure(Failure.unreachable, "\(executable) does not start: \(line)")
        }
    }

    deinit {
        process.terminate()
        RuntimeDirectory(path: folder).remove(Self.name)
        rmdir(folder)
    }
}
