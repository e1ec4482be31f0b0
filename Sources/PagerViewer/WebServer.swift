internal import CLinux
internal import Glibc
internal import SystemCalls
internal import PagerModel

/// Serves browsers on one port of 127.0.0.1, all of them on one thread.
///
/// Every connection has bounds of its own: for what it may send before it is understood, for how
/// long that may take, and for what is kept until it has read.
final class WebServer {
    /// Connections at once; of more than these, those end first that have not shown the token and
    /// have been silent longest. A WebSocket that was admitted never ends for this reason.
    static let mostConnections = 256
    /// Connections that are taken before those that are there have their turn.
    static let mostAccepted = 16
    /// Requests or frames of one connection that are taken before the others have their turn.
    static let mostTaken = 8
    /// Seconds until a request must be whole, and until a WebSocket must show the token.
    static let patience = 10.0
    /// Seconds in which a browser must take some of a message.
    static let longestStall = 10.0
    /// Seconds in which a browser must take all of a message.
    static let longestMessage = 60.0
    /// Seconds in which what comes after the last response is thrown away.
    static let longestDrain = 1.0
    /// Seconds between two messages to a browser: what happens meanwhile goes out together, and
    /// costs it as much as one event does.
    static let pause = 0.004

    let port: UInt16
    private let site: Site
    private let listener: Int32
    private let poll: Int32
    private let alarm: Int32
    private var connections: [Int32: BrowserConnection] = [:]
    /// Descriptors of connections with more requests or frames than one turn takes.
    private var unfinished: Set<Int32> = []
    /// Connections that have ever come.
    private var accepted = 0

    init(_ listener: Listener, site: Site) {
        self.site = site
        self.listener = listener.descriptor
        port = listener.port
        poll = epoll_create1(Int32(EPOLL_CLOEXEC))
        alarm = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        precondition(poll >= 0 && alarm >= 0, "no descriptors are left")
        watch(listener.descriptor)
        watch(alarm)
    }

    /// What wakes the server from other threads.
    var wake: @Sendable () -> Void {
        let alarm = alarm
        return { eventfd_write(alarm, 1) }
    }

    func run() -> Never {
        while true {
            let events = epollWait(poll, atMost: 64, timeout)
            let time = Self.now()
            let earlier = unfinished
            unfinished = []
            for descriptor in earlier { serve(descriptor, 0, at: time) }
            for event in events {
                switch event.descriptor {
                case listener: accept(at: time)
                case alarm: takeEvents(alarm)
                default: serve(event.descriptor, event.events, at: time)
                }
            }
            passOn(at: time)
            expire(at: time)
        }
    }

    /// Milliseconds until something is due without anything coming.
    private var timeout: Int32 {
        guard unfinished.isEmpty else { return 0 }
        let time = Self.now()
        let isPaused = connections.values.contains {
            $0.standing.outlet != nil && !$0.hasOutput && $0.nextMessage > time
        }
        return isPaused ? 4 : 500
    }

    // MARK: connections

    private func accept(at time: Double) {
        // What has come on a connection is read before newer ones can take its place.
        for _ in 0..<Self.mostAccepted {
            let descriptor = Glibc.accept(listener, nil, nil)
            guard descriptor >= 0 else {
                // Without a place for it the connection would be announced again and again.
                if errno == EMFILE || errno == ENFILE { endLongestSilent() }
                return
            }
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
            setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, to: 1)
            accepted += 1
            connections[descriptor] = BrowserConnection(
                descriptor: descriptor, number: accepted, at: time)
            watch(descriptor)
            if connections.count > Self.mostConnections { endLongestSilent() }
        }
    }

    private func endLongestSilent() {
        let idle = connections.values.filter { $0.standing.outlet == nil }
        let strangers = idle.filter { !$0.hasToken }
        let silent = (strangers.isEmpty ? idle : strangers)
            .min { ($0.heard, $0.number) < ($1.heard, $1.number) }
        if let silent { end(silent) }
    }

    private func end(_ connection: BrowserConnection) {
        site.conversation.end(connection.standing)
        epollControl(poll, EPOLL_CTL_DEL, connection.descriptor, events: 0)
        connections[connection.descriptor] = nil
        unfinished.remove(connection.descriptor)
    }

    private func serve(_ descriptor: Int32, _ events: UInt32, at time: Double) {
        guard let connection = connections[descriptor] else { return }
        var flow = BrowserConnection.Flow.open
        if events & EPOLLIN.rawValue != 0 { flow = connection.read() }
        if events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 { flow = .ended }
        if flow == .open { flow = advance(connection, at: time) }
        guard flow == .open else { return end(connection) }
        watch(connection)
    }

    /// Takes what is whole, and sends what can be sent.
    private func advance(
        _ connection: BrowserConnection, at time: Double
    ) -> BrowserConnection.Flow {
        if connection.hasOutput, connection.write(at: time) == .ended { return .ended }
        var taken = 0
        while !connection.isDraining {
            // The next request waits until the response is sent.
            if connection.hasOutput, !connection.isWebSocket {
                guard connection.write(at: time) == .open else { return .ended }
                if connection.hasOutput { return .open }
                continue
            }
            guard taken < Self.mostTaken else {
                unfinished.insert(connection.descriptor)
                break
            }
            taken += 1
            let took =
                connection.isWebSocket
                ? takeFrame(of: connection, at: time) : takeRequest(of: connection, at: time)
            guard took else { break }
        }
        return connection.hasOutput ? connection.write(at: time) : .open
    }

    /// Whether there was a whole request.
    private func takeRequest(of connection: BrowserConnection, at time: Double) -> Bool {
        var response: Response
        do throws(RequestHead.Problem) {
            guard let request = try connection.takeRequest(at: time) else { return false }
            response = site.answer(request)
            // No request here has a body; the connection is of no use when one comes.
            response.isLast = request.hasBody || request["connection"]?.lowercased() == "close"
        } catch {
            response =
                error == .tooLong
                ? Answers.refusal(.headersTooLarge, "a request has at most 16 KiB before its body")
                : Answers.refusal(.badRequest, "this is no request of HTTP/1.1 in ASCII")
            response.isLast = true
        }
        if response.status == .switchingProtocols { connection.beginConversation(at: time) }
        connection.respond(response)
        return true
    }

    /// Whether there was a whole frame.
    private func takeFrame(of connection: BrowserConnection, at time: Double) -> Bool {
        do throws(WebSocket.Problem) {
            guard let frame = try connection.takeFrame(at: time) else { return false }
            guard case .message(let message) = frame else { return true }
            do throws(Conversation.Ending) {
                try site.conversation.take(message, &connection.standing)
                connection.wasAdmitted()
                return true
            } catch {
                if let refusal = error.refusal {
                    connection.send([Conversation.refusal(refusal)], at: time)
                }
            }
        } catch {
            // What came is no WebSocket, or too long: nothing more is understood.
        }
        connection.sendClose(at: time)
        return false
    }

    // MARK: messages to browsers

    /// Sends each browser that can take it what waits for it.
    private func passOn(at time: Double) {
        for connection in connections.values {
            guard let outlet = connection.standing.outlet else { continue }
            let relay = site.conversation.relay
            guard !relay.isClosed(outlet) else {
                end(connection)
                continue
            }
            guard !connection.hasOutput, !connection.isDraining, connection.nextMessage <= time
            else { continue }
            guard let message = relay.next(outlet) else { continue }
            connection.nextMessage = time + Self.pause
            connection.send(message.parts, keeping: message.delivery, at: time)
            guard connection.write(at: time) == .open else {
                end(connection)
                continue
            }
            watch(connection)
        }
    }

    private func expire(at time: Double) {
        for connection in connections.values {
            let waits = connection.waitingSince.map { time - $0 > Self.patience } ?? false
            let stalls =
                connection.isWebSocket
                && connection.sendingSince.map {
                    time - connection.progressed > Self.longestStall
                        || time - $0 > Self.longestMessage
                } ?? false
            let drains = connection.drainingSince.map { time - $0 > Self.longestDrain } ?? false
            if waits || stalls || drains { end(connection) }
        }
    }

    // MARK: the kernel

    private func watch(_ descriptor: Int32) {
        epollControl(poll, EPOLL_CTL_ADD, descriptor, events: EPOLLIN.rawValue)
    }

    /// A connection that has a response to send is not read: what comes stays with the sender.
    private func watch(_ connection: BrowserConnection) {
        let reads =
            (connection.isWebSocket || !connection.hasOutput)
            && !unfinished.contains(connection.descriptor)
        let events =
            (reads ? EPOLLIN.rawValue : 0) | (connection.hasOutput ? EPOLLOUT.rawValue : 0)
        epollControl(poll, EPOLL_CTL_MOD, connection.descriptor, events: events)
    }

    private static func now() -> Double {
        let time = clockTime(CLOCK_MONOTONIC)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// The socket on which browsers arrive.
struct Listener {
    let descriptor: Int32
    let port: UInt16

    /// Listens on 127.0.0.1.
    ///
    /// - Parameter port: 0 for any that is free.
    /// - Returns: nil where the port cannot be had; `errno` says why.
    init?(port: UInt16) {
        let flags = Int32(
            SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_INET, flags, 0)
        guard descriptor >= 0 else { return nil }
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, to: 1)
        guard let port = listen(descriptor, onPort: port) else {
            let problem = errno
            close(descriptor)
            errno = problem
            return nil
        }
        self.descriptor = descriptor
        self.port = port
    }

    /// Lets the process have many open files, as far as it may.
    static func allowManyFiles() {
        guard var limit = descriptorLimit() else { return }
        limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, 65_536))
        // Where it is refused there are as many as before.
        setDescriptorLimit(limit)
    }
}
