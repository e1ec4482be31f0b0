internal import Containment
internal import Logging
internal import PagerModel
internal import PagerPaths
internal import PagerWire

/// Functions that determine the daemon's identity and log the problems of its book.
extension Daemon {
    static func identity(
        _ configuration: Configuration, _ directory: RuntimeDirectory
    ) throws -> Service.Identity {
        var identity = Service.Identity()
        guard Identifier(configuration.name) != nil else {
            throw StartProblem(
                "a name is 1 to 64 characters of A-Z a-z 0-9 _ and -, not "
                    + quoted(configuration.name))
        }
        guard let release = Release(rawValue: configuration.uikit) else {
            throw StartProblem("--uikit must be 13 or 18, got \(configuration.uikit)")
        }
        let standard = directory.endpoints(configuration.name)
        identity.name = configuration.name
        identity.boot = token()
        identity.history = token()
        identity.epoch = configuration.epoch ?? MachineClock.unixTime()
        identity.clock = configuration.clock
        identity.release = release
        identity.retainedEvents = configuration.retainedEvents
        identity.endpoints = Endpoints {
            $0.command = configuration.command ?? standard.command
            $0.events = configuration.events ?? standard.events
            $0.plugins = configuration.plugins ?? standard.plugins
        }
        identity.localEndpoints = configuration.isLocal ? standard : identity.endpoints
        return identity
    }

    /// Logs the problems in a report about the book (the file or folder that describes pages).
    static func note(_ report: BookReport, _ logger: Logger) {
        if !report.isShown {
            logger.error("the book cannot be shown, so the state from the journal stays")
        }
        for problem in report.problems { logger.error("\(problem)") }
    }
}
