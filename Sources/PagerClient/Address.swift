internal import LibC
internal import PagerModel
public import PagerPaths
internal import PagerWire
internal import SystemCalls
internal import ZMQ

/// The endpoints of a daemon, and the keys for connecting to it over TCP.
public struct Address: Sendable, Equatable {
    /// The command endpoint, or the command endpoints of several daemons, separated by commas. Only
    /// one of these daemons runs at a time.
    public var command: String
    /// The events endpoint, or the events endpoints of several daemons, separated by commas. Only
    /// one of these daemons runs at a time.
    public var events: String
    /// The name of the daemon's instance. For an endpoint that is not given, `resolve` uses the
    /// default endpoint of this instance.
    public var name: String
    /// The keys for TCP endpoints. Nil if there are none.
    public var keys: ClientKeys?

    /// Creates an address from given endpoints, without checking them.
    public init(
        command: String, events: String, name: String = "default", keys: ClientKeys? = nil
    ) {
        self.keys = keys
        self.command = command
        self.events = events
        self.name = name
    }

    /// Determines the command and events endpoints of a daemon. Each endpoint is the first item of
    /// this list that is given:
    /// - The argument `command` or `events`.
    /// - The value of the environment variable `PAGERD_COMMAND` or `PAGERD_EVENTS`, unless `name`
    ///   is given.
    /// - The default endpoint of the instance. The name of the instance is `name`. If that is nil,
    ///   it is the value of `PAGERD_NAME`. If that is not set either, it is `default`.
    ///
    /// `ClientKeys.resolve` determines the keys.
    ///
    /// - Throws: `badAddress` for an invalid name or key, or if a default path is used and its
    ///   folder is a link, belongs to another user or is accessible to other users.
    public static func resolve(
        name: String? = nil, command: String? = nil, events: String? = nil,
        key: String? = nil, serverKey: String? = nil,
        in directory: RuntimeDirectory = RuntimeDirectory()
    ) throws(ClientError) -> Address {
        let instance = name ?? RuntimeDirectory.defaultInstance
        guard Identifier(instance) != nil else {
            throw .badAddress(
                "the name of an instance is 1 to 64 characters of A-Z a-z 0-9 _ and -, not "
                    + "\"\(instance)\"")
        }
        // An explicit name takes precedence over endpoints in the environment.
        let isNamed = name != nil
        let given = (
            command: command ?? (isNamed ? nil : environment("PAGERD_COMMAND")),
            events: events ?? (isNamed ? nil : environment("PAGERD_EVENTS"))
        )
        let standard = directory.endpoints(instance)
        if given.command == nil || given.events == nil {
            do {
                try directory.check(instance)
            } catch {
                throw .badAddress(error.description)
            }
        }
        return Address(
            command: given.command ?? standard.command, events: given.events ?? standard.events,
            name: instance, keys: try ClientKeys.resolve(file: key, server: serverKey))
    }

    static func environment(_ name: String) -> String? {
        guard let text = environmentVariable(name) else { return nil }
        return text.isEmpty ? nil : text
    }

    /// Checks that a process listens on a local endpoint. Without a listener, libzmq would wait for
    /// one instead of reporting an error. Only sockets with a path are checked.
    ///
    /// - Throws: `noDaemon` if no process listens or access is denied, `badAddress` for a path that
    ///   is too long.
    static func probe(_ endpoint: String) throws(ClientError) {
        guard endpoint.hasPrefix("ipc://"), !endpoint.hasPrefix("ipc://@") else { return }
        let path = String(endpoint.dropFirst("ipc://".count))
        guard path.utf8.count <= longestSocketName else {
            throw .badAddress("the path \(path) is longer than \(longestSocketName) bytes")
        }
        let descriptor = localSocket()
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let result = connect(descriptor, toLocal: Array(path.utf8))
        guard result != 0 else { return }
        switch errno {
        case ENOENT, ENOTDIR:
            throw .noDaemon(
                endpoint: endpoint,
                reason: RuntimeDirectory.missingSession(of: path) ?? "there is no such socket")
        case ECONNREFUSED:
            throw .noDaemon(
                endpoint: endpoint, reason: "the socket is stale: no process listens on it")
        case EACCES, EPERM:
            throw .noDaemon(endpoint: endpoint, reason: "you may not connect to it")
        default: return
        }
    }
}

extension Address {
    /// Returns the endpoint of the plugins socket. The result is the first item of this list that
    /// is given:
    /// - The argument `plugins`.
    /// - The value of the environment variable `PAGERD_PLUGINS`, unless `name` is given.
    /// - The default endpoint of the instance. The name of the instance is `name`. If that is nil,
    ///   it is the value of `PAGERD_NAME`. If that is not set either, it is `default`.
    ///
    /// - Throws: The same errors as `resolve`.
    public static func plugins(
        name: String? = nil, plugins: String? = nil,
        in directory: RuntimeDirectory = RuntimeDirectory()
    ) throws(ClientError) -> String {
        let left = name == nil ? environment("PAGERD_PLUGINS") : nil
        if let given = plugins ?? left { return given }
        let instance = try resolve(name: name, in: directory).name
        do {
            try directory.check(instance)
        } catch {
            throw .badAddress(error.description)
        }
        return directory.endpoints(instance).plugins
    }
}

/// The endpoints of one or several daemons. Only one of these daemons runs at a time.
struct EndpointList {
    let all: [String]
    private var index = 0

    /// The maximum number of seconds that the client waits for a reply before it sends the request
    /// to the next endpoint.
    private static let silence = 1.0

    /// Parses a string of endpoints, separated by commas. A part without a colon is not an
    /// endpoint. It belongs to the previous part, which is a path that contains a comma.
    init(_ text: String) {
        var all: [String] = []
        for bytes in text.utf8.split(
            separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        {
            let part = String(Substring(bytes))
            if all.isEmpty || bytes.contains(UInt8(ascii: ":")) {
                all.append(part)
            } else {
                all[all.count - 1] += "," + part
            }
        }
        self.all = all
    }

    /// The endpoint that requests are sent to.
    var current: String { all[index] }

    var hasOthers: Bool { all.count > 1 }

    mutating func advance() { index = (index + 1) % all.count }

    /// Changes `current` to an endpoint on which a process listens. Tries the endpoints in order,
    /// beginning with `current`. An endpoint that is not a local socket path is accepted without a
    /// check.
    ///
    /// - Throws: The error of the last endpoint that was tried, if no process listens on any
    ///   endpoint.
    mutating func probe() throws(ClientError) {
        for remaining in all.indices.reversed() {
            do {
                return try Address.probe(current)
            } catch {
                advance()
                if remaining == 0 { throw error }
            }
        }
    }

    /// Returns the time at which the client sends a request to the next endpoint, if it has
    /// received no reply from the current one. Returns nil if there is only one endpoint.
    func silence(within timeout: Double) -> Deadline? {
        hasOthers ? Deadline(seconds: min(Self.silence, timeout / Double(all.count))) : nil
    }

    /// Connects a socket to each endpoint.
    func connect(_ socket: borrowing Socket, _ keys: ClientKeys?) throws(ZMQError) {
        // The keys of a socket apply to all its later connections. ipc endpoints need none, so they
        // are connected first.
        for isOverTCP in [false, true] {
            for endpoint in all where endpoint.hasPrefix("tcp://") == isOverTCP {
                try ClientKeys.lock(socket, endpoint, keys)
                try socket.connect(endpoint)
            }
        }
    }
}
