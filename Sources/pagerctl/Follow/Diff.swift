internal import PagerModel
internal import PagerWire

/// The subcommand `diff`: prints the commands that `apply` would send, without sending them.
enum Diff {
    static func run(_ options: GlobalOptions, _ arguments: [String]) throws(Failure) -> Int32 {
        let wish = try BookArguments(arguments, of: .diff)
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
