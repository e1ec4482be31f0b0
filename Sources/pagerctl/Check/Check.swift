internal import Glibc
internal import PagerClient
internal import PagerModel
internal import PagerWire
internal import SystemCalls

/// The subcommand `check`: runs the checks in files. A check executes commands on its own private
/// daemon and compares the resulting callbacks with the expected ones.
enum Check {
    private static let daemon = VerbOption(
        flag: "--pagerd", value: "PATH",
        doc: "the daemon to run; default: pagerd beside pagerctl")

    static let verb = Verb(
        name: "check", summary: "Runs commands on a private daemon and compares the callbacks.",
        arguments: "FILE...", count: 1...Int.max, options: [daemon],
        forms: [("--trace", "print each step of `when` and the callbacks compared")],
        notes: CheckFile.help,
        run: { (options, arguments) throws(Failure) in
            try run(arguments.words, arguments[daemon], options)
        })

    private static func run(
        _ files: [String], _ executable: String?, _ options: GlobalOptions
    ) throws(Failure) -> Int32 {
        // All files are read before any check runs, so that a mistake in the last one is reported
        // at once.
        let vocabulary = try CheckVocabulary(of: executable, options)
        var cases: [(document: CheckDocument, check: CheckCase)] = []
        for file in files {
            let document = try CheckDocument(file, vocabulary)
            cases += document.checks.map { (document, $0) }
        }
        return try run(
            cases, executable ?? siblingProgram("pagerd"), vocabulary.forms, options)
    }

    private static func run(
        _ cases: [(document: CheckDocument, check: CheckCase)], _ executable: String,
        _ forms: CheckForms, _ options: GlobalOptions
    ) throws(Failure) -> Int32 {
        var failed = 0
        var lastFile: String?
        for (document, check) in cases {
            let file = document.file
            if file != lastFile {
                Terminal.print(lines: lastFile == nil || options.trace ? [file] : ["", file])
            }
            lastFile = file
            let outcome = try outcome(of: check, executable, forms, options)
            if !outcome.problems.isEmpty { failed += 1 }
            var lines = [headline(check, document, hasPassed: outcome.problems.isEmpty)]
            if check.expectsNothing, outcome.problems.isEmpty, !options.trace {
                lines[0] += "  (it expects nothing; --trace prints the callbacks)"
            }
            if options.trace { lines += outcome.traces.flatMap(\.lines) }
            for problem in outcome.problems { lines += report(problem, document) }
            // With --trace, each check prints several lines, so an empty line separates the checks.
            if options.trace { lines.append("") }
            Terminal.print(lines: lines)
        }
        Terminal.print("\(cases.count - failed) passed, \(failed) failed")
        return failed == 0 ? 0 : Failure.refused
    }

    private static func outcome(
        of check: CheckCase, _ executable: String, _ forms: CheckForms,
        _ options: GlobalOptions
    ) throws(Failure) -> CheckOutcome {
        let daemon = try PrivateDaemon(executable, uikit: check.uikit)
        do {
            var run = CheckRun(
                check, try Requester(daemon.command, timeout: options.patience), forms)
            return try run.run()
        } catch {
            throw Failure(error)
        }
    }

    /// Returns the headline of a check. For a failed check, the headline includes the position of
    /// the check in the file.
    private static func headline(
        _ check: CheckCase, _ document: CheckDocument, hasPassed: Bool
    ) -> String {
        if hasPassed { return "PASS  \(check.title)" }
        return "FAIL  \(check.title)  (\(document.position(of: check.path)))"
    }

    private static func report(_ problem: CheckProblem, _ document: CheckDocument) -> [String] {
        var lines = problem.lines
        if let path = problem.path, let first = lines.first {
            lines[0] = "\(document.position(of: path)): \(first)"
        }
        return lines.map { "  " + $0 }
    }
}
