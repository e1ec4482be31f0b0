internal import ArgumentParser
internal import Logging
internal import PagerModel
internal import PagerServer

/// The format of the daemon's log.
enum LogFormat: String, CaseIterable, ExpressibleByArgument {
    /// Lines of text.
    case text
    /// One JSON object per line.
    case json

    func logger(_ level: Logger.Level) -> Logger {
        var logger = Logger(label: "pagerd") { label -> any LogHandler in
            switch self {
            case .text: PrintableLogHandler(label)
            case .json: JSONLogHandler()
            }
        }
        logger.logLevel = level
        return logger
    }
}

/// A log handler that writes lines of text and escapes control characters in them, because a line
/// may contain text from other programs.
private struct PrintableLogHandler: LogHandler {
    private var lines: StreamLogHandler

    init(_ label: String) { lines = .standardError(label: label) }

    var logLevel: Logger.Level {
        get { lines.logLevel }
        set { lines.logLevel = newValue }
    }

    var metadata: Logger.Metadata {
        get { lines.metadata }
        set { lines.metadata = newValue }
    }

    subscript(metadataKey name: String) -> Logger.Metadata.Value? {
        get { lines[metadataKey: name] }
        set { lines[metadataKey: name] = newValue }
    }

    func log(event: LogEvent) {
        var event = event
        event.message = "\("\(event.message)".printable)"
        event.metadata = event.metadata?.mapValues { Self.printable($0) }
        lines.log(event: event)
    }

    private static func printable(_ value: Logger.Metadata.Value) -> Logger.Metadata.Value {
        switch value {
        case .string(let text): .string(text.printable)
        case .stringConvertible(let thing): .string("\(thing)".printable)
        case .array(let items): .array(items.map { printable($0) })
        case .dictionary(let members): .dictionary(members.mapValues { printable($0) })
        }
    }
}
