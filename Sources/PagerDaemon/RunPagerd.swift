internal import ArgumentParser
public import Containment
internal import Glibc
internal import Logging
internal import PagerArguments
internal import PagerModel
internal import PagerServer
internal import SystemCalls

/// Runs pagerd: parses the command line, serves until a signal arrives, and ends the process.
///
/// A program that adds its own controller kinds, commands or styles to pagerd only needs to call
/// this function. The program has the same flags, sockets and limits as pagerd.
///
/// - Parameter plugins: the kinds, commands and styles that the program adds. If a name is taken,
///   the process prints that name on standard error and ends.
public func runPagerd(adding plugins: Plugins = Plugins()) -> Never {
    ParentProcess.bind()
    let arguments = Array(CommandLine.arguments.dropFirst())
    let rest = Array(arguments.dropFirst())
    // These are not subcommands of the parser, because the daemon's command would parse the options
    // that both have.
    switch arguments.first {
    case "relay": RelayCommand.runAndExit(rest)
    case "up": run(UpCommand.self, rest) { try $0.serve(adding: plugins) }
    case "recover": run(RecoverCommand.self, rest) { $0.recover(adding: plugins) }
    case "validate": run(ValidateCommand.self, rest) { $0.validate(adding: plugins) }
    default: break
    }
    if let option = EndpointOptions.repeated(in: arguments) {
        DaemonCommand.exit(
            withError: ValidationError(
                "\(option) is given twice; each socket has one endpoint"))
    }
    do {
        // The options of the configuration file come first, so that the command line overrides
        // them.
        let file = try ConfigurationFile(namedIn: arguments)
        run(DaemonCommand.self, (try file?.arguments() ?? []) + arguments) {
            $0.serve(adding: plugins)
        }
    } catch {
        Start.fail(error)
    }
}

/// Parses the arguments of a command, executes it, and ends the process.
private func run<Command: ParsableCommand>(
    _ type: Command.Type, _ arguments: [String], _ execute: (Command) throws -> Void
) -> Never {
    do {
        var command = try Command.parseAsRoot(arguments)
        if let command = command as? Command {
            try execute(command)
        } else {
            // For example the command that prints the help.
            try command.run()
        }
        exit(EXIT_SUCCESS)
    } catch {
        Command.end(with: error)
    }
}

/// The messages that the daemon prints at its start for users and service managers.
enum Start {
    static func announce(_ name: String, _ endpoints: Endpoints, _ format: LogFormat) {
        switch format {
        case .text:
            announce("\(name) command=\(endpoints.command) events=\(endpoints.events)")
        case .json:
            JSONLogHandler().write(
                .notice, "ready",
                [
                    "name": "\(name)", "command": "\(endpoints.command)",
                    "events": "\(endpoints.events)", "plugins": "\(endpoints.plugins)",
                ])
        }
    }

    static func announce(_ text: String) { write("ready \(text.printable)\n") }

    static func fail(_ error: any Error, _ format: LogFormat = .text) -> Never {
        let text = (error as? CommandError)?.message ?? "\(error)"
        switch format {
        case .text: write("pagerd: \(text.printable)\n")
        case .json: JSONLogHandler().write(.critical, text, [:])
        }
        exit(1)
    }

    private static func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = SystemCalls.write(STDERR_FILENO, bytes, bytes.count)
    }
}
