internal import LibC
public import PagerModel
internal import PagerWire
internal import SystemCalls
internal import ZMQ

/// A client of the command socket that sends one command at a time and waits for its reply.
///
/// An unanswered request is repeated after 100 ms and then at growing intervals until the time-out.
/// The request's `client` and `id` let the daemon execute it only once. The requester is still
/// usable after a time-out; a late reply to an earlier request is dropped. Use a requester on one
/// thread only.
public struct Requester: ~Copyable {
    /// The endpoint, or several endpoints, separated by commas.
    public let endpoint: String
    /// The time-out of each request in seconds.
    public var timeout: Double
    /// The client name in the requests. It lets the daemon recognize repeated requests, and it
    /// appears as the cause in the events of these requests. Nil if the program has not set one.
    public let client: String?

    /// The process id of the daemon that sent the last reply. Nil over TCP and before the first
    /// reply.
    public var peerPID: UInt32? { socket.message.peerPID }

    private var endpoints: EndpointList
    private let keys: ClientKeys?
    private var socket: RequestSocket
    var lastID: Int
    /// The client name that commands contain if the program has not set one. Without a client name,
    /// the daemon could not distinguish a repeated request from a new one.
    private let ownClient: String
    /// The number of the current request. A frame before the request contains this number, and the
    /// daemon returns it in a frame before the reply.
    private var number: UInt32 = 0
    /// The common deadline of all requests. Nil if each request has only its own time-out.
    var end: Deadline?

    /// Connects to a command socket.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, or the endpoints of several daemons, separated by commas. Only
    ///     one of these daemons runs at a time. A request that can be repeated goes to the next
    ///     endpoint after at most one second without a reply.
    ///   - timeout: The time-out of each request in seconds.
    ///   - client: The client name: 1 to 64 letters, digits and characters of `_-.:`. Nil for none.
    ///   - keys: The keys for a TCP endpoint.
    /// - Throws: `noDaemon` if no daemon listens on a local endpoint, `badAddress` if the path of
    ///   an endpoint is too long, `transport` if libzmq refuses the endpoint or the keys. For a TCP
    ///   endpoint, this call throws neither `noDaemon` nor `notAdmitted`; the first request does.
    public init(
        _ endpoint: String, timeout: Double = 5, client: String? = nil, keys: ClientKeys? = nil
    ) throws(ClientError) {
        var endpoints = EndpointList(endpoint)
        try endpoints.probe()
        let socket = try RequestSocket(endpoints.current, keys)
        self.endpoint = endpoint
        self.timeout = timeout
        self.client = client
        // Another process may use the same client name later, so ids must not be reused.
        lastID = client == nil ? 0 : Self.firstID()
        ownClient = ClientName.made()
        self.keys = keys
        self.endpoints = endpoints
        self.socket = socket
    }

    private static func firstID() -> Int {
        let time = clockTime(CLOCK_REALTIME)
        return (time.tv_sec % 1_000_000_000) * 1_000_000 + time.tv_nsec / 1_000
    }

    /// Limits the total time of all following requests, in addition to their own time-outs.
    ///
    /// - Parameter seconds: The limit, or nil for no limit.
    public mutating func finish(within seconds: Double?) {
        end = seconds.map { Deadline(seconds: $0) }
    }

    /// Sends a command and returns its result.
    ///
    /// - Throws: `refused` if the daemon refuses the command. Another `ClientError`, such as
    ///   `timedOut`, if no valid reply arrives.
    public mutating func send<C: Command>(
        _ command: C, trace: Bool = false
    ) throws(ClientError) -> Reply {
        var json = JSONWriter()
        assert(command.isComplete, "\(C.method) needs \(command.unsetField ?? "nothing")")
        command.writeMembers(to: &json)
        return try exchange(C.method, json.bytes, trace)
    }

    /// Sends the command with the given method name.
    ///
    /// - Throws: `refused` if the daemon refuses the command. Another `ClientError`, such as
    ///   `timedOut`, if no valid reply arrives.
    public mutating func request(
        _ method: String, _ params: [Value.Member] = [], trace: Bool = false
    ) throws(ClientError) -> Reply {
        var json = JSONWriter()
        for member in params {
            json.key(member.name)
            member.value.write(to: &json)
        }
        return try exchange(method, json.bytes, trace)
    }

    private mutating func exchange(
        _ method: String, _ params: [UInt8], _ trace: Bool
    ) throws(ClientError) -> Reply {
        let request = newRequest(method) { json in
            json.beginObject()
            json.raw(params)
            if trace {
                json.key("trace")
                json.bool(true)
            }
            json.endObject()
        }
        return try Self.read(
            try exchange(request, method, isRepeatable: Self.isRepeatable(method)))
    }

    /// Returns a request with a new id. If the program has set a client name, the request contains
    /// it. Otherwise, a request that only reads has no client name, and any other request contains
    /// `ownClient`.
    mutating func newRequest(
        _ method: String, params: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        lastID += 1
        var json = JSONWriter()
        json.beginObject()
        json.key("jsonrpc")
        json.string("2.0")
        json.key("id")
        json.integer(lastID)
        if let name = client ?? (Self.isFree(method) ? nil : ownClient) {
            json.key("client")
            json.string(name)
        }
        json.key("method")
        json.string(method)
        json.key("params")
        params(&json)
        json.endObject()
        return json.bytes
    }

    /// Sends a request's bytes unchanged and returns the bytes of the reply. The request is
    /// repeated if it has a client and an id, or if its method only reads. A shutdown request is
    /// never repeated.
    ///
    /// - Throws: A `ClientError`, such as `timedOut`, if no reply arrives.
    public mutating func exchange(
        bytes: [UInt8], operation: String = "raw"
    ) throws(ClientError) -> [UInt8] {
        try exchange(bytes, operation, isRepeatable: Self.isRepeatable(bytes))
    }

    mutating func exchange(
        _ request: [UInt8], _ operation: String, isRepeatable: Bool
    ) throws(ClientError) -> [UInt8] {
        let deadline = Deadline(seconds: timeout).orEarlier(end)
        var repetition = isRepeatable ? Repetition(timeout: timeout) : nil
        var silence = isRepeatable ? endpoints.silence(within: timeout) : nil
        number &+= 1
        do {
            try send(request, until: deadline)
            while try !socket.receive(number) {
                guard deadline.milliseconds > 0 else { throw Lateness() }
                try socket.check()
                if silence?.milliseconds == 0 {
                    try connectToNextEndpoint()
                    silence = endpoints.silence(within: timeout)
                    repetition = Repetition(timeout: timeout)
                    try send(request, until: deadline)
                } else if repetition?.isDue == true {
                    _ = try socket.send(request, number: number)
                    repetition?.postpone()
                }
                let left = min(
                    deadline.milliseconds, repetition?.milliseconds ?? .max,
                    silence?.milliseconds ?? .max)
                try socket.wait(for: .readable, milliseconds: left)
            }
        } catch is Lateness {
            throw socket.timeoutError(endpoint, timeout, operation)
        } catch let error as ClientError {
            throw error
        } catch {
            throw .transport("\(error)")
        }
        socket.confirm()
        try socket.message.checkSize(from: endpoint)
        return socket.message.bytes
    }

    /// The most time-outs of one request that all pages of a result may take together.
    private static let timeoutsOfPages: Double = 10

    /// Limits the time of all requests in `body` together, which read the pages of one result.
    mutating func reading<Result>(
        _ body: (inout Requester) throws(ClientError) -> Result
    ) throws(ClientError) -> Result {
        let before = end
        end = Deadline(seconds: Self.timeoutsOfPages * timeout).orEarlier(before)
        defer { end = before }
        return try body(&self)
    }

    private struct Lateness: Error {}

    private mutating func send(_ request: [UInt8], until deadline: Deadline) throws {
        while try !socket.send(request, number: number) {
            guard deadline.milliseconds > 0 else { throw Lateness() }
            try socket.wait(for: .writable, milliseconds: deadline.milliseconds)
        }
    }

    /// Disconnects from an endpoint that does not reply and connects to the next one.
    private mutating func connectToNextEndpoint() throws(ClientError) {
        endpoints.advance()
        // If no process listens on any endpoint, a daemon may still start there.
        try? endpoints.probe()
        socket = try RequestSocket(endpoints.current, keys)
    }

    /// Decodes a reply.
    ///
    /// - Throws: `refused` if the reply contains an error, `badReply` if the reply violates the
    ///   protocol.
    static func read(_ bytes: [UInt8]) throws(ClientError) -> Reply {
        let message: Value
        do {
            message = try JSONParser.parse(bytes, maximumDepth: JSONParser.deepest)
        } catch {
            throw .badReply("the reply is not JSON: \(error)")
        }
        if let error = message["error"] {
            guard let refused = Refused(error) else {
                throw .badReply(
                    "the reply's error is not an error object: \(beginning(of: error.json))")
            }
            throw .refused(refused)
        }
        guard let result = message["result"] else {
            throw .badReply("the reply has neither result nor error")
        }
        return Reply(result: result, bytes: bytes)
    }
}

/// The times at which an unanswered request is repeated. The first interval is 100 ms, or a seventh
/// of the time-out if that is shorter. Each following interval is twice as long, up to 400 ms.
struct Repetition {
    private var pause: Double
    private var next: Deadline

    private static let first = 0.1
    private static let longest = 0.4

    init(timeout: Double) {
        pause = min(Self.first, timeout / 7)
        next = Deadline(seconds: pause)
    }

    var isDue: Bool { next.milliseconds == 0 }

    /// The milliseconds until the unanswered request is sent again.
    var milliseconds: Int { next.milliseconds }

    mutating func postpone() {
        pause = min(pause * 2, Self.longest)
        next = Deadline(seconds: pause)
    }
}

extension Requester {
    /// Returns whether a request can safely be sent again. A shutdown request cannot, because a
    /// newly started daemon could receive the second copy and end, too.
    static func isRepeatable(_ request: [UInt8]) -> Bool {
        guard let message = try? JSONParser.parse(request), let method = message["method"]?.string,
            isRepeatable(method)
        else { return false }
        if isFree(method) { return true }
        return message["client"]?.string != nil && (message["id"] ?? .null) != .null
    }

    private static func isRepeatable(_ method: String) -> Bool {
        CommandList.named(method)?.isRepeatable ?? true
    }

    /// Whether a method is known to need no permission, so that it may be executed twice.
    private static func isFree(_ method: String) -> Bool {
        CommandList.named(method).map { Access($0) } == .free
    }

    /// Sends a request on behalf of another program, and returns the daemon's reply with the
    /// request id that the other program has chosen.
    ///
    /// The daemon receives the request with this requester's client name and a new id. So the
    /// request can be repeated, regardless of the ids that the other program uses.
    ///
    /// - Throws: A `ClientError`, such as `timedOut`, if no valid reply arrives. An error reply is
    ///   returned, not thrown.
    public mutating func forward(
        _ method: String, _ params: Value, id: Value
    ) throws(ClientError) -> [UInt8] {
        let request = newRequest(method) { params.write(to: &$0) }
        let reply = try exchange(
            request, method, isRepeatable: Self.isRepeatable(method))
        let opening = Array(#"{"jsonrpc":"2.0","id":"#.utf8)
        // The error for an unreadable request has the id null.
        let ids = [opening + Array(String(lastID).utf8), opening + Array("null".utf8)]
        guard let own = ids.first(where: { reply.starts(with: $0) }) else {
            throw .badReply("the reply does not begin with the id \(lastID)")
        }
        return opening + Array(id.json.utf8) + reply.dropFirst(own.count)
    }
}

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

/// The time on the monotonic clock at which a time limit ends.
struct Deadline {
    private let nanoseconds: Int64

    init(seconds: Double) {
        // Longer times are limited to about a hundred years.
        nanoseconds = Self.now() + Int64(min(max(seconds, 0), 3e10 / 10) * 1e9)
    }

    /// Returns this deadline or `other`, whichever is earlier. If `other` is nil, returns this
    /// deadline.
    func orEarlier(_ other: Deadline?) -> Deadline {
        guard let other, other.nanoseconds < nanoseconds else { return self }
        return other
    }

    /// The remaining milliseconds, rounded up. 0 after the deadline.
    var milliseconds: Int {
        let left = nanoseconds - Self.now()
        return left <= 0 ? 0 : Int(min((left + 999_999) / 1_000_000, Int64(Int32.max)))
    }

    private static func now() -> Int64 {
        let time = clockTime(CLOCK_MONOTONIC)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
