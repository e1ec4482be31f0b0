internal import LibC
internal import SystemCalls
public import PagerModel
internal import PagerWire
internal import ZMQ

/// Sends commands to a daemon, one at a time, and waits for each reply.
///
/// A request without a reply is sent again after 100 ms and then at growing intervals, until the
/// time-out. Its `client` and `id` let the daemon carry it out once. The socket survives a
/// time-out: the next request goes out all the same, and a late reply to an earlier one is dropped.
/// Belongs to one thread.
public struct Requester: ~Copyable {
    public let endpoint: String
    /// Seconds that each request may take.
    public var timeout: Double
    /// Makes requests safe to repeat and is named as the cause of their events.
    public let client: String?

    /// The process that answered last, by the kernel's word; nil over tcp and before any answer.
    public var peerPID: UInt32? { message.peerPID }

    private let socket: Socket
    /// Nil for ipc, and once the daemon has answered.
    private var handshake: Handshake?
    private var poll = PollSet()
    private var message = Message()
    var lastID: Int
    /// The `client` of commands where the program has given none: without one the daemon could not
    /// tell a repeated request from a new one.
    private let ownClient: String
    /// The number of the present request, which the daemon returns in front of its reply.
    private var number: UInt32 = 0
    /// By when all requests must be answered, nil where each has its own time only.
    var end: Deadline?

    /// - Parameters:
    ///   - timeout: seconds that each request may take.
    ///   - client: 1 to 64 letters, digits and `_-.:`, nil for none.
    ///   - keys: what opens a tcp endpoint.
    /// - Throws: `noDaemon` where no daemon listens on a local endpoint, `transport`. Over tcp the
    ///   first request throws `noDaemon` or `notAdmitted`.
    public init(
        _ endpoint: String, timeout: Double = 5, client: String? = nil, keys: ClientKeys? = nil
    ) throws(ClientError) {
        self.endpoint = endpoint
        self.timeout = timeout
        self.client = client
        // A client's name may outlive this process: its ids must not come again.
        lastID = client == nil ? 0 : Self.firstID()
        ownClient = "swift-" + String(UInt64.random(in: .min ... .max), radix: 16)
        try Address.probe(endpoint)
        do {
            let context = try Context()
            // A REQ would take only the reply to the latest copy of a request.
            let socket = try Socket(context, .dealer)
            try ClientKeys.lock(socket, endpoint, keys)
            let handshake = try Handshake(context, of: socket, endpoint, keys)
            try socket.connect(endpoint)
            try poll.add(socket)
            try handshake?.join(&poll)
            self.socket = socket
            self.handshake = handshake
        } catch {
            throw .transport("\(error)")
        }
    }

    private static func firstID() -> Int {
        let time = clockTime(CLOCK_REALTIME)
        return (time.tv_sec % 1_000_000_000) * 1_000_000 + time.tv_nsec / 1_000
    }

    /// Bounds the time of all requests from now on together, beside what each of them may take.
    ///
    /// - Parameter seconds: nil for no such bound.
    public mutating func finish(within seconds: Double?) {
        end = seconds.map { Deadline(seconds: $0) }
    }

    /// Sends a command and answers its result.
    ///
    /// - Throws: `refused`, `noDaemon`, `notAdmitted`, `timedOut`, `badReply`, `transport`.
    public mutating func send<C: Command>(
        _ command: C, trace: Bool = false
    ) throws(ClientError) -> Reply {
        var json = JSONWriter()
        command.writeMembers(to: &json)
        return try exchange(C.method, json.bytes, trace)
    }

    /// Sends a method by name.
    ///
    /// - Throws: `refused`, `noDaemon`, `notAdmitted`, `timedOut`, `badReply`, `transport`.
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

    /// A request under an id of its own, and under a client's name unless it only reads.
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

    /// Sends exactly these bytes and answers the daemon's. They are sent again only if they name a
    /// client and an id, or a method that reads.
    ///
    /// - Throws: `noDaemon`, `notAdmitted`, `timedOut`, `transport`.
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
        number &+= 1
        do {
            poll.watch(0, for: .writable)
            while try !send(request) {
                guard deadline.milliseconds > 0 else { throw Lateness() }
                _ = try poll.wait(milliseconds: deadline.milliseconds)
            }
            poll.watch(0, for: .readable)
            while try !receive() {
                guard deadline.milliseconds > 0 else { throw Lateness() }
                try handshake?.check()
                if repetition?.isDue == true {
                    _ = try send(request)
                    repetition?.postpone()
                }
                let left = min(deadline.milliseconds, repetition?.milliseconds ?? .max)
                _ = try poll.wait(milliseconds: left)
            }
        } catch is Lateness {
            throw handshake?.lateness(timeout, operation)
                ?? .timedOut(endpoint: endpoint, seconds: timeout, operation: operation)
        } catch let error as ClientError {
            throw error
        } catch {
            throw .transport("\(error)")
        }
        handshake?.leave(&poll, socket)
        handshake = nil
        return message.bytes
    }

    private struct Lateness: Error {}

    /// Sends the request behind its number and an empty frame; false where nothing can be sent now.
    private func send(_ request: [UInt8]) throws(ZMQError) -> Bool {
        let tag = tag(number)
        guard try socket.send(tag, more: true, wait: false) else { return false }
        _ = try socket.send([], more: true)
        return try socket.send(request)
    }

    /// The number as the four bytes before a request, the lowest first.
    private func tag(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// Receives the reply to the present request; replies to earlier ones are dropped.
    private mutating func receive() throws(ZMQError) -> Bool {
        while try socket.receive(into: &message, wait: false) {
            let expected = number
            let isExpected = message.withBytes { bytes in
                bytes.count == 4 && bytes.littleEndian(UInt32.self, at: 0) == expected
            }
            // A message comes whole.
            while message.more { _ = try socket.receive(into: &message) }
            if isExpected { return true }
        }
        return false
    }

    /// Takes the envelope off a reply.
    ///
    /// - Throws: `refused`, `badReply`.
    static func read(_ bytes: [UInt8]) throws(ClientError) -> Reply {
        let message: Value
        do {
            message = try JSONParser.parse(bytes, maximumDepth: JSONParser.deepest)
        } catch {
            throw .badReply("the reply is not JSON: \(error)")
        }
        if let error = message["error"] {
            guard let refused = Refused(error) else {
                throw .badReply("the reply's error is none: \(beginning(of: error.json))")
            }
            throw .refused(refused)
        }
        guard let result = message["result"] else {
            throw .badReply("the reply has neither result nor error")
        }
        return Reply(result: result, bytes: bytes)
    }
}
