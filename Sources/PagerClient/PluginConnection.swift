public import PagerModel
internal import PagerWire
internal import ZMQ

/// A plugin's connection to the plugins socket, with requests in both directions. Use it on one
/// thread only.
public struct PluginConnection: ~Copyable {
    /// A message from the daemon: an event, a question, an error or the shutdown.
    public enum Message: Sendable, Equatable {
        case event(Value)
        /// A question from the daemon. To answer the question, call `answer` with the same id.
        case question(id: Value, params: Value)
        case refused(method: String, Refused)
        /// The daemon is stopping.
        case shutdown
    }

    public let endpoint: String
    /// The seconds without a message after which this client treats the daemon as lost, and the
    /// daemon treats a plugin that is connected over TCP as lost.
    public private(set) var lease = 10.0

    private let socket: Socket
    /// The monitor that finds the reason for a failed TCP connection. Nil for ipc and after the
    /// registration.
    private var handshake: Handshake?
    private var poll = PollSet()
    private var frame = Frame()
    private var lastID = 0
    private var waiting: [Int: String] = [:]
    /// The messages that arrived while the registration waited for a reply.
    private var kept: [Value] = []
    /// The number of messages in `kept` that `next` has returned.
    private var returned = 0
    private var beat = Deadline(seconds: 0)
    private var life = Deadline(seconds: 0)

    private typealias Frame = ZMQ.Message

    /// Connects to the plugins socket.
    ///
    /// - Throws: `noDaemon` if no process listens on a local endpoint, `badAddress` if its path is
    ///   too long, `transport` if libzmq refuses the endpoint or the keys.
    public init(_ endpoint: String, keys: ClientKeys? = nil) throws(ClientError) {
        self.endpoint = endpoint
        try Address.probe(endpoint)
        do {
            let context = try Context()
            let socket = try Socket(context, .dealer)
            // The last messages should still arrive after the socket is closed.
            try socket.set(.linger, 200)
            try socket.set(.sendTimeout, 10_000)
            handshake = try Handshake.connect(socket, of: context, to: endpoint, keys, &poll)
            self.socket = socket
        } catch {
            throw .transport("\(error)")
        }
    }

    /// Registers the plugin. This must be the first call. Returns the result: grants, controllers
    /// and missed events. If the result does not fit into one reply, requests the rest of it too.
    ///
    /// - Parameters:
    ///   - decisions: The questions that the plugin answers, by name or as `{question, of?,
    ///     default?, deadline?}`.
    ///   - since: The sequence number of the last event that the plugin has received. If nil, the
    ///     daemon uses the number at which the plugin's connection was lost.
    ///   - boot: The boot id of the process that published the event `since`. The log of a restored
    ///     journal may have a different event with the same sequence number.
    ///   - timeout: The maximum time for each reply, in seconds.
    /// - Throws: `refused` if the daemon does not accept the registration; `timedOut` if a reply is
    ///   late; for a TCP endpoint, `noDaemon` if the connection fails and `notAdmitted` if the
    ///   daemon refuses the keys; `badReply` if a reply violates the protocol; `transport` if an
    ///   operation of libzmq fails.
    public mutating func register(
        name: String, kinds: [String], decisions: [Value] = [], since: Int? = nil,
        boot: String? = nil, timeout: Double = 5
    ) throws(ClientError) -> Value {
        var params: [Value.Member] = [
            .init("name", .string(name)), .init("kinds", .array(kinds.map { .string($0) })),
            .init("decisions", .array(decisions)),
        ]
        if let since { params.append(.init("since", .integer(since))) }
        if let boot { params.append(.init("boot", .string(boot))) }
        try tell("plugin.register", params)
        waiting.removeAll()
        let deadline = Deadline(seconds: timeout)
        while true {
            if let bytes = try receive() {
                handshake?.leave(&poll, socket)
                handshake = nil
                let result = try Requester.read(bytes).result
                lease = result["lease"]?.double ?? lease
                try bound()
                beat = Deadline(seconds: lease / 3)
                noteMessage()
                return try caughtUp(result, name, timeout: timeout)
            }
            guard deadline.milliseconds > 0 else {
                throw handshake?.timeoutError(timeout, "plugin.register")
                    ?? .timedOut(
                        endpoint: endpoint, seconds: timeout, operation: "plugin.register")
            }
            try handshake?.check()
            try wait(milliseconds: deadline.milliseconds)
        }
    }

    /// Requests the rest of a registration's result. Returns the result with all missed events, and
    /// with the records of all controllers as they were at the time of the registration.
    private mutating func caughtUp(
        _ reply: Value, _ name: String, timeout: Double
    ) throws(ClientError) -> Value {
        var reply = reply
        let plugin = Value.string(name)
        let last = reply["seq"]?.integer ?? 0
        if let missed = reply["missed"], missed["reason"] == nil {
            var (events, isComplete) = (missed["events"]?.array ?? [], true)
            var next = missed["next"]?.integer
            while let since = next, since < last, isComplete {
                let page = try request(
                    "events.replay",
                    [.init("since", .integer(since)), .init("plugin", plugin)], timeout: timeout)
                isComplete = page["complete"]?.bool ?? false
                // Later events arrive as messages.
                events += (page["events"]?.array ?? []).filter {
                    ($0["seq"]?.integer ?? .max) <= last
                }
                next = page["next"]?.integer
            }
            if missed["next"] != nil {
                reply[member: "missed"] = ["complete": .bool(isComplete), "events": .array(events)]
            }
        }
        var later: [Value] = []
        var after = reply["next"]
        while let last = after {
            let page = try request(
                "plugin.controllers", [.init("name", plugin), .init("after", last)],
                timeout: timeout)
            later += page["controllers"]?.array ?? []
            after = page["next"]
        }
        if !later.isEmpty {
            let news = kept[returned...].filter { $0["method"] == "event" }
                .compactMap { $0["params"] }
            let controllers = reply["controllers"]?.array ?? []
            reply[member: "controllers"] = .array(
                controllers + PluginState.records(later, before: news))
        }
        return reply
    }

    /// Sends a request and returns its result. Messages that arrive meanwhile are kept for `next`.
    private mutating func request(
        _ method: String, _ params: [Value.Member], timeout: Double
    ) throws(ClientError) -> Value {
        try tell(method, params)
        let deadline = Deadline(seconds: timeout)
        while true {
            while let bytes = try receive() {
                noteMessage()
                let message = try parse(bytes)
                if message["method"] == nil, message["id"]?.integer == lastID {
                    waiting[lastID] = nil
                    return try Requester.read(bytes).result
                }
                kept.append(message)
            }
            guard deadline.milliseconds > 0 else {
                throw .timedOut(endpoint: endpoint, seconds: timeout, operation: method)
            }
            try wait(milliseconds: deadline.milliseconds)
        }
    }

    /// Limits the time of each send to `lease` seconds. If the daemon does not accept data for that
    /// long, it is treated as lost.
    private func bound() throws(ClientError) {
        do {
            try socket.set(.sendTimeout, Int32(min(max(lease, 0.001) * 1_000, 1e9)))
        } catch {
            throw .transport("\(error)")
        }
    }

    /// Sends a request. If the daemon refuses the request, `next` returns the error. If the request
    /// succeeds, the result is dropped. If the daemon is slow, waits for at most `lease` seconds.
    ///
    /// - Throws: `transport` if the daemon does not accept the request in this time.
    public mutating func tell(
        _ method: String, _ params: [Value.Member] = []
    ) throws(ClientError) {
        lastID += 1
        waiting[lastID] = method
        try send([
            .init("id", .integer(lastID)), .init("method", .string(method)),
            .init("params", .object(params)),
        ])
    }

    /// Sends the answer to a question. If the daemon is slow, waits for at most `lease` seconds.
    ///
    /// - Throws: `transport` if the daemon does not accept the answer in this time.
    public mutating func answer(_ id: Value, _ value: Value) throws(ClientError) {
        try send([.init("id", id), .init("result", ["answer": value])])
    }

    private mutating func send(_ members: [Value.Member]) throws(ClientError) {
        var json = JSONWriter()
        Value.object([.init("jsonrpc", "2.0")] + members).write(to: &json)
        do {
            guard try socket.send(json.bytes) else {
                throw ClientError.transport("\(endpoint) no longer receives messages")
            }
        } catch let error as ClientError {
            throw error
        } catch {
            throw .transport("\(error)")
        }
        beat = Deadline(seconds: lease / 3)
    }

    /// Returns the next message, or nil if there is none. Successful replies are dropped.
    ///
    /// - Throws: `refused` if the plugin is no longer registered, because the plugin was too slow
    ///   or a new daemon has replaced the previous one; `badReply` if a message is not JSON;
    ///   `transport` if an operation of libzmq fails.
    public mutating func next() throws(ClientError) -> Message? {
        while returned < kept.count {
            returned += 1
            if let found = try read(kept[returned - 1]) { return found }
        }
        (kept, returned) = ([], 0)
        while let bytes = try receive() {
            noteMessage()
            if let found = try read(parse(bytes)) { return found }
        }
        return nil
    }

    private func parse(_ bytes: [UInt8]) throws(ClientError) -> Value {
        do {
            return try JSONParser.parse(bytes, maximumDepth: JSONParser.deepest)
        } catch {
            throw .badReply("a message of \(endpoint) is not JSON: \(error)")
        }
    }

    private mutating func read(_ value: Value) throws(ClientError) -> Message? {
        switch value["method"]?.string {
        case "event": return value["params"].map { .event($0) }
        case "decide":
            guard let id = value["id"], let params = value["params"] else { return nil }
            return .question(id: id, params: params)
        case "shutdown": return .shutdown
        case .some: return nil
        case nil:
            let method = value["id"]?.integer.flatMap { waiting.removeValue(forKey: $0) }
            guard let refused = value["error"].flatMap({ Refused($0) }) else { return nil }
            // The daemon has removed the plugin, or a new daemon does not know it.
            if refused.name == "pluginGone" || refused.name == "invalidRequest" {
                throw .refused(refused)
            }
            return .refused(method: method ?? "a message", refused)
        }
    }

    /// Receives one message and returns its last frame, or nil if there is no message.
    private mutating func receive() throws(ClientError) -> [UInt8]? {
        do {
            while try socket.receive(into: &frame, wait: false) {
                if frame.more { continue }
                try frame.checkSize(from: endpoint)
                return frame.bytes
            }
        } catch let error as ClientError {
            throw error
        } catch {
            throw .transport("\(error)")
        }
        return nil
    }

    private mutating func noteMessage() { life = Deadline(seconds: lease) }

    /// Sends a heartbeat if it is time for one, so that the daemon does not treat the plugin as
    /// lost.
    ///
    /// - Throws: `timedOut` if the daemon has been silent for `lease` seconds, `transport` if the
    ///   heartbeat cannot be sent.
    public mutating func renew() throws(ClientError) {
        if beat.milliseconds == 0 { try tell("plugin.heartbeat") }
        if life.milliseconds == 0 {
            throw .timedOut(endpoint: endpoint, seconds: lease, operation: "plugin.heartbeat")
        }
    }

    /// Adds a descriptor that `wait` watches. Returns its index for `isReady`.
    public mutating func watch(_ descriptor: Int32) -> Int {
        poll.add(descriptor: descriptor)
    }

    /// Sets whether `wait` ends when a descriptor can be read (`reading`) or written (`writing`).
    public mutating func watch(_ index: Int, reading: Bool, writing: Bool) {
        var events: PollEvents = []
        if reading { events.insert(.readable) }
        if writing { events.insert(.writable) }
        poll.watch(index, for: events)
    }

    /// Waits until a message arrives, a watched descriptor is ready or it is time for the next
    /// heartbeat, but not longer than the given time.
    ///
    /// - Parameter listening: Whether messages of the daemon end the wait. If false, a daemon that
    ///   does not send anything during the wait is not treated as lost.
    /// - Throws: `transport` if an operation of libzmq fails.
    public mutating func wait(
        milliseconds: Int = .max, listening: Bool = true
    ) throws(ClientError) {
        poll.watch(0, for: listening ? .readable : [])
        do {
            _ = try poll.wait(milliseconds: min(milliseconds, max(beat.milliseconds, 1)))
        } catch {
            throw .transport("\(error)")
        }
        if !listening { noteMessage() }
    }

    /// Returns whether the watched descriptor with this index was ready, or hung up, at the last
    /// wait.
    public func isReady(_ index: Int) -> Bool { !poll.ready(index).isEmpty }
}

extension Value {
    /// The value of an object's member with this name. Setting nil removes the member.
    fileprivate subscript(member name: String) -> Value? {
        get { self[name] }
        set {
            var members = (self.members ?? []).filter { $0.name != name }
            if let newValue { members.append(.init(name, newValue)) }
            self = .object(members)
        }
    }
}

/// Functions that determine which callbacks the pages of a newly connected plugin must receive, so
/// that the state of each page matches the state of its controller in the daemon.
public enum PluginState {
    /// The name of an event, such as `viewDidLoad`, and the id of the controller that the event is
    /// about.
    public struct Told: Sendable, Equatable {
        public var event: String
        public var id: String

        public init(_ event: String, _ id: String) {
            self.event = event
            self.id = id
        }
    }

    /// Returns the callbacks that bring each page to the state that its controller had before the
    /// missed events, followed by the missed events in order. If the daemon no longer keeps all
    /// missed events, returns only the callbacks that bring each page to the current state.
    ///
    /// - Parameter reply: The result of `plugin.register`.
    /// - Complexity: O(number of controllers and missed events).
    public static func told(_ reply: Value) -> [Told] {
        let isComplete = reply["missed"]?["complete"]?.bool ?? true
        let events = isComplete ? (reply["missed"]?["events"]?.array ?? []) : []
        let missed = events.compactMap { Told($0) }
        let ofEach = Dictionary(grouping: missed) { TextKey($0.id) }.mapValues { $0.map(\.event) }
        var records = TextDictionary<Value>()
        var ids: [String] = []
        for record in reply["controllers"]?.array ?? [] {
            guard let id = record["id"]?.string else { continue }
            records[id] = record
            ids.append(id)
        }
        // A destroyed controller has no record, so its state follows from the missed events.
        for told in missed where records[told.id] == nil {
            records[told.id] = Value.null
            ids.append(told.id)
        }
        let before = ids.flatMap { id in
            state(records[id] ?? .null, ofEach[TextKey(id)] ?? []).map { Told($0, id) }
        }
        return before + missed
    }

    /// Returns the controllers' records as they were before the events in `news`. Omits the
    /// controllers that these events created.
    static func records(_ records: [Value], before news: [Value]) -> [Value] {
        let ofEach = Dictionary(grouping: news.compactMap { Told($0) }) { TextKey($0.id) }
            .mapValues { $0.map(\.event) }
        return records.compactMap { record in
            guard let id = record["id"]?.string, let own = ofEach[TextKey(id)] else {
                return record
            }
            if own.contains("created") { return nil }
            let wasLoaded = record["isViewLoaded"]?.bool == true && !own.contains("viewDidLoad")
            let members = (record.members ?? []).filter {
                $0.name != "appearance" && $0.name != "isViewLoaded"
            }
            let appearance =
                own.lazy.compactMap { steps[$0] }.first.map { Value.string(appearances[$0]) }
                ?? record["appearance"] ?? .null
            return .object(
                members + [
                    .init("isViewLoaded", .bool(wasLoaded)), .init("appearance", appearance),
                ])
        }
    }

    private static let appearances = ["disappeared", "appearing", "appeared", "disappearing"]
    private static let order = ["viewWillAppear", "viewDidAppear", "viewWillDisappear"]
    /// Maps the appearance state of a page, or the next callback that a page receives, to the
    /// number of callbacks in `order` that the page has already received.
    private static let steps: TextDictionary<Int> = [
        "disappeared": 0, "appearing": 1, "appeared": 2, "disappearing": 3,
        "viewWillAppear": 0, "viewIsAppearing": 1, "viewDidAppear": 1, "viewWillDisappear": 2,
        "viewDidDisappear": 3,
    ]

    private static func state(_ record: Value, _ missed: [String]) -> [String] {
        // If a missed event is `created`, a different controller had the id before. The record is
        // that of the new controller.
        let own = missed.prefix { $0 != "created" }
        let record = own.count == missed.count ? record : .null
        let first = own.first { steps[$0] != nil }
        let wasLoaded = record["isViewLoaded"]?.bool == true || first != nil
        let count = steps[first ?? record["appearance"]?.string ?? ""] ?? 0
        return (wasLoaded && !own.contains("viewDidLoad") ? ["viewDidLoad"] : [])
            + order.prefix(count)
    }
}

extension PluginState.Told {
    /// Reads the name and the controller's id from an event. Returns nil if the value is not an
    /// event.
    public init?(_ event: Value) {
        guard let name = event["event"]?.string, let id = event["subject"]?.string else {
            return nil
        }
        self.init(name, id)
    }
}
