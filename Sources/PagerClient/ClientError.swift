public import PagerModel

/// Why a client got no answer, or one it cannot use.
public enum ClientError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Nobody listens at the endpoint.
    case noDaemon(endpoint: String, reason: String)
    /// Somebody may listen, but no answer came in time.
    case timedOut(endpoint: String, seconds: Double, operation: String)
    /// A daemon over tcp did not admit this client, because of a missing or wrong key.
    case notAdmitted(endpoint: String, reason: String)
    /// The daemon refused the command; nothing has changed.
    case refused(Refused)
    /// The folder of the sockets cannot be trusted, or a name makes no sense.
    case badAddress(String)
    /// The answer is not what the contract promises.
    case badReply(String)
    /// libzmq refused an operation.
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

/// An error reply, decoded.
public struct Refused: Error, Equatable, Sendable, CustomStringConvertible {
    /// JSON-RPC code, such as -32000.
    public var code: Int
    /// `data.name`, such as `controllerNotFound`; text, as a newer daemon may know more of them.
    public var name: String
    public var message: String
    /// Which parameter is to blame.
    public var path: String?
    /// The exception UIKit would raise.
    public var exception: String?
    /// The rest of `data`, such as candidates.
    public var details: [Value.Member]
    /// Where the state stands.
    public var seq: Int?
    public var revision: Int?

    public var description: String {
        let cause = exception.map { "\($0): " } ?? ""
        let place = path.map { " [\($0)]" } ?? ""
        return "refused (\(name)): \(cause)\(message)\(place)"
    }

    /// Nil where the value is not an error object.
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
