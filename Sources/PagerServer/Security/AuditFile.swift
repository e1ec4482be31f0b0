internal import PagerWire
internal import Glibc
internal import SystemCalls
internal import Logging

/// Who changed what and when: a file that only grows, a line of JSON for each change.
struct AuditFile: ~Copyable {
    private let descriptor: Int32
    private let path: String
    /// Whether the last line could not be written; that is told once.
    private var isFailing = false

    /// - Throws: `StartProblem`.
    init(path: String) throws(StartProblem) {
        self.path = path
        // A pipe that nobody reads must not hold the start up.
        descriptor = SystemCalls.open(
            path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0o600)
        guard descriptor >= 0 else {
            throw StartProblem("cannot write \(path): \(errorText(errno))")
        }
    }

    /// The file that the configuration names, nil for none.
    ///
    /// - Throws: `StartProblem`.
    static func chosen(by configuration: Configuration) throws(StartProblem) -> AuditFile? {
        guard let path = configuration.audit else { return nil }
        return try AuditFile(path: path)
    }

    deinit { close(descriptor) }

    /// Writes the lines in one go, so that none is cut by another.
    mutating func append(_ lines: [UInt8], _ logger: Logger) {
        let count = write(descriptor, lines, lines.count)
        let problem = errorText(errno)
        guard count != lines.count else {
            if isFailing { logger.notice("\(path) can be written again") }
            isFailing = false
            return
        }
        if !isFailing {
            logger.error("cannot write \(path): \(count < 0 ? problem : "no room"); changes go on")
        }
        isFailing = true
    }
}
