public import PagerModel
internal import PagerWire

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

/// The reason why an operation of a client failed.
public enum ClientError: Error, Equatable, Sendable, CustomStringConvertible {
    /// No process listens on the endpoint.
    case noDaemon(endpoint: String, reason: String)
    /// No reply arrived in time.
    case timedOut(endpoint: String, seconds: Double, operation: String)
    /// The daemon refused this client's TCP connection because of a missing or wrong key.
    case notAdmitted(endpoint: String, reason: String)
    /// The daemon refused the command. The state of the daemon is unchanged.
    case refused(Refused)
    /// The folder of the sockets cannot be trusted, or a name, path or key is invalid.
    case badAddress(String)
    /// The reply violates the protocol.
    case badReply(String)
    /// An operation of libzmq failed.
    case transport(String)

    public var description: String {
        switch self {
        case .noDaemon(let endpoint, let reason):
            "no daemon at \(endpoint): \(reason)"
        case .timedOut(let endpoint, let seconds, let operation):
            "no answer from \(endpoint) within \(Self.short(seconds)) s (\(operation))"
        case .notAdmitted(let endpoint, let reason):
            "not admitted at \(endpoint): \(reason)"
        case .refused(let refused): refused.description
        case .badAddress(let text), .badReply(let text), .transport(let text): text
        }
    }

    static func short(_ seconds: Double) -> String {
        Int(exactly: seconds).map { "\($0)" } ?? "\(seconds)"
    }
}

/// A decoded error reply.
public struct Refused: Error, Equatable, Sendable, CustomStringConvertible {
    /// The JSON-RPC code, such as -32000.
    public var code: Int
    /// The error's name, such as `controllerNotFound`. It is a string and not an enumeration,
    /// because a newer daemon may send names that this version does not know.
    public var name: String
    public var message: String
    /// The path of the parameter that caused the error.
    public var path: String?
    /// The name of the exception that UIKit would raise for the call. Nil if UIKit would not raise
    /// an exception.
    public var exception: String?
    /// The members of the error's `data` for which this type has no property, such as `candidates`.
    public var details: [Value.Member]
    /// The sequence number of the last event before the error. Nil if the daemon did not send this
    /// number.
    public var seq: Int?
    /// The revision of the state at the time of the error. Nil if the daemon sent no revision.
    public var revision: Int?

    public var description: String {
        let cause = exception.map { "\($0): " } ?? ""
        let location = path.map { " [\($0)]" } ?? ""
        return "refused (\(name)): \(cause)\(message)\(location)"
    }

    /// Decodes an error object. Returns nil for other values.
    public init?(_ error: Value) {
        guard let code = error["code"]?.integer, let message = error["message"]?.string else {
            return nil
        }
        let data = error["data"]
        self.code = code
        self.message = message
        name = data?["name"]?.string ?? "error \(code)"
        path = data?["path"]?.string
        exception = data?["exception"]?.string
        seq = data?["seq"]?.integer
        revision = data?["revision"]?.integer
        let known = ["name", "path", "exception", "seq", "revision"]
        details = (data?.members ?? []).filter { !known.contains($0.name) }
    }
}

/// A published event with its sequence number.
public struct PublishedEvent: Sendable, Equatable {
    public let seq: Int
    /// The sequence number of the previous event of the same category; 0 if there is none.
    public let previousInCategory: Int
    /// The sequence number of the previous event of the same category and subject; 0 if there is
    /// none.
    public let previousOfSubject: Int
    public let value: Value
    /// The payload exactly as the daemon published it.
    public let bytes: [UInt8]

    public var category: String { value["category"]?.string ?? "" }
    public var subject: String { value["subject"]?.string ?? "" }
    public var name: String { value["event"]?.string ?? "" }
    public var time: Double { value["time"]?.double ?? 0 }
    public var topic: String { "\(category).\(subject).\(name)" }

    /// Parses an event. Returns nil if `seq` or `prev` is missing or invalid. A heartbeat, welcome
    /// or shutdown message has no `prev`.
    public init?(bytes: [UInt8], value: Value) {
        guard let seq = value["seq"]?.integer, let previous = value["prev"]?.array,
            previous.count == 2, let category = previous[0].integer,
            let subject = previous[1].integer, seq > 0, category >= 0, subject >= 0
        else { return nil }
        self.seq = seq
        self.value = value
        self.bytes = bytes
        previousInCategory = category
        previousOfSubject = subject
    }

    /// Parses an event in a reply, for example to `events.replay`. `bytes` then equals the
    /// published payload, because `value` keeps the order of the members. Returns nil if `seq` or
    /// `prev` is missing or invalid.
    public init?(value: Value) {
        self.init(bytes: Array(value.json.utf8), value: value)
    }

    /// Returns whether a string is the event's name or its complete topic.
    public func isCalled(_ text: String) -> Bool { text == name || text == topic }
}
