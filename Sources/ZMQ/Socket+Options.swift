import CZMQ

extension Socket {
    /// Sets an integer option.
    ///
    /// - Throws: `ZMQError`, for example if the value is out of range.
    public func set(_ option: SocketOption<Int32>, _ value: Int32) throws(ZMQError) {
        try set(option.code, option.name, value)
    }

    /// Sets a 64-bit integer option.
    ///
    /// - Throws: `ZMQError`, for example if the value is out of range.
    public func set(_ option: SocketOption<Int64>, _ value: Int64) throws(ZMQError) {
        try set(option.code, option.name, value)
    }

    /// Sets a Boolean option.
    ///
    /// - Throws: `ZMQError`, for example if the option belongs to a different socket type.
    public func set(_ option: SocketOption<Bool>, _ value: Bool) throws(ZMQError) {
        try set(option.code, option.name, Int32(value ? 1 : 0))
    }

    /// Sets an unsigned integer option.
    ///
    /// - Throws: `ZMQError`, for example if the option belongs to a different socket type.
    public func set(_ option: SocketOption<UInt32>, _ value: UInt32) throws(ZMQError) {
        try set(option.code, option.name, value)
    }

    /// Sets an option whose value is a byte string.
    ///
    /// - Throws: `ZMQError`, for example if the option belongs to a different socket type.
    public func set(_ option: SocketOption<[UInt8]>, _ value: [UInt8]) throws(ZMQError) {
        try value.withUnsafeBufferPointer { (bytes) throws(ZMQError) in
            try set(option.code, option.name, UnsafeRawBufferPointer(bytes))
        }
    }

    private func set<T: BitwiseCopyable>(
        _ code: Int32, _ name: StaticString, _ value: T
    ) throws(ZMQError) {
        var value = value
        try withUnsafeBytes(of: &value) { (bytes) throws(ZMQError) in
            try set(code, name, bytes)
        }
    }

    private func set(
        _ code: Int32, _ name: StaticString, _ bytes: UnsafeRawBufferPointer
    ) throws(ZMQError) {
        let result = untilDone { zmq_setsockopt(raw, code, bytes.baseAddress, bytes.count) }
        guard result == 0 else { throw .last("set \(name)") }
    }
}

extension Socket {
    /// Returns the endpoint that was bound last, with wildcards resolved, such as
    /// `tcp://127.0.0.1:40123`.
    ///
    /// - Throws: `ZMQError`, for example if the context has been shut down.
    public func lastEndpoint() throws(ZMQError) -> String {
        var text = [UInt8](repeating: 0, count: 1_024)
        var length = text.count
        let result = untilDone { zmq_getsockopt(raw, ZMQ_LAST_ENDPOINT, &text, &length) }
        guard result == 0 else { throw .last("read the last endpoint") }
        return String(decoding: text.prefix(length).prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Returns the operations that would not block now.
    ///
    /// - Throws: `ZMQError`, for example if the context has been shut down.
    public func events() throws(ZMQError) -> PollEvents { try borrowed.events() }

    /// Returns the descriptor that becomes readable when `events` may have changed.
    ///
    /// The descriptor is edge-triggered: read `events` again after every send and receive, and
    /// before sleeping.
    ///
    /// - Throws: `ZMQError`, for example if the context has been shut down.
    public func fileDescriptor() throws(ZMQError) -> Int32 {
        try borrowed.number(ZMQ_FD, "descriptor")
    }

    /// An unowned reference to the socket, for objects that the socket outlives.
    var borrowed: Borrowed { Borrowed(raw: raw, rest: rest) }

    struct Borrowed {
        fileprivate let raw: UnsafeMutableRawPointer
        fileprivate let rest: UnsafeMutablePointer<Bool>

        var isAtRest: Bool { rest.pointee }

        func events() throws(ZMQError) -> PollEvents {
            let events = PollEvents(
                rawValue: Int16(truncatingIfNeeded: try number(ZMQ_EVENTS, "events")))
            rest.pointee = !events.contains(.readable)
            return events
        }

        fileprivate func number(_ option: Int32, _ name: StaticString) throws(ZMQError) -> Int32 {
            var value: Int32 = 0
            var length = MemoryLayout<Int32>.size
            let result = untilDone { zmq_getsockopt(raw, option, &value, &length) }
            guard result == 0 else { throw .last("read the \(name)") }
            return value
        }
    }
}
