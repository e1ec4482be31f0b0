internal import LibC
internal import SystemCalls
internal import PagerModel
public import PagerPaths
public import PagerWire

/// Where a daemon is reached, and how that was found out.
public struct Address: Sendable, Equatable {
    public var command: String
    public var events: String
    /// The instance that the default paths belong to.
    public var name: String
    /// What opens tcp endpoints; nil where nobody has any.
    public var keys: ClientKeys?

    /// The endpoints as given; whoever gives them knows what is there.
    public init(
        command: String, events: String, name: String = "default", keys: ClientKeys? = nil
    ) {
        self.keys = keys
        self.command = command
        self.events = events
        self.name = name
    }

    /// For each endpoint: the argument, else `PAGERD_COMMAND` or `PAGERD_EVENTS`, else the default
    /// path of the instance: the name given, else `PAGERD_NAME`, else `default`. The keys as
    /// `ClientKeys.resolve` finds them.
    ///
    /// - Throws: `badAddress` for a name or key that is none, or where a default path would be used and
    ///   its folder is a link, another user's or open to others.
    public static func resolve(
        name: String? = nil, command: String? = nil, events: String? = nil,
        key: String? = nil, serverKey: String? = nil,
        in directory: RuntimeDirectory = RuntimeDirectory()
    ) throws(ClientError) -> Address {
        let instance = name ?? environment("PAGERD_NAME") ?? "default"
        guard Identifier(instance) != nil else {
            throw .badAddress(
                "the name of an instance is 1 to 64 characters of A-Z a-z 0-9 _ and -, not "
                    + "\"\(instance)\"")
        }
        // A name on the command line is meant: an endpoint left in the environment is not.
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

    /// Whether somebody listens on a local endpoint; libzmq itself would wait for one to come.
    ///
    /// - Throws: `noDaemon`. An endpoint that is not a path of ipc is let through.
    static func probe(_ endpoint: String) throws(ClientError) {
        guard endpoint.hasPrefix("ipc:///") else { return }
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
            throw .noDaemon(endpoint: endpoint, reason: "there is no such socket")
        case ECONNREFUSED:
            throw .noDaemon(
                endpoint: endpoint, reason: "the socket is a leftover, nobody listens")
        case EACCES, EPERM:
            throw .noDaemon(endpoint: endpoint, reason: "you may not connect to it")
        default: return
        }
    }
}
