internal import PagerClient
internal import PagerModel
internal import PagerPaths
internal import PagerWire

/// A daemon of this user on this machine, as its files in the runtime folder describe it.
struct Instance {
    let name: String
    /// Whether the daemon is running. A running daemon holds a lock on a file in its folder.
    let isRunning: Bool
    /// The endpoints and public key that the daemon has written to a file in its folder. Nil if the
    /// daemon does not run or there is no such file.
    let record: InstanceRecord?
    /// The daemon's endpoints and the client's keys.
    let address: Address

    /// Reads the files of an instance.
    ///
    /// - Parameter key: The file with this client's secret key. If nil, the environment variable
    ///   `PAGERD_KEY_FILE` contains the file's path.
    /// - Throws: `Problem` for a folder that cannot be trusted, `ClientError` for an invalid name
    ///   or key file.
    init(_ name: String, in directory: RuntimeDirectory, key: String?) throws {
        guard Identifier(name) != nil else {
            throw ClientError.badAddress(
                "the name of an instance is 1 to 64 characters of A-Z a-z 0-9 _ and -, not "
                    + "\"\(name)\"")
        }
        try directory.check(name)
        let isRunning = directory.isRunning(name)
        // The record of a killed daemon is obsolete.
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

    /// The error message if the daemon requires a key but this client does not have one. Nil if the
    /// client has a key or does not need one.
    var missingKey: String? {
        guard record?.serverKey != nil, address.keys == nil else { return nil }
        return "it listens at \(address.command) and requires a key; set --key or PAGERD_KEY_FILE "
            + "to the file of a key in its access list"
    }
}
