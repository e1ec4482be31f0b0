public import PagerModel

/// The result of a command. Some of its members are specific to the method; results of all methods
/// can have the others.
public struct Reply: Sendable, Equatable {
    /// The complete `result` object.
    public let result: Value
    /// The bytes of the reply as received.
    public let bytes: [UInt8]

    /// The sequence number of the last event before this reply.
    public var seq: Int { result["seq"]?.integer ?? 0 }
    public var revision: Int { result["revision"]?.integer ?? 0 }
    /// Whether the command was applied. False if UIKit would only log the messages in
    /// `diagnostics`, or if the command was not executed for the reason in `reason`.
    public var applied: Bool { result["applied"]?.bool ?? true }
    /// The messages that UIKit would log for the command.
    public var diagnostics: [String] {
        (result["diagnostics"]?.array ?? []).compactMap(\.string)
    }
    /// The name of the reason why the command was not applied: `swipeDisabled`,
    /// `interactivePopDisabled` or `noDataSource`. Nil for other reasons.
    public var reason: String? { result["reason"]?.string }
    /// The events that the command caused, if the request had the parameter `trace`. Otherwise
    /// empty.
    public var events: [Value] { result["events"]?.array ?? [] }
    /// The id of the transition that the command started. Nil if the command did not start a
    /// transition.
    public var transition: String? { result["transition"]?.string }

    /// The id of the plugin's decision that the command waits for. Nil if the command does not
    /// wait. The event `plugin.NAME.decisionMade` reports the outcome.
    public var pending: String? { result["pending"]?.string }

    /// The names of the members that results of all methods may contain.
    public static let common = [
        "applied", "diagnostics", "reason", "events", "pending", "seq", "revision",
    ]

    /// The members of the result that are specific to the method: all except those in `common`.
    public var own: [Value.Member] {
        (result.members ?? []).filter { !Self.common.contains($0.name) }
    }

    /// Returns the reply to a command that was executed after a plugin's decision. The `result` of
    /// the returned reply contains the transition from `verdict`, and those members of this reply's
    /// `result` whose names are in `common`.
    ///
    /// - Parameters:
    ///   - verdict: The payload of the event `decisionMade`.
    ///   - events: The events that the command caused, to replace those of this reply.
    public func carriedOut(_ verdict: Value, _ events: [Value]? = nil) -> Reply {
        let started = Value.Member("transition", verdict["transition"] ?? .null)
        let members =
            [started]
            + (result.members ?? []).filter {
                Self.common.contains($0.name) && ($0.name != "events" || events == nil)
            } + (events.map { [.init("events", .array($0))] } ?? [])
        return Reply(result: .object(members), bytes: bytes)
    }

    /// Decodes the result to the type that the command declares for it. Members that this version
    /// does not know are ignored.
    ///
    /// - Throws: `badReply` if a value has the wrong type. The message contains the path of this
    ///   value.
    public func read<C: Command>(as command: C.Type) throws(ClientError) -> C.Reply {
        var fields = C.Reply()
        var decoder = FieldDecoder(result.members ?? [])
        do {
            try fields.read(from: &decoder)
        } catch {
            throw .badReply(
                "the reply to \(C.method) does not match its declaration at "
                    + "\(error.path ?? "its top"): "
                    + error.message)
        }
        return fields
    }
}
