internal import PagerModel
internal import ZMQ

/// A connection that sends numbered requests to one command socket.
struct RequestSocket: ~Copyable {
    var message = Message()
    private let socket: Socket
    /// The monitor that finds the reason for a failed TCP connection. Nil for ipc and after the
    /// first reply.
    private var handshake: Handshake?
    private var poll = PollSet()

    /// Connects to a command socket.
    ///
    /// - Throws: `transport` if the socket cannot be created or connected.
    init(_ endpoint: String, _ keys: ClientKeys?) throws(ClientError) {
        do {
            let context = try Context()
            // A REQ socket would accept only the reply to the last copy of a repeated request.
            let socket = try Socket(context, .dealer)
            handshake = try Handshake.connect(socket, of: context, to: endpoint, keys, &poll)
            self.socket = socket
        } catch {
            throw .transport("\(error)")
        }
    }

    /// Waits until the socket can send or receive a message, depending on `events`.
    mutating func wait(for events: PollEvents, milliseconds: Int) throws {
        poll.watch(0, for: events)
        _ = try poll.wait(milliseconds: milliseconds)
    }

    /// Sends three frames: the request's number, an empty frame and the request. Returns false if
    /// the socket cannot send now.
    func send(_ request: [UInt8], number: UInt32) throws(ZMQError) -> Bool {
        guard try socket.send(Self.tag(number), more: true, wait: false) else { return false }
        _ = try socket.send([], more: true)
        return try socket.send(request)
    }

    /// Returns a request's number as four little-endian bytes, which are sent before the request.
    private static func tag(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// Receives the reply to the request with this number into `message`, and drops other replies.
    /// Returns false if the reply has not arrived yet.
    mutating func receive(_ number: UInt32) throws(ZMQError) -> Bool {
        while try socket.receive(into: &message, wait: false) {
            let isExpected = message.withBytes { bytes in
                bytes.count == 4 && bytes.littleEndian(UInt32.self, at: 0) == number
            }
            // All frames of a message arrive together.
            while message.more { _ = try socket.receive(into: &message) }
            if isExpected { return true }
        }
        return false
    }

    /// Checks whether the daemon has refused the client's key.
    ///
    /// - Throws: `notAdmitted` if the daemon has refused the key; `transport` if the state of the
    ///   connection cannot be read.
    func check() throws(ClientError) { try handshake?.check() }

    /// Returns the error for a request that did not receive a reply in time.
    func timeoutError(_ endpoints: String, _ seconds: Double, _ operation: String) -> ClientError {
        handshake?.timeoutError(seconds, operation)
            ?? .timedOut(endpoint: endpoints, seconds: seconds, operation: operation)
    }

    /// Stops monitoring the connection. Call this method after a reply has arrived.
    mutating func confirm() {
        handshake?.leave(&poll, socket)
        handshake = nil
    }
}
