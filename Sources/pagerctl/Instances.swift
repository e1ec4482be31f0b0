internal import PagerClient
internal import PagerModel
internal import PagerWire

/// `pagerctl list`: who runs, and what is on show.
enum Instances {
    static func run(_ options: GlobalOptions, _ arguments: [String]) throws(Failure) -> Int32 {
        guard arguments.isEmpty else {
            throw .usage("list takes no arguments", "usage: pagerctl list")
        }
        let directory = RuntimeDirectory()
        var found: [Value] = []
        for name in directory.instances() {
            do {
                try directory.check(name)
            } catch {
                throw Failure(Failure.unreachable, error.description)
            }
            found.append(instance(name, directory.endpoints(name), min(options.patience, 1)))
        }
        if options.json {
            Terminal.print(json: Value.array(found).json)
        } else if found.isEmpty {
            Terminal.print("no instances in \(directory.path)")
        } else {
            Terminal.print(lines: Report.table(found))
        }
        return 0
    }

    private static func instance(_ name: String, _ endpoints: Endpoints, _ patience: Double)
        -> Value
    {
        var row: [Value.Member] = [.init("name", .string(name))]
        do throws(ClientError) {
            var requester = try Requester(endpoints.command, timeout: patience)
            requester.finish(within: patience)
            let hello = try requester.send(ServerHello()).result
            let controllers = try requester.requestAll(ControllerList.method).result[
                "controllers"]
            row += [
                .init("state", "running"),
                .init("pid", requester.peerPID.map { .integer(Int($0)) } ?? .null),
                .init("clock", hello["clock"] ?? .null),
                .init("shows", .string(names(of: (controllers?.array ?? []).shown))),
            ]
        } catch {
            let state: Value =
                if case .noDaemon = error { "stale" } else { "no answer" }
            row += [
                .init("state", state), .init("pid", .null), .init("clock", .null),
                .init("shows", .null),
            ]
        }
        return .object(row)
    }

    private static func names(of shown: [Value]) -> String {
        let names = shown.compactMap { $0["id"]?.string }
        return names.isEmpty ? "nothing" : names.joined(separator: ",")
    }
}
