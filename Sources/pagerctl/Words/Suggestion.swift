internal import PagerClient
internal import PagerModel
internal import PagerSchedule
internal import PagerWire

/// An addition to the error message of a refused command. It suggests what the user probably meant,
/// or explains why an existing page is not in its container now.
enum Suggestion {
    /// Returns the failure for a refused command. If the command contains an unknown id, the
    /// message suggests a similar existing id. If the command contains the id of a page that its
    /// container's playlist excludes now, the message says so. If the command needs an index or a
    /// page and has neither or both, the failure is one of usage.
    ///
    /// - Throws: `Failure` with exit status 1 if the daemon does not return its ids.
    static func failure(
        _ error: ClientError, _ params: [Value.Member], of form: CommandForm,
        _ requester: inout Requester
    ) throws(Failure) -> Failure {
        var failure = Failure(error)
        guard case .refused(let refused) = error, let path = refused.path else { return failure }
        if refused.name == ErrorName.invalidParams.rawValue, path == "index",
            Usage.optionalSlot(of: form.fields, for: "0")?.name == path
        {
            return .usage(refused.message.printable, Usage.hint(for: form))
        }
        guard let value = params.first(where: { $0.name == path })?.value else { return failure }
        if refused.name == ErrorName.indexOutOfRange.rawValue, (value.integer ?? 0) < 0 {
            failure.text += "\npagerctl last selects the last page"
        }
        guard let word = value.string else { return failure }
        let records: [Value]
        switch refused.name {
        case ErrorName.methodNotFound.rawValue:
            failure.text += "\npagerctl get ID prints a controller"
            return failure
        case ErrorName.controllerNotFound.rawValue, ErrorName.notAChild.rawValue:
            records = try list(ControllerList.method, "controllers", &requester)
        case ErrorName.windowNotFound.rawValue:
            records = try list(WindowList.method, "windows", &requester)
        default: return failure
        }
        if refused.name == ErrorName.notAChild.rawValue {
            if let container = records.first(where: { lists(word, in: $0) })?["id"]?.string {
                failure.text +=
                    "\n\(container.printable) does not contain \(word.printable) now: either its "
                    + "schedule excludes the present time, or it is not enabled"
            }
        } else if let near = Spelling.nearest(
            to: word, among: records.compactMap { $0["id"]?.string })
        {
            failure.text += "\ndid you mean \(near.printable)?"
        } else if Synonym.named(word) != nil {
            failure.text += "\ndid you mean pagerctl \(word)?"
        } else if refused.name == ErrorName.controllerNotFound.rawValue {
            failure.text += "\npagerctl pages lists the pages, pagerctl tree all controllers"
        }
        return failure
    }

    /// Returns whether the playlist of a container contains a page.
    private static func lists(_ page: String, in container: Value) -> Bool {
        // The value is a playlist only if it can be read as one; a book may contain anything else.
        let playlist = container["content"]?[PlaylistEntry.contentMember].flatMap {
            try? [PlaylistEntry](reading: $0)
        }
        return playlist?.contains { $0.page.text == page } ?? false
    }

    private static func list(
        _ method: String, _ member: String, _ requester: inout Requester
    ) throws(Failure) -> [Value] {
        do {
            return try requester.requestAll(method).result[member]?.array ?? []
        } catch {
            throw Failure(error)
        }
    }
}
