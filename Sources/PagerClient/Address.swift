internal import LibC
internal import SystemCalls
internal import PagerModel
public import PagerPaths
internal import PagerWire

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
