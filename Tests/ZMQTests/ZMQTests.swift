import Foundation
import Glibc
import Synchronization
import Testing
import ZMQ

/// A temporary folder that is removed with its content.
private final class Folder {
    let path: String

    init() {
        var template = Array("/tmp/zmq-tests-XXXXXX".utf8CString)
        path = mkdtemp(&template).map { String(cString: $0) } ?? "/tmp"
    }

    deinit {
        for name in ["command", "events"] { unlink("\(path)/\(name)") }
        rmdir(path)
    }
}

private let patience: Int32 = 60_000

private func open(_ context: Context, _ type: SocketType) throws -> Socket {
    let socket = try Socket(context, type)
    try socket.set(.receiveTimeout, patience)
    try socket.set(.sendTimeout, patience)
    return socket
}

@Suite struct ZMQTests {
    @Test func `The library version begins with 4`() {
        #expect(Context.libraryVersion().hasPrefix("4."))
    }

    /// Returns the scheduling policy of each thread in this process, including those of other
    /// tests.
    private static func policies() throws -> [Int32] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").compactMap {
            // A thread of another test may end in the meantime.
            guard
                let name = try? String(
                    contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8),
                name.hasPrefix("ZMQbg/IO"), let id = pid_t($0)
            else { return nil }
            return sched_getscheduler(id)
        }
    }

    @Test func `sendInBatches runs the I/O thread under SCHED_BATCH`() throws {
        let batch: Int32 = 3
        let before = try Self.policies().filter { $0 == batch }.count
        let context = try Context()
        try context.sendInBatches()
        let folder = Folder()
        let server = try open(context, .rep)
        try server.bind("ipc://\(folder.path)/command")
        let client = try open(context, .req)
        try client.connect("ipc://\(folder.path)/command")
        // A received message has passed through the I/O thread, whose policy is set by then.
        #expect(try client.send([1]))
        var message = Message()
        #expect(try server.receive(into: &message))
        #expect(try Self.policies().filter { $0 == batch }.count == before + 1)
        #expect(sched_getscheduler(0) == SCHED_OTHER)
    }

    @Test(arguments: ["inproc", "ipc"])
    func `A request gets a reply over each transport`(_ transport: String) throws {
        let folder = Folder()
        let endpoint = transport == "ipc" ? "ipc://\(folder.path)/command" : "inproc://command"
        let context = try Context()
        let server = try open(context, .rep)
        try server.bind(endpoint)
        #expect(try server.lastEndpoint() == endpoint)
        let client = try open(context, .req)
        try client.set(.reqRelaxed, true)
        try client.set(.reqCorrelate, true)
        try client.connect(endpoint)

        var message = Message()
        #expect(try !server.receive(into: &message, wait: false))
        #expect(try client.send([1, 2], more: true))
        #expect(try client.send([]))
        #expect(try server.receive(into: &message))
        #expect(message.bytes == [1, 2])
        #expect(message.more == true)
        #expect(message.peerUID == (transport == "ipc" ? getuid() : nil))
        #expect(message.peerPID == (transport == "ipc" ? UInt32(getpid()) : nil))
        #expect(message.metadata("no such thing") == nil)
        #expect(try server.receive(into: &message))
        #expect(message.count == 0)
        #expect(message.more == false)
        #expect(try server.send([3]))
        #expect(try client.receive(into: &message))
        #expect(message.bytes == [3])
    }

    @Test func `A publisher receives every subscription and can send a welcome message`() throws {
        let folder = Folder()
        let endpoint = "ipc://\(folder.path)/events"
        let context = try Context()
        let publisher = try open(context, .xpub)
        try publisher.set(.xpubManual, true)
        try publisher.set(.sendHighWaterMark, 0)
        try publisher.bind(endpoint)
        let subscriber = try open(context, .sub)
        try subscriber.connect(endpoint)
        let prefix = Array("pager.".utf8)
        var message = Message()

        // The second subscription checks that repetitions are received too.
        for _ in 0..<2 {
            try subscriber.set(.subscribe, prefix)
            #expect(try publisher.receive(into: &message))
            #expect(message.bytes == [1] + prefix)
            try publisher.set(.subscribe, prefix)
            #expect(try publisher.send(prefix, more: true))
            #expect(try publisher.send(Array("welcome".utf8)))
            #expect(try publisher.send(Array("other.".utf8)))
            #expect(try subscriber.receive(into: &message))
            #expect(message.bytes == prefix)
            #expect(try subscriber.receive(into: &message))
            #expect(message.bytes == Array("welcome".utf8))
        }
        #expect(try !subscriber.receive(into: &message, wait: false))
    }

    @Test func `A socket with a user filter accepts only connections of that user`() throws {
        let folder = Folder()
        let endpoint = "ipc://\(folder.path)/command"
        let context = try Context()
        let server = try Socket(context, .rep)
        try server.set(.ipcFilterUID, getuid() + 1)
        try server.set(.receiveTimeout, 300)
        try server.bind(endpoint)
        let client = try Socket(context, .req)
        try client.connect(endpoint)
        #expect(try client.send([1]))
        var message = Message()
        #expect(try !server.receive(into: &message))
        try server.unbind(endpoint)
        try server.set(.ipcFilterUID, getuid())
        try server.set(.receiveTimeout, patience)
        try server.bind(endpoint)
        #expect(try server.receive(into: &message))
    }

    @Test func `One wait covers sockets and file descriptors`() throws {
        let context = try Context()
        let server = try open(context, .rep)
        try server.bind("inproc://poll")
        let client = try open(context, .req)
        try client.connect("inproc://poll")
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }

        var set = PollSet()
        #expect(try set.add(server) == 0)
        #expect(set.add(descriptor: ends[0]) == 1)
        #expect(try set.add(client, for: .writable) == 2)
        #expect(try set.wait(milliseconds: 0) == 1)
        #expect(set.isWritable(2) && !set.isReadable(0) && !set.isReadable(1))
        set.watch(2, for: [])
        #expect(try set.wait(milliseconds: 1) == 0)
        #expect(try client.send([1]))
        #expect(write(ends[1], [7], 1) == 1)
        while try set.wait(milliseconds: nil) < 2 {}
        #expect(set.isReadable(0) && set.isReadable(1) && set.ready(2) == [])
        #expect(try server.events().contains(.readable))
        #expect(try server.fileDescriptor() >= 0)
    }

    /// A socket's descriptor signals a message only once. Messages that are left in the socket, or
    /// that arrive while it is used, must still end the next wait.
    @Test(arguments: ["inproc", "ipc"])
    func `A wait ends for each message, even one left in the socket`(_ transport: String) throws {
        let folder = Folder()
        let endpoint = transport == "ipc" ? "ipc://\(folder.path)/command" : "inproc://waits"
        let context = try Context()
        let server = try open(context, .router)
        try server.bind(endpoint)
        let client = try open(context, .dealer)
        try client.connect(endpoint)
        var both = PollSet()
        try both.add(server)
        try both.add(client)
        var frame = Message()
        var message = Message()
        let seed: UInt64 = 1
        var state = seed
        var (sent, answered, received) = (0, 0, 0)
        while received < 20_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let choice = state >> 60
            while sent < 20_000, sent - received < choice + 1 {
                #expect(try client.send([UInt8(truncatingIfNeeded: sent)]))
                sent += 1
            }
            guard try both.wait(milliseconds: Int(patience)) > 0 else {
                Issue.record("seed \(seed): \(sent) sent, \(answered), \(received), no news")
                return
            }
            // Some messages stay unread, and the next wait must find them.
            for _ in 0...choice where both.isReadable(0) {
                guard try server.receive(into: &frame, wait: false) else { break }
                #expect(try server.receive(into: &message))
                #expect(try server.send(frame.bytes, more: true))
                #expect(try server.send(message.bytes))
                answered += 1
            }
            for _ in 0...(choice / 2) where both.isReadable(1) {
                guard try client.receive(into: &message, wait: false) else { break }
                #expect(message.bytes == [UInt8(truncatingIfNeeded: received)], "seed \(seed)")
                received += 1
            }
        }
    }

    @Test func `A wake-up without a message does not end the wait early`() throws {
        let context = try Context()
        let publisher = try open(context, .pub)
        try publisher.bind("inproc://rest")
        let subscriber = try open(context, .sub)
        var set = PollSet()
        try set.add(publisher)
        try set.add(subscriber)
        try subscriber.connect("inproc://rest")
        try subscriber.set(.subscribe, [])
        let clock = ContinuousClock()
        let waited = try clock.measure { () throws in
            #expect(try set.wait(milliseconds: 100) == 0)
        }
        #expect(waited >= .milliseconds(99))
    }

    @Test func `A message above the size limit is not delivered`() throws {
        let folder = Folder()
        let endpoint = "ipc://\(folder.path)/command"
        let context = try Context()
        let server = try open(context, .rep)
        try server.set(.maxMessageSize, 100)
        try server.bind(endpoint)
        let client = try Socket(context, .req)
        try client.set(.receiveTimeout, 100)
        try client.connect(endpoint)
        #expect(try client.send([UInt8](repeating: 1, count: 101)))
        var message = Message()
        #expect(try !client.receive(into: &message))
        #expect(try !server.receive(into: &message, wait: false))
    }

    @Test func `An error contains the operation and the reason`() throws {
        let folder = Folder()
        let context = try Context()
        let server = try Socket(context, .rep)
        try server.bind("inproc://taken")
        let other = try Socket(context, .rep)
        let long = "ipc://\(folder.path)/\(String(repeating: "x", count: 120))"
        #expect(
            throws: ZMQError(code: EADDRINUSE, operation: "bind inproc://taken"),
            performing: { try other.bind("inproc://taken") })
        #expect(
            throws: ZMQError(code: ENAMETOOLONG, operation: "bind \(long)"),
            performing: { try other.bind(long) })
        let text = "bind inproc://taken: Address already in use"
        #expect(ZMQError(code: EADDRINUSE, operation: "bind inproc://taken").description == text)
        let errors = [
            Self.description { try other.connect("nonsense") },
            Self.description { try other.set(.xpubManual, true) },
            Self.description { _ = try other.send([1]) },
        ]
        #expect(
            errors == [
                "connect nonsense: Invalid argument", "set xpubManual: Invalid argument",
                "send: Operation cannot be accomplished in current state",
            ])
    }

    private static func description(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "no error"
        } catch {
            return "\(error)"
        }
    }

    /// A signal ends a wait only if this was requested.
    @Test func `A signal ends only waits that are interruptible`() throws {
        let context = try Context()
        let server = try Socket(context, .rep)
        try server.bind("inproc://signals")
        try server.set(.receiveTimeout, 200)
        var message = Message()
        var set = PollSet()
        try set.add(server)
        let once = Alarm(rings: 1)
        let waited = try ContinuousClock().measure { () throws in
            #expect(try !server.receive(into: &message))
        }
        once.stop()
        #expect(waited >= .milliseconds(190))
        // Without the signals, these waits would not end.
        let alarm = Alarm(rings: .max)
        defer { alarm.stop() }
        try server.set(.receiveTimeout, -1)
        #expect(try !server.receive(into: &message, interruptible: true))
        #expect(try set.wait(milliseconds: nil) == 0)
    }
}

/// Sends signals to the thread that created it, until it is stopped.
private final class Alarm: @unchecked Sendable {
    private let target = pthread_self()
    private let isOver = Atomic(false)
    private let hasEnded = DispatchSemaphore(value: 0)

    init(rings: Int) {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in }
        #expect(sigaction(SIGUSR1, &action, nil) == 0)
        // Threads that run tests start with all signals blocked.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGUSR1)
        #expect(pthread_sigmask(SIG_UNBLOCK, &signals, nil) == 0)
        Thread.detachNewThread { [self] in
            var rung = 0
            while rung < rings, !isOver.load(ordering: .relaxed) {
                usleep(20_000)
                pthread_kill(target, SIGUSR1)
                rung += 1
            }
            hasEnded.signal()
        }
    }

    func stop() {
        isOver.store(true, ordering: .relaxed)
        hasEnded.wait()
    }
}
