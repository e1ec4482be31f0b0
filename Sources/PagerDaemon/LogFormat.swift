internal import ArgumentParser
internal import Logging
internal import PagerServer

/// How the daemon's log is written.
enum LogFormat: String, CaseIterable, ExpressibleByArgument {
    /// Lines for people.
    case text
    /// A JSON object a line.
    case json

    func logger(_ level: Logger.Level) -> Logger {
        var logger = Logger(label: "pagerd") { label -> any LogHandler in
            switch self {
            case .text: StreamLogHandler.standardError(label: label)
            case .json: JSONLogHandler()
            }
        }
        logger.logLevel = level
        return logger
    }
}
