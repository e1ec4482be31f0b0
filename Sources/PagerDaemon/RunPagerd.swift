internal import ArgumentParser
public import Containment
internal import Glibc

/// Runs pagerd: parses the command line, serves until a signal arrives, and ends the process.
///
/// A program that adds its own controller kinds, commands or styles to pagerd only needs to call
/// this function. The program has the same flags, sockets and limits as pagerd.
///
/// - Parameter plugins: the kinds, commands and styles that the program adds. If a name is taken,
///   the process prints that name on standard error and ends.
public func runPagerd(adding plugins: Plugins = Plugins()) -> Never {
    let arguments = Array(CommandLine.arguments.dropFirst())
    // `relay` is not a subcommand of the parser, because the daemon's command would parse the
    // options that both have.
    if arguments.first == "relay" {
        RelayCommand.runAndExit(Array(arguments.dropFirst()))
    }
    if arguments.first == "up" { up(Array(arguments.dropFirst()), plugins) }
    if arguments.first == "recover" { recover(Array(arguments.dropFirst()), plugins) }
    if let option = EndpointOptions.repeated(in: arguments) {
        DaemonCommand.exit(
            withError: ValidationError(
                "\(option) is given twice; each socket has one endpoint"))
    }
    do {
        // The options of the configuration file come first, so that the command line overrides
        // them.
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

private func up(_ arguments: [String], _ plugins: Plugins) -> Never {
    do {
        var command = try UpCommand.parseAsRoot(arguments)
        if let up = command as? UpCommand {
            try up.serve(adding: plugins)
        } else {
            try command.run()
        }
        exit(EXIT_SUCCESS)
    } catch {
        UpCommand.end(with: error)
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
