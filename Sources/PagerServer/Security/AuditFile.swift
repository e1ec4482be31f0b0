internal import Glibc
internal import Logging
internal import PagerModel
internal import PagerWire
internal import SystemCalls

/// The audit log: an append-only file with a line of JSON for each change.
struct AuditFile: ~Copyable {
    private let descriptor: Int32
    private let path: String
    /// Whether the last write failed. Of several failures in a row, only the first is logged.
    private var isFailing = false
    /// Whether the file ends within a line, because the disk became full.
    private var isCut = false

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
        let lines = isCut ? [UInt8(ascii: "\n")] + lines : lines
        let count = write(descriptor, lines, lines.count)
        let problem = errorText(errno)
        guard count != lines.count else {
            if isFailing { logger.notice("the audit log \(path) can be written again") }
            (isFailing, isCut) = (false, false)
            return
        }
        if !isFailing {
            let cause = count < 0 ? problem : "no space"
            logger.error(
                "cannot write the audit log \(path): \(cause); changes are made without an entry")
        }
        isFailing = true
        if count > 0 { isCut = true }
    }
}

/// An entry of the audit log: a request or a plugin's answer, with its sender and the sequence
/// numbers of its events.
struct Change: Sendable {
    let peer: Peer
    /// The sender's process id, if the kernel reports it.
    let pid: UInt32?
    /// The name of the plugin that sent the request. Nil if no plugin sent it.
    let plugin: String?
    let client: String?
    let id: Value?
    let method: String
    /// The sequence number of the latest event at the start of the request, and at its end.
    let seq: (before: Int, after: Int)

    /// Returns the line of JSON for the audit log. It does not contain the request's parameters.
    func line(at time: Double) -> [UInt8] {
        var members: [Value.Member] = [
            .init("time", .number(time)), .init("uid", peer.uid.map { .integer(Int($0)) } ?? .null),
            .init("pid", pid.map { .integer(Int($0)) } ?? .null),
            .init("key", peer.key.map { .string($0) } ?? .null),
        ]
        if let plugin { members.append(.init("plugin", .string(plugin))) }
        if let client { members.append(.init("client", .string(client))) }
        members += [
            .init("id", id ?? .null), .init("method", .string(method)),
            .init("since", .integer(seq.before)), .init("seq", .integer(seq.after)),
        ]
        return Array(Value.object(members).json.utf8) + [UInt8(ascii: "\n")]
    }
}

extension Service {
    /// Queues an entry for the audit log. Does nothing if there is no audit log or the request
    /// comes from the journal.
    mutating func note(_ method: String, _ context: RequestContext, since seq: Int) {
        guard keepsChanges, !context.isReplayed else { return }
        changes.append(
            Change(
                peer: context.peer, pid: context.pid,
                plugin: context.connection.flatMap { plugins.plugin(of: $0) }?.name,
                client: context.cause?.client, id: context.id, method: method,
                seq: (seq, recorder.seq)))
    }
}
