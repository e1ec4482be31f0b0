internal import PagerModel
internal import PagerWire

/// The subcommand `diff`: prints the commands that `apply` would send, without sending them.
enum Diff {
    static let verb = Verb(
        name: "diff", summary: "Prints the commands that apply would send.",
        arguments: BookArguments.form, count: 1...1,
        options: [BookArguments.exitCode, BookArguments.allow],
        forms: [BookArguments.standardInput],
        notes: "Prints one command a line, as for pagerctl or as JSON, and sends none.",
        run: { (options, arguments) throws(Failure) in
            try run(options, try BookArguments(arguments))
        })

    private static func run(
        _ options: GlobalOptions, _ wish: BookArguments
    ) throws(Failure) -> Int32 {
        let commands = try Apply.plan(wish, try LiveSnapshot.read(options)).commands
        if options.json {
            for command in commands { Terminal.print(json: command.json) }
        } else {
            Terminal.print(lines: commands.isEmpty ? ["no difference"] : commands.map(line))
        }
        return commands.isEmpty || !wish.hasExitCode ? 0 : Failure.unchanged
    }

    /// Returns a command as one line: `controller.update  id=home  title="Home"`
    private static func line(_ command: Value) -> String {
        let fields = (command["params"]?.members ?? []).map {
            "\($0.name)=\(Cell.text($0.value))"
        }
        return ([command["method"]?.string ?? ""] + fields).joined(separator: "  ")
    }
}
