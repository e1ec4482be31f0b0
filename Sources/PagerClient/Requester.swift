internal import Glibc
public import PagerModel
internal import PagerWire
internal import ZMQ

/// Sends commands to a daemon, one at a time, and waits for each reply.
///
/// The socket survives a time-out: the next request goes out all the same, and a late reply to an
/// earlier one is dropped. Belongs to one thread.
public struct Requester: ~Copyable {
    public let endpoint: String
    /// Seconds that each request may take.
    public var timeout: Double
    /// Makes requests safe to repeat and is named as the cause of their events.
    public let client: String?

    /// The process that answered last, by the kernel's word; nil over tcp and before any answer.
    public var peerPID: UInt32? { message.peerPID }

    private let socket: Socket
    private var poll = PollSet()
    private var message = Message()
    private var lastID: Int

    /// - Parameters:
    ///   - timeout: seconds that each request may take.
    ///   - client: 1 to 64 letters, digits and `_-.:`, nil for none.
    ///   - keys: what opens a tcp endpoint.
    /// - Throws: `noDaemon` where nobody listens on a local endpoint, `transport`.
    public init(
        _ endpoint: String, timeout: Double = 5, client: String? = nil, keys: ClientKeys? = nil
    ) throws(ClientError) {
        self.endpoint = endpoint
        self.timeout = timeout
        self.client = client
        // A client's name may outlive this process: its ids must not come again.
        lastID = client == nil ? 0 : Self.firstID()
        try Address.probe(endpoint)
        do {
            let socket = try Self.open(endpoint, keys)
            try poll.add(socket)
            self.socket = socket
        } catch {
            throw .transport("\(error)")
        }
    }

    private static func open(
        _ endpoint: String, _ keys: ClientKeys?
    ) throws(ZMQError) -> Socket {
        let socket = try Socket(try Context(), .req)
        try socket.set(.reqRelaxed, true)
        try socket.set(.reqCorrelate, true)
        try ClientKeys.lock(socket, endpoint, keys)
        try socket.connect(endpoint)
        return socket
    }

    private static func firstID() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return (time.tv_sec % 1_000_000_000) * 1_000_000 + time.tv_nsec / 1_000
    }

    /// Sends a command and answers its result.
    ///
    /// - Throws: `refused`, `timedOut`, `badReply`, `transport`.
    public mutating func send<C: Command>(
        _ command: C, trace: Bool = false
    ) throws(ClientError) -> Reply {
        var json = JSONWriter()
        command.writeMembers(to: &json)
        return try exchange(C.method, json.bytes, trace)
    }

    /// Sends a method by name.
    ///
    /// - Throws: `refused`, `timedOut`, `badReply`, `transport`.
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
        lastID += 1
        var json = JSONWriter()
        json.beginObject()
        json.key("jsonrpc")
        json.string("2.0")
        json.key("id")
        json.integer(lastID)
        if let client {
            json.key("client")
            json.string(client)
        }
        json.key("method")
        json.string(method)
        json.key("params")
        json.beginObject()
        json.raw(params)
        if trace {
            json.key("trace")
            json.bool(true)
        }
        json.endObject()
        json.endObject()
        return try Self.read(try exchange(bytes: json.bytes, operation: method))
    }

    /// Sends exactly these bytes and answers the daemon's.
    ///
    /// - Throws: `timedOut`, `transport`.
    public mutating func exchange(
        bytes: [UInt8], operation: String = "raw"
    ) throws(ClientError) -> [UInt8] {
        let deadline = Deadline(seconds: timeout)
        do {
            poll.watch(0, for: .writable)
            while try !socket.send(bytes, wait: false) {
                guard try waitUntil(deadline) else { throw Lateness() }
            }
            poll.watch(0, for: .readable)
            while try !socket.receive(into: &message, wait: false) {
                guard try waitUntil(deadline) else { throw Lateness() }
            }
        } catch is Lateness {
            throw .timedOut(endpoint: endpoint, seconds: timeout, operation: operation)
        } catch {
            throw .transport("\(error)")
        }
        return message.bytes
    }

    private struct Lateness: Error {}

    private mutating func waitUntil(_ deadline: Deadline) throws -> Bool {
        let left = deadline.milliseconds
        guard left > 0 else { return false }
        _ = try poll.wait(milliseconds: left)
        return true
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
                throw .badReply("the reply's error is none: \(error.json)")
            }
            throw .refused(refused)
        }
        guard let result = message["result"] else {
            throw .badReply("the reply has neither result nor error")
        }
        return Reply(result: result, bytes: bytes)
    }
}
