public import PagerModel

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
        let place = path.map { " [\($0)]" } ?? ""
        return "refused (\(name)): \(cause)\(message)\(place)"
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
