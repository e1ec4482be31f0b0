internal import LibC
internal import SystemCalls
public import PagerModel
internal import PagerWire

/// Where a running daemon answers: a file in its runtime folder, for `pagerctl list` and `doctor`.
///
/// A daemon over tcp has no socket in that folder by which it could be found.
public struct InstanceRecord: Equatable, Sendable {
    public var pid: UInt32
    public var endpoints: Endpoints
    /// The public key of a daemon over CURVE.
    public var serverKey: String?

    static let file = "endpoints.json"

    public init(pid: UInt32, endpoints: Endpoints, serverKey: String?) {
        self.pid = pid
        self.endpoints = endpoints
        self.serverKey = serverKey
    }

    fileprivate init?(reading value: Value) {
        guard let pid = value["pid"]?.integer.flatMap({ UInt32(exactly: $0) }),
            let command = value["command"]?.string, let events = value["events"]?.string,
            let plugins = value["plugins"]?.string
        else { return nil }
        self.pid = pid
        endpoints = Endpoints(command: command, events: events, plugins: plugins)
        serverKey = value["serverKey"]?.string
    }

    fileprivate var value: Value {
        [
            "pid": .integer(Int(pid)), "command": .string(endpoints.command),
            "events": .string(endpoints.events), "plugins": .string(endpoints.plugins),
            "serverKey": serverKey.map { .string($0) } ?? .null,
        ]
    }

    /// The endpoints as a client on the same machine connects to them: an address that stands for
    /// all interfaces becomes loopback.
    public var local: Endpoints {
        Endpoints(
            command: Self.local(endpoints.command), events: Self.local(endpoints.events),
            plugins: Self.local(endpoints.plugins))
    }

    private static func local(_ endpoint: String) -> String {
        for any in ["tcp://*:", "tcp://0.0.0.0:", "tcp://[::]:"] where endpoint.hasPrefix(any) {
            return "tcp://127.0.0.1:" + endpoint.dropFirst(any.count)
        }
        return endpoint
    }
}

extension RuntimeDirectory {
    /// Puts the record of an instance into its folder, in one step.
    ///
    /// - Throws: `Problem`.
    public func write(_ record: InstanceRecord, of name: String) throws(Problem) {
        let path = "\(instance(name))/\(InstanceRecord.file)"
        let draft = path + ".new"
        unlink(draft)
        do throws(GuardedFile.Problem) {
            try GuardedFile.create(draft, record.value.json + "\n", mode: 0o600)
        } catch {
            throw Problem(description: error.description)
        }
        guard rename(draft, path) == 0 else {
            throw Problem(description: "cannot write \(path): \(Self.reason())")
        }
    }

    /// The record of an instance, nil where its daemon has left none. The folder must be checked
    /// before.
    public func record(of name: String) -> InstanceRecord? {
        let path = "\(instance(name))/\(InstanceRecord.file)"
        guard let text = try? GuardedFile.read(path, isSecret: false),
            let value = try? JSONParser.parse(Array(text.utf8))
        else { return nil }
        return InstanceRecord(reading: value)
    }

    /// Whether a daemon has the name of an instance: it keeps its lock as long as it lives.
    public func isRunning(_ name: String) -> Bool {
        let descriptor = open("\(instance(name))/lock", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        // A daemon that starts at this moment tries again.
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    /// Removes what a daemon has put into its folder, then the folder. Only for the one that has
    /// the lock, after its sockets are closed.
    public func remove(_ name: String) {
        let folder = instance(name)
        let files = ["command", "events", "plugins", InstanceRecord.file, "lock"]
        for file in files { unlink("\(folder)/\(file)") }
        // A folder in which a user keeps something stays.
        rmdir(folder)
    }
}
