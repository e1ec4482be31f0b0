internal import Glibc
internal import SystemCalls
package import Logging
internal import PagerModel
internal import PagerWire

/// A log handler that writes one JSON object per line to standard error: `time`, `level`, `message`
/// and, if not empty, `metadata`.
package struct JSONLogHandler: LogHandler {
    package var logLevel = Logger.Level.notice
    package var metadata = Logger.Metadata()

    package init() {}

    package subscript(metadataKey name: String) -> Logger.Metadata.Value? {
        get { metadata[name] }
        set { metadata[name] = newValue }
    }

    package func log(event: LogEvent) {
        let own = event.metadata ?? [:]
        write(event.level, "\(event.message)", metadata.merging(own) { $1 })
    }

    /// Writes a line, regardless of the log level.
    package func write(_ level: Logger.Level, _ message: String, _ metadata: Logger.Metadata) {
        var members: [Value.Member] = [
            .init("time", .string(Self.now())), .init("level", .string(level.rawValue)),
            .init("message", .string(message)),
        ]
        if !metadata.isEmpty {
            members.append(.init("metadata", Self.value(.dictionary(metadata))))
        }
        let line = Array((Value.object(members).json.printableJSON + "\n").utf8)
        // One call per line keeps lines of the daemon and its plugins apart.
        _ = SystemCalls.write(STDERR_FILENO, line, line.count)
    }

    private static func value(_ metadata: Logger.Metadata.Value) -> Value {
        switch metadata {
        case .string(let text): .string(text)
        case .stringConvertible(let thing): .string("\(thing)")
        case .array(let items): .array(items.map { value($0) })
        case .dictionary(let members):
            .object(members.sorted { $0.key < $1.key }.map { .init($0.key, value($0.value)) })
        }
    }

    /// Returns the current time in UTC with milliseconds, such as `2026-01-31T08:00:00.000Z`.
    private static func now() -> String {
        let time = clockTime(CLOCK_REALTIME)
        let parts = CalendarTime(time.tv_sec)
        let date = "\(parts.year)-\(padded(parts.month))-\(padded(parts.day))"
        let clock = "\(padded(parts.hour)):\(padded(parts.minute)):\(padded(parts.second))"
        return "\(date)T\(clock).\(padded(Int32(time.tv_nsec / 1_000_000), 3))Z"
    }

    private static func padded(_ number: Int32, _ width: Int = 2) -> String {
        let digits = "\(number)"
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
