internal import PagerModel
internal import PagerPaths
internal import PagerWire

extension Service {
    /// Checks that a peer may send a request.
    ///
    /// - Throws: `notPermitted` with the required role and the role of the peer.
    func permit(
        _ request: Request, _ context: RequestContext, _ access: AccessList
    ) throws(CommandError) {
        // A request from the journal was permitted before. An unknown method gets a different error
        // later.
        guard !context.isReplayed, methods[request.method] != nil else { return }
        let role = access.role(of: context.peer)
        try permit(request.method, to: role, context.peer)
        guard methods[request.method]?.access == .batch else { return }
        let commands = request.params.first { $0.name == "commands" }?.value.array ?? []
        for (index, command) in commands.enumerated() {
            do {
                try permit(command["method"]?.string ?? "", to: role, context.peer)
            } catch {
                throw error.inside("commands[\(index)]")
            }
        }
    }

    private func permit(
        _ method: String, to role: Role?, _ peer: Peer
    ) throws(CommandError) {
        // In a batch, too, an unknown method gets a different error later.
        guard let needed = methods[method]?.role else { return }
        if let role, role >= needed { return }
        throw CommandError(
            .notPermitted,
            "\(beginning(of: method)) needs the role \(needed.rawValue); \(peer.name) has "
                + (role.map { "the role \($0.rawValue)" } ?? "no role"),
            details: [
                .init("role", .string(needed.rawValue)),
                .init("held", role.map { .string($0.rawValue) } ?? .null),
            ])
    }
}
