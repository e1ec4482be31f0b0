internal import ArgumentParser
public import Containment
internal import Glibc

/// pagerd itself: reads the command line, serves until it is told to end, and ends the process.
///
/// A program that adds kinds, commands or styles of its own is this one call. Everything else is
/// as pagerd documents it: flags, sockets, `server.describe`, limits.
///
/// - Parameter plugins: what the program adds. A name that is taken ends the process at the start,
///   with a sentence on standard error that says which.
public func runPagerd(adding plugins: Plugins = Plugins()) -> Never {
    let arguments = Array(CommandLine.arguments.dropFirst())
    // Not a subcommand of the parser's: an option that both have would be the daemon's.
    if arguments.first == "relay" {
        RelayCommand.runAndExit(Array(arguments.dropFirst()))
    }
    if arguments.first == "recover" { recover(Array(arguments.dropFirst()), plugins) }
    if let option = EndpointOptions.repeated(in: arguments) {
        DaemonCommand.exit(
            withError: ValidationError(
                "\(option) is given twice; each socket has one endpoint"))
    }
    do {
        // What the configuration file says stands first; the command line so has the last word.
        let file = try ConfigurationFile(namedIn: arguments)
        serve((try file?.arguments() ?? []) + arguments, plugins)
    } catch {
        Start.fail(error)
    }
}

private func serve(_ arguments: [String], _ plugins: Plugins) -> Never {
    do {
        var command = try DaemonCommand.parseAsRoot(arguments)
        if let daemon = command as? DaemonCommand {
            daemon.serve(adding: plugins)
        } else {
            try command.run()
        }
        exit(EXIT_SUCCESS)
    } catch {
        DaemonCommand.end(with: error)
    }
}

private func recover(_ arguments: [String], _ plugins: Plugins) -> Never {
    do {
        var command = try RecoverCommand.parseAsRoot(arguments)
        if let recovery = command as? RecoverCommand {
            recovery.recover(adding: plugins)
        } else {
            try command.run()
        }
        exit(EXIT_SUCCESS)
    } catch {
        RecoverCommand.end(with: error)
    }
}
