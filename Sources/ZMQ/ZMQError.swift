import CZMQ
import LibC

/// An error that libzmq returned for an operation.
public struct ZMQError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The errno value; libzmq adds values of its own to those of the system.
    public let code: Int32
    /// The failed operation with its endpoint or option, such as `bind ipc:///run/x`.
    public let operation: String

    public init(code: Int32, operation: String) {
        self.code = code
        self.operation = operation
    }

    /// The description that libzmq has for the code.
    public var text: String { String(cString: zmq_strerror(code)) }

    /// Whether a send failed because a ROUTER socket has no connected peer with the given identity.
    public var isUnreachable: Bool { code == EHOSTUNREACH }

    public var description: String { "\(operation): \(text)" }
}

extension ZMQError {
    /// Returns the error of the last libzmq call that the calling thread has made.
    static func last(_ operation: @autoclosure () -> String) -> ZMQError {
        ZMQError(code: zmq_errno(), operation: operation())
    }
}

/// Repeats a call while signals interrupt it, and returns libzmq's result.
@inline(__always)
func untilDone(_ call: () -> Int32) -> Int32 {
    while true {
        let result = call()
        if result != -1 || zmq_errno() != EINTR { return result }
    }
}
