internal import PagerWire
internal import Glibc
internal import SystemCalls
internal import Logging

/// The audit log: an append-only file with a line of JSON for each change.
struct AuditFile: ~Copyable {
    private let descriptor: Int32
    private let path: String
    /// Whether the last write failed. Of several failures in a row, only the first is logged.
    private var isFailing = false

    /// Opens or creates the audit log.
    ///
    /// - Throws: `StartProblem` if the file cannot be opened for writing.
    init(path: String) throws(StartProblem) {
        self.path = path
        // O_NONBLOCK prevents a pipe without a reader from blocking the start.
        descriptor = SystemCalls.open(
            path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0o600)
        guard descriptor >= 0 else {
            throw StartProblem("cannot write \(path): \(errorText(errno))")
        }
    }

    /// Opens the audit log at the path in the configuration. Returns nil if the configuration has
    /// no such path.
    ///
    /// - Throws: `StartProblem` if the file cannot be opened for writing.
    static func chosen(by configuration: Configuration) throws(StartProblem) -> AuditFile? {
        guard let path = configuration.audit else { return nil }
        return try AuditFile(path: path)
    }

    deinit { close(descriptor) }

    /// Appends the lines with a single `write` call, so that lines of other processes cannot come
    /// between them.
    mutating func append(_ lines: [UInt8], _ logger: Logger) {
        let count = write(descriptor, lines, lines.count)
        let problem = errorText(errno)
        guard count != lines.count else {
            if isFailing { logger.notice("the audit log \(path) can be written again") }
            isFailing = false
            return
        }
        if !isFailing {
            let cause = count < 0 ? problem : "no space"
            logger.error(
                "cannot write the audit log \(path): \(cause); changes are made without an entry")
        }
        isFailing = true
    }
}
