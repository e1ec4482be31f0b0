internal import PagerClient
internal import PagerModel
internal import PagerPaths
internal import PagerWire

/// The subcommand `list`: prints the daemons of this user on this machine, and the pages that each
/// daemon shows.
enum Instances {
    static let verb = Verb(
        name: "list", summary: "Prints the running daemons and what they show.",
        takesFormat: true, run: { (options, _) throws(Failure) in try run(options) })

    private static func run(_ options: GlobalOptions) throws(Failure) -> Int32 {
        let directory = RuntimeDirectory()
        do {
            try directory.check()
        } catch {
            throw Failure(Failure.unreachable, error.description)
        }
        let rows = directory.instances().map { row($0, directory, options) }
        if let format = options.format {
            Terminal.print(lines: try format.lines(rows.map(\.value)))
        } else if options.json {
            Terminal.print(json: Value.array(rows.map(\.value)).json)
        } else if rows.isEmpty {
            Terminal.print("no instances in \(directory.path)")
        } else {
            Terminal.print(lines: Report.table(rows.map { $0.value(withReason: false) }))
            for row in rows {
                if let reason = row.reason { Terminal.note("\(row.name): \(reason)") }
            }
        }
        return 0
    }

    /// The information about one daemon: a row of the printed table.
    private struct Row {
        enum State: String {
            case running
            /// The daemon runs but does not admit this client.
            case noAccess = "no access"
            case noAnswer = "no answer"
            /// The daemon has crashed and left its sockets behind.
            case stale
            /// The folder of the daemon cannot be trusted, for example because other users can
            /// access it.
            case unsafe
        }

        var name: String
        var state: State
        var pid: UInt32?
        var command: String?
        var clock: Value = .null
        var shows: String?
        /// The reason for the state, with advice. Nil for the state `running`.
        var reason: String?

        func value(withReason: Bool) -> Value {
            var members: [Value.Member] = [
                .init("name", .string(name)), .init("state", .string(state.rawValue)),
                .init("pid", pid.map { .integer(Int($0)) } ?? .null), .init("clock", clock),
                .init("shows", shows.map { .string($0) } ?? .null),
                .init("command", command.map { .string($0) } ?? .null),
            ]
            if withReason { members.append(.init("reason", reason.map { .string($0) } ?? .null)) }
            return .object(members)
        }

        var value: Value { value(withReason: true) }
    }

    private static func row(
        _ name: String, _ directory: RuntimeDirectory, _ options: GlobalOptions
    ) -> Row {
        let instance: Instance
        do {
            instance = try Instance(name, in: directory, key: options.key)
        } catch let problem as RuntimeDirectory.Problem {
            return Row(name: name, state: .unsafe, reason: problem.description)
        } catch {
            return Row(name: name, state: .noAccess, reason: "\(error)")
        }
        var row = Row(
            name: name, state: .running, pid: instance.record?.pid,
            command: instance.address.command)
        if let reason = instance.missingKey {
            row.state = .noAccess
            row.reason = reason
            return row
        }
        do throws(ClientError) {
            try ask(instance, min(options.patience, 1), &row)
        } catch {
            (row.state, row.reason) = state(error, instance)
        }
        return row
    }

    private static func ask(
        _ instance: Instance, _ patience: Double, _ row: inout Row
    ) throws(ClientError) {
        var requester = try Requester(
            instance.address.command, timeout: patience, keys: instance.address.keys)
        requester.finish(within: patience)
        row.clock = try requester.send(ServerHello()).result["clock"] ?? .null
        let controllers = try requester.requestAll(ControllerList.method).result["controllers"]
        row.pid = requester.peerPID ?? row.pid
        row.shows = names(of: (controllers?.array ?? []).shown)
    }

    private static func state(
        _ error: ClientError, _ instance: Instance
    ) -> (Row.State, reason: String) {
        switch error {
        case .notAdmitted(_, let reason): (.noAccess, reason)
        case .noDaemon where !instance.isRunning:
            (
                .stale,
                "its daemon crashed or was killed; `pagerd --name \(instance.name)` starts it again"
            )
        case .noDaemon, .timedOut, .refused, .badAddress, .badReply, .transport:
            (.noAnswer, error.description)
        }
    }

    private static func names(of shown: [Value]) -> String {
        let names = shown.compactMap { $0["id"]?.string }
        return names.isEmpty ? "nothing" : names.joined(separator: ",")
    }
}

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
