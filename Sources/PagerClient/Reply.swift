public import PagerModel

/// A result: the members of the method's own, and those of every result.
public struct Reply: Sendable, Equatable {
    /// The whole `result` object.
    public let result: Value
    /// The message as it came.
    public let bytes: [UInt8]

    /// The last event published before this reply.
    public var seq: Int { result["seq"]?.integer ?? 0 }
    public var revision: Int { result["revision"]?.integer ?? 0 }
    /// False where UIKit only logs and does nothing; then there are diagnostics.
    public var applied: Bool { result["applied"]?.bool ?? true }
    /// UIKit's log lines.
    public var diagnostics: [String] {
        (result["diagnostics"]?.array ?? []).compactMap(\.string)
    }
    /// Why it was not applied, where a name says it: `swipeDisabled`, `interactivePopDisabled`,
    /// `noDataSource`.
    public var reason: String? { result["reason"]?.string }
    /// The events that a traced command caused.
    public var events: [Value] { result["events"]?.array ?? [] }
    /// What the command started, nil where nothing moved.
    public var transition: String? { result["transition"]?.string }

    /// The decision that the command waits for; `plugin.NAME.decisionMade` says how it ended.
    public var pending: String? { result["pending"]?.string }

    /// The names of the members that every result may have.
    public static let common = [
        "applied", "diagnostics", "reason", "events", "pending", "seq", "revision",
    ]

    /// The members of the method's own; `events` are the command's where it answers with them.
    public var own: [Value.Member] {
        (result.members ?? []).filter { !Self.common.contains($0.name) }
    }

    /// The reply of a command that has been carried out since: with the transition that it started,
    /// and without what `decisionMade` does not tell.
    ///
    /// - Parameter verdict: the payload of `decisionMade`.
    public func carriedOut(_ verdict: Value) -> Reply {
        let started = Value.Member("transition", verdict["transition"] ?? .null)
        let members = [started] + (result.members ?? []).filter { Self.common.contains($0.name) }
        return Reply(result: .object(members), bytes: bytes)
    }

    /// The result as the command declares it; members of a newer daemon are left out.
    ///
    /// - Throws: `badReply` with the place that does not fit.
    public func read<C: Command>(as command: C.Type) throws(ClientError) -> C.Reply {
        var fields = C.Reply()
        var decoder = FieldDecoder(result.members ?? [])
        do {
            try fields.visit(&decoder)
        } catch {
            throw .badReply(
                "the reply to \(C.method) is not as declared at \(error.path ?? "its top"): "
                    + error.message)
        }
        return fields
    }
}
