internal import Glibc
internal import PagerClient
internal import PagerModel

/// `pagerctl check`: each check on a daemon of its own.
enum Check {
    private static let usage = "usage: pagerctl \(Vocabulary.Verb.check.usage)"

    static func run(_ options: GlobalOptions, _ arguments: [String]) throws(Failure) -> Int32 {
        var files: [String] = []
        var executable = ChildProcess.sibling("pagerd")
        var index = 0
        while index < arguments.count {
            let argument = arguments[index]
            index += 1
            if argument == "--pagerd", index < arguments.count {
                executable = arguments[index]
                index += 1
            } else if argument.hasPrefix("--pagerd=") {
                executable = String(argument.dropFirst("--pagerd=".count))
            } else if argument.hasPrefix("-") {
                throw .usage("there is no option \(argument)", usage)
            } else {
                files.append(argument)
            }
        }
        guard !files.isEmpty else { throw .usage("which file?", usage) }
        // All files are read before anything runs: a mistake in the last one is told at once.
        var cases: [(file: String, check: CheckCase)] = []
        for file in files {
            cases += try CheckDocument.read(file).map { (file, $0) }
        }
        return try run(cases, executable, options)
    }

    private static func run(
        _ cases: [(file: String, check: CheckCase)], _ executable: String,
        _ options: GlobalOptions
    ) throws(Failure) -> Int32 {
        var failed = 0
        for (file, check) in cases {
            let daemon = try PrivateDaemon(executable, uikit: check.uikit)
            let problems: [String]
            do {
                var run = CheckRun(
                    check, try Requester(daemon.command, timeout: options.patience))
                problems = try run.run()
            } catch {
                throw Failure(error)
            }
            if !problems.isEmpty { failed += 1 }
            Terminal.print("\(problems.isEmpty ? "PASS" : "FAIL")  \(check.title)  (\(file))")
            if !problems.isEmpty { Terminal.print(problems.joined(separator: "\n")) }
        }
        Terminal.print("\(cases.count - failed) passed, \(failed) failed")
        return failed == 0 ? 0 : Failure.refused
    }
}
