import CZMQ
import LibC

/// What libzmq said when it refused an operation.
public struct ZMQError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The errno value, libzmq's own ones included.
    public let code: Int32
    /// What was tried, with its endpoint or option: `bind ipc:///run/x`.
    public let operation: String

    public init(code: Int32, operation: String) {
        self.code = code
        self.operation = operation
    }

    /// The code in libzmq's words.
    public var text: String { String(cString: zmq_strerror(code)) }

    /// A ROUTER socket knows nobody of that name, any more or yet.
    public var isUnreachable: Bool { code == EHOSTUNREACH }

    public var description: String { "\(operation): \(text)" }
}

extension ZMQError {
    /// What the calling thread's last zmq call left behind.
    static func last(_ operation: @autoclosure () -> String) -> ZMQError {
        ZMQError(code: zmq_errno(), operation: operation())
    }
}

/// Calls until it is not a signal that ends the call; libzmq's result.
@inline(__always)
func untilDone(_ call: () -> Int32) -> Int32 {
    while true {
        let result = call()
        if result != -1 || zmq_errno() != EINTR { return result }
    }
}
