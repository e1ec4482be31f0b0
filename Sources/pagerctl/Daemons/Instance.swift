internal import PagerClient
internal import PagerModel
internal import PagerPaths
internal import PagerWire

/// A daemon of this user on this machine, as its runtime folder shows it.
struct Instance {
    let name: String
    /// Whether a process has the name.
    let isRunning: Bool
    /// What a running daemon has left about itself.
    let record: InstanceRecord?
    /// How to reach it.
    let address: Address

    /// - Parameter key: the file with this client's secret key, else PAGERD_KEY_FILE.
    /// - Throws: `Problem` for a folder that cannot be trusted, `ClientError` for what is no name and
    ///   a key file that cannot be used.
    init(_ name: String, in directory: RuntimeDirectory, key: String?) throws {
        guard Identifier(name) != nil else {
            throw ClientError.badAddress(
                "the name of an instance is 1 to 64 characters of A-Z a-z 0-9 _ and -, not "
                    + "\"\(name)\"")
        }
        try directory.check(name)
        let isRunning = directory.isRunning(name)
        // Of a daemon that was killed the record is out of date.
        let record = isRunning ? directory.record(of: name) : nil
        let endpoints = record?.local ?? directory.endpoints(name)
        let server = record?.serverKey
        let keys = try server.flatMap { try ClientKeys.resolve(file: key, ofServer: $0) }
        self.name = name
        self.isRunning = isRunning
        self.record = record
        address = Address(
            command: endpoints.command, events: endpoints.events, name: name, keys: keys)
    }

    /// Why there is no use in asking it: it takes keys, and this client has given none.
    var missingKey: String? {
        guard record?.serverKey != nil, address.keys == nil else { return nil }
        return "it answers at \(address.command) and wants a key; give --key FILE, or "
            + "PAGERD_KEY_FILE, with a key of its access list"
    }
}
