import DaemonUnderTest
import Glibc
import PagerModel
import PagerPaths
import PagerWire
import Testing
import ZMQ

@testable import PagerServer

/// A daemon on loopback with CURVE and a list of keys.
struct LockedDaemon {
    let folder: Scratch
    let daemon: PagerProcess
    let server: CurveKeys
    let driver: CurveKeys
    let observer: CurveKeys
    let command: String
    let events: String
    let plugins: String

    init(_ options: [String] = []) throws {
        folder = try Scratch()
        server = try CurveKeys.make()
        driver = try CurveKeys.make()
        observer = try CurveKeys.make()
        let ports = try FreePorts.take(3)
        command = "tcp://127.0.0.1:\(ports[0])"
        events = "tcp://127.0.0.1:\(ports[1])"
        plugins = "tcp://127.0.0.1:\(ports[2])"
        try GuardedFile.create(folder.path("key"), server.secret + "\n", mode: 0o600)
        try GuardedFile.create(
            folder.path("access"),
            "drive key \(driver.known) driver\nobserve key \(observer.known)\n", mode: 0o600)
        daemon = try PagerProcess(
            [
                "--name", "test", "--clock", "manual", "--journal", "none", "--key",
                folder.path("key"), "--access", folder.path("access"), "--command", command,
                "--events", events, "--plugins", plugins,
            ] + options, runtime: folder.path)
        let line = try daemon.line()
        try #require(line.hasPrefix("ready"), "\(line)")
    }
}

/// A client socket of a locked daemon, with or without a key.
struct LockedClient: ~Copyable {
    let socket: Socket
    private var ends: ConnectionMonitor

    init(
        _ type: SocketType, _ endpoint: String, _ keys: CurveKeys?, server: CurveKeys
    ) throws {
        let context = try Context()
        let socket = try Socket(context, type)
        let ends = try ConnectionMonitor(context, of: socket, name: "ends")
        if type == .sub { try socket.set(.subscribe, []) }
        try socket.set(.receiveTimeout, 10_000)
        try ends.socket.set(.receiveTimeout, 10_000)
        if let keys { try socket.useCurve(server: server.known, keys) }
        try socket.connect(endpoint)
        self.socket = socket
        self.ends = ends
    }

    func ask(_ method: String, _ params: String = "{}") throws -> Value {
        _ = try socket.send(
            Array(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#.utf8))
        var message = Message()
        try #require(try socket.receive(into: &message), "no reply to \(method)")
        return try JSONParser.parse(message.bytes)
    }

    /// Whether the daemon has closed the connection without sending anything.
    mutating func isSentAway() throws -> Bool {
        var poll = PollSet()
        try poll.add(ends.socket)
        guard try poll.wait(milliseconds: 60_000) > 0, try ends.next() != nil else { return false }
        var message = Message()
        return try !socket.receive(into: &message, wait: false)
    }
}
