import Glibc
import Testing

/// Tests of the notifications to systemd.
@Suite struct NotifyTests {
    /// The socket of a supervisor that starts the daemon.
    private final class Listener {
        let descriptor: Int32

        /// Creates the socket.
        ///
        /// - Parameter name: a path, or `@` and a name in the abstract namespace.
        init(_ name: String) throws {
            descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            guard NotifyTests.reach(name, descriptor, bind) else { throw Scratch.Failure() }
        }

        deinit { close(descriptor) }

        /// Returns the next datagram, or nil after a timeout.
        func next(within milliseconds: Int32 = 60_000) -> String? {
            var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&polled, 1, milliseconds) == 1 else { return nil }
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = recv(descriptor, &buffer, buffer.count, 0)
            return String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
        }
    }

    private static func reach(
        _ name: String, _ descriptor: Int32,
        _ call: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(name.utf8)
        if name.hasPrefix("@") { bytes[0] = 0 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                call(descriptor, $0, length) == 0
            }
        }
    }

    /// Whether a process accepts connections at the path now.
    private func answers(_ path: String) -> Bool {
        let probe = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(probe) }
        return Self.reach(path, probe, connect)
    }

    private func name(_ folder: Scratch, isAbstract: Bool) -> String {
        isAbstract ? "@\(folder.path)/notify" : folder.path("notify")
    }

    @Test(arguments: [false, true])
    func `The daemon sends READY once its sockets accept connections, and STOPPING at its end`(
        isAbstract: Bool
    ) throws {
        let folder = try Scratch()
        let name = name(folder, isAbstract: isAbstract)
        let listener = try Listener(name)
        let daemon = try PagerProcess(
            ["--name", "test", "--journal", "none"], runtime: folder.path,
            environment: ["NOTIFY_SOCKET=\(name)"])
        let first = try #require(listener.next())
        for socket in ["command", "events", "plugins"] {
            #expect(answers(folder.path("test/\(socket)")), "\(socket) at \(first)")
        }
        #expect(first.split(separator: "\n").first == "READY=1")
        #expect(first.contains("STATUS=accepts commands at ipc://\(folder.path)/test/command"))
        #expect(try daemon.end(signal: SIGTERM).status == 0)
        #expect(listener.next()?.hasPrefix("STOPPING=1") == true)
        #expect(listener.next(within: 0) == nil, "no watchdog is configured")
    }

    @Test func `A start that fails sends no READY`() throws {
        let folder = try Scratch()
        let listener = try Listener(folder.path("notify"))
        let end = try PagerProcess(
            ["--book", folder.path("nothing.yaml")], runtime: folder.path,
            environment: ["NOTIFY_SOCKET=\(folder.path("notify"))"]
        ).end()
        #expect(end.status == 1)
        #expect(listener.next(within: 0) == nil)
    }

    @Test func `The daemon pings the watchdog every second`() throws {
        let folder = try Scratch()
        let listener = try Listener(folder.path("notify"))
        let daemon = try PagerProcess(
            ["--journal", "none"], runtime: folder.path,
            environment: [
                "NOTIFY_SOCKET=\(folder.path("notify"))", "WATCHDOG_USEC=30000000",
            ])
        #expect(listener.next()?.hasPrefix("READY=1") == true)
        #expect(listener.next() == "WATCHDOG=1")
        #expect(listener.next() == "WATCHDOG=1")
        #expect(try daemon.end(signal: SIGTERM).status == 0)
    }

    @Test(arguments: ["/nowhere/notify", "@nobody", "x", ""])
    func `A supervisor that does not listen has no effect on the daemon`(name: String) throws {
        let folder = try Scratch()
        let daemon = try PagerProcess(
            ["--journal", "none"], runtime: folder.path, environment: ["NOTIFY_SOCKET=\(name)"])
        #expect(try daemon.line().hasPrefix("ready"))
        #expect(try daemon.end(signal: SIGTERM).status == 0)
    }
}
