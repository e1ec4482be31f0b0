import DaemonUnderTest
import PagerModel
import PagerWire
import ZMQ

/// A real daemon over ipc and all events that it publishes.
final class DaemonTarget: Target {
    private let daemon: TestDaemon
    private let command: Socket
    private let events: Socket
    private var message = Message()
    private var publications: [Publication] = []
    private var lastSeq = 0

    private static let patience: Int32 = 60_000

    /// Starts the daemon and returns once it has acknowledged the subscription. From then on no
    /// event is missed.
    init(uikit: Int) throws {
        daemon = try TestDaemon(["--clock", "manual", "--uikit", "\(uikit)"])
        let context = try Context()
        command = try Self.open(context, .req, "ipc://\(daemon.folder)/test/command")
        events = try Self.open(context, .sub, "ipc://\(daemon.folder)/test/events")
        try events.set(.subscribe, [])
        let welcome = try receiveEvent()
        guard welcome.topic.isEmpty, welcome.payload["event"] == "welcome" else {
            throw Broken("\(welcome.topic) comes before the welcome")
        }
    }

    private static func open(
        _ context: Context, _ type: SocketType, _ endpoint: String
    ) throws(ZMQError) -> Socket {
        let socket = try Socket(context, type)
        try socket.set(.receiveTimeout, patience)
        try socket.set(.sendTimeout, patience)
        if type == .sub { try socket.set(.receiveHighWaterMark, 0) }
        try socket.connect(endpoint)
        return socket
    }

    func exchange(_ message: [UInt8]) throws -> [UInt8] {
        guard try command.send(message) else { throw Broken("the daemon takes no request") }
        guard try command.receive(into: &self.message) else { throw Broken("no reply in 60 s") }
        return self.message.bytes
    }

    func published(through seq: Int) throws -> [Publication] {
        while lastSeq < seq {
            let publication = try receiveEvent()
            // Heartbeats have no seq and may come at any time.
            guard let seq = publication.payload["seq"]?.integer,
                publication.payload["prev"] != nil
            else { continue }
            lastSeq = seq
            publications.append(publication)
        }
        return publications
    }

    private func receiveEvent() throws -> Publication {
        guard try events.receive(into: &message) else { throw Broken("no event in 60 s") }
        let topic = String(decoding: message.bytes, as: UTF8.self)
        guard message.more, try events.receive(into: &message), !message.more else {
            throw Broken("\(topic) does not come in two frames")
        }
        return Publication(topic: topic, payload: try JSONParser.parse(message.bytes))
    }

    /// Ends the daemon. Returns its exit status, or nil if it had to be killed.
    func end() -> Int32? { daemon.terminate() }
}
