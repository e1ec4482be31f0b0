internal import LibC
internal import SystemCalls
public import PagerModel
internal import PagerWire
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
            try exchange(request, method, isRepeatable: method != ServerShutdown.method))
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
        if let name = client ?? (Access(method: method) == .free ? nil : ownClient) {
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
