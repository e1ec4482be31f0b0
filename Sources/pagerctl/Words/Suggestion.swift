internal import PagerClient
internal import PagerModel
internal import PagerWire

/// Suggests an existing id if a command names an id that the daemon does not have.
enum Suggestion {
    /// Returns the failure for a refused command. If the command named an unknown id, the message
    /// suggests a similar existing id.
    ///
    /// - Throws: `Failure` with exit status 1 if the daemon does not return its ids.
    static func failure(
        _ error: ClientError, _ params: [Value.Member], _ requester: inout Requester
    ) throws(Failure) -> Failure {
        var failure = Failure(error)
        guard case .refused(let refused) = error, let path = refused.path,
            let word = params.first(where: { $0.name == path })?.value.string
        else { return failure }
        let ids: [String]
        switch refused.name {
        case ErrorName.controllerNotFound.rawValue:
            ids = try list(ControllerList.method, "controllers", &requester)
        case ErrorName.windowNotFound.rawValue:
            ids = try list(WindowList.method, "windows", &requester)
        default: return failure
        }
        if let near = Spelling.nearest(to: word, among: ids) {
            failure.text += "\ndid you mean \(near.printable)?"
        }
        return failure
    }

    private static func list(
        _ method: String, _ member: String, _ requester: inout Requester
    ) throws(Failure) -> [String] {
        do {
            let reply = try requester.requestAll(method)
            return (reply.result[member]?.array ?? []).compactMap { $0["id"]?.string }
        } catch {
            throw Failure(error)
        }
    }
}
