internal import LibC
internal import SystemCalls
public import PagerModel
internal import PagerWire

/// The endpoints of a running daemon. The daemon writes them to a file in its runtime folder, for
/// `pagerctl list` and `doctor`.
///
/// A daemon that uses only TCP has no sockets in the folder, so only this file shows its endpoints.
public struct InstanceRecord: Equatable, Sendable {
    public var pid: UInt32
    public var endpoints: Endpoints
    /// The daemon's public key, for connections with CURVE. Nil if the daemon has no key, or if
    /// `endpoints` are the daemon's default ipc endpoints, which need no key.
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
        endpoints = Endpoints {
            $0.command = command
            $0.events = events
            $0.plugins = plugins
        }
        serverKey = value["serverKey"]?.string
    }

    fileprivate var value: Value {
        [
            "pid": .integer(Int(pid)), "command": .string(endpoints.command),
            "events": .string(endpoints.events), "plugins": .string(endpoints.plugins),
            "serverKey": serverKey.map { .string($0) } ?? .null,
        ]
    }

    /// The endpoints to which a client on the same machine connects. If the daemon listens on all
    /// interfaces, the endpoints contain the loopback address.
    public var local: Endpoints {
        Endpoints {
            $0.command = Self.local(endpoints.command)
            $0.events = Self.local(endpoints.events)
            $0.plugins = Self.local(endpoints.plugins)
        }
    }

    private static func local(_ endpoint: String) -> String {
        for any in ["tcp://*:", "tcp://0.0.0.0:", "tcp://[::]:"] where endpoint.hasPrefix(any) {
            return "tcp://127.0.0.1:" + endpoint.dropFirst(any.count)
        }
        return endpoint
    }
}

extension RuntimeDirectory {
    /// Writes the endpoints of the daemon `name` atomically to a file in the daemon's folder.
    ///
    /// - Throws: `Problem` if the file cannot be written.
    public func write(_ record: InstanceRecord, of name: String) throws(Problem) {
        let path = recordPath(of: name)
        let draft = path + ".new"
        unlink(draft)
        do throws(GuardedFile.Problem) {
            try GuardedFile.create(draft, record.value.json + "\n", mode: 0o600)
        } catch {
            unlink(draft)
            throw Problem(description: error.description)
        }
        guard rename(draft, path) == 0 else {
            let reason = Self.reason()
            unlink(draft)
            throw Problem(description: "cannot write \(path): \(reason)")
        }
    }

    /// Returns the path of the file with the endpoints of the daemon `name`.
    public func recordPath(of name: String) -> String {
        "\(instance(name))/\(InstanceRecord.file)"
    }

    /// Reads the endpoints of the daemon `name` from the file in its folder. Returns nil if the
    /// file is missing or not valid. The caller must first check the folder with `check`.
    public func record(of name: String) -> InstanceRecord? {
        let path = recordPath(of: name)
        guard let text = try? GuardedFile.read(path, isSecret: false),
            let value = try? JSONParser.parse(Array(text.utf8))
        else { return nil }
        return InstanceRecord(reading: value)
    }

    /// Returns whether a daemon with the name is running. A running daemon holds a lock on its folder
    /// and on the file `lock` in it.
    public func isRunning(_ name: String) -> Bool {
        isLocked(instance(name)) || isLocked(instance(name) + "/lock")
    }

    private func isLocked(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        // If this attempt prevents a starting daemon from locking the file, that daemon tries
        // again.
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    /// Removes what a killed daemon has left in its folder, then the folder. Call it only after the
    /// daemon has ended, in a runtime folder that no other daemon uses.
    public func remove(_ name: String) {
        let folder = instance(name)
        let files = ["command", "events", "plugins", InstanceRecord.file, "lock"]
        for file in files { unlink("\(folder)/\(file)") }
        // A folder with other files remains.
        rmdir(folder)
    }
}
