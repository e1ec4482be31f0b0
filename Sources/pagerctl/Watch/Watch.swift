internal import CLinux
internal import Glibc
internal import PagerClient
internal import PagerModel
internal import SystemCalls

/// The subcommand `watch`: shows a daemon's state in the whole terminal, with keys that turn pages.
struct Watch: ~Copyable {
    private let options: GlobalOptions
    private let address: Address
    private var view = WatchView()
    private var screen: WatchScreen
    private var input: WatchInput
    private var lastHeard = ContinuousClock.now

    /// The time without a message from the daemon after which `watch` reports a missing heartbeat.
    private static let silence = Duration.seconds(3)

    static let verb = Verb(
        name: "watch",
        summary: "Shows the tree, the state and the events, and turns pages by keys.",
        notes: """
            Left and right turn the pages of the pager at the cursor, or of the first one on
            screen. Up and down move the cursor, Enter shows the controller at the cursor.
            p pauses and resumes, f filters the events, q quits.
            """, run: { (options, _) throws(Failure) in try run(options) })

    private static func run(_ options: GlobalOptions) throws(Failure) -> Int32 {
        let address = try options.address()
        do {
            // A missing daemon is reported before the screen changes.
            var requester = try Requester(
                address.command, timeout: options.patience, keys: address.keys)
            _ = try requester.send(ServerPing())
        } catch {
            throw Failure(error)
        }
        var watch = try Watch(options, address)
        try watch.follow()
        return 0
    }

    private init(_ options: GlobalOptions, _ address: Address) throws(Failure) {
        let screen = try WatchScreen()
        let input = try WatchInput()
        self.options = options
        self.address = address
        self.screen = screen
        self.input = input
        view.name = options.name ?? "pagerd"
    }

    private mutating func follow() throws(Failure) {
        do {
            var subscription = try Subscription.open(
                address, timeout: options.patience, watching: input.descriptor, isInput: true)
            view.mirror = try Mirror(&subscription)
            while true {
                draw()
                switch try subscription.next(timeout: 1) {
                case .news(let news): try take(news, &subscription)
                case .timedOut:
                    if ContinuousClock.now - lastHeard > Self.silence {
                        view.notice = "no heartbeat from the daemon"
                    }
                case .descriptor: break
                }
                // All pending news is applied before the next drawing.
                while case .news(let news) = try subscription.next(timeout: 0) {
                    try take(news, &subscription)
                }
                for signal in input.take() where try !act(on: signal) { return }
            }
        } catch let error as Failure {
            throw error
        } catch let error as ClientError {
            throw Failure(error)
        } catch {
            preconditionFailure("\(error)")
        }
    }

    private mutating func draw() {
        screen.show(view.lines(width: screen.width, height: screen.height))
    }

    // MARK: News

    private mutating func take(
        _ news: Subscription.News, _ subscription: inout Subscription
    ) throws {
        lastHeard = ContinuousClock.now
        _ = try view.mirror.take(news, from: &subscription)
        switch news {
        case .event(let event): view.note(event.value)
        case .restarted, .lost, .forked: view.notice = ""
        case .shutdown: view.notice = "the daemon has ended; waiting for it to start again"
        case .heartbeat: if view.notice == "no heartbeat from the daemon" { view.notice = "" }
        case .replayed: break
        }
    }

    // MARK: Keys

    /// Handles a key or signal. Returns false if the program must end.
    private mutating func act(on signal: WatchInput.Signal) throws -> Bool {
        switch signal {
        case .ended: return false
        case .resized: screen.measure()
        case .key(let key): return press(key)
        }
        return true
    }

    private mutating func press(_ key: WatchInput.Key) -> Bool {
        switch key {
        case .character(UInt8(ascii: "q")), .character(3), .escape: return false
        case .left: turn("pager.previous")
        case .right, .character(UInt8(ascii: " ")): turn("pager.next")
        case .up, .character(UInt8(ascii: "k")): view.choose(by: -1)
        case .down, .character(UInt8(ascii: "j")): view.choose(by: 1)
        case .enter: showChosen()
        case .character(UInt8(ascii: "p")): pauseOrResume()
        case .character(UInt8(ascii: "f")):
            view.filter = (view.filter + 1) % WatchView.filters.count
        case .character: break
        }
        return true
    }

    /// The pager under the cursor, or else the first pager on screen.
    private var pager: Value? {
        let pagers = view.mirror.controllers.filter { $0["kind"] == "pager" }
        return pagers.first { $0["id"]?.string == view.chosen } ?? pagers.first(where: \.isOnScreen)
    }

    private mutating func turn(_ method: String) {
        guard let id = pager?["id"] else { return view.notice = "no pager is on screen" }
        send(method, [.init("id", id), .init("user", true), .init("interruption", "replace")])
    }

    private mutating func pauseOrResume() {
        guard let pager, let id = pager["id"] else {
            return view.notice = "no pager is on screen"
        }
        send(pager.isHeld ? "pager.resume" : "pager.pause", [.init("id", id)])
    }

    /// Makes a container, such as a pager, select the controller under the cursor. The container is
    /// the one that has the controller in its list.
    private mutating func showChosen() {
        guard let chosen = view.chosen else { return }
        for record in view.mirror.controllers {
            let list = (record["pages"] ?? record["controllers"])?.array ?? []
            guard list.contains(.string(chosen)), let id = record["id"] else { continue }
            let name = Value.Member("id", id)
            switch record["kind"]?.string {
            case "pager":
                send("pager.select", [name, .init("page", .string(chosen)), .init("user", true)])
            case "tabBar":
                send(
                    "tabBar.select",
                    [name, .init("controller", .string(chosen)), .init("user", true)])
            case "navigation":
                send("navigation.popTo", [name, .init("controller", .string(chosen))])
            default: continue
            }
            return
        }
        view.notice = "\(chosen) is not in the list of a container"
    }

    private mutating func send(_ method: String, _ params: [Value.Member]) {
        do {
            var requester = try Requester(
                address.command, timeout: options.patience, keys: address.keys)
            let reply = try requester.request(method, params)
            view.notice = reply.diagnostics.first ?? ""
        } catch {
            view.notice = "\(error)"
        }
    }
}

/// The key presses and signals of a terminal, reported through one pollable descriptor.
struct WatchInput: ~Copyable {
    enum Signal {
        case key(Key)
        case resized
        /// A signal has requested the program to end, or the terminal's input has ended.
        case ended
    }

    enum Key: Equatable {
        case up, down, left, right, enter, escape
        case character(UInt8)
    }

    /// The descriptor to poll. It is readable when a key press or a signal is pending.
    let descriptor: Int32
    private let signals: Int32
    private var bytes: [UInt8] = []

    private static let told = [SIGWINCH, SIGTERM, SIGINT, SIGHUP]

    /// Opens the descriptor and blocks the signals that it reports.
    ///
    /// - Throws: `Failure` with exit status 1 if the system cannot create a descriptor.
    init() throws(Failure) {
        signals = blockedSignals(Self.told)
        descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard signals >= 0, descriptor >= 0 else {
            throw Failure(
                Failure.unreachable, "cannot wait for keys: \(errorText(errno))")
        }
        for source in [STDIN_FILENO, signals] {
            epollControl(descriptor, EPOLL_CTL_ADD, source, events: EPOLLIN.rawValue)
        }
    }

    deinit {
        close(signals)
        close(descriptor)
    }

    /// Returns the pending key presses and signals without waiting.
    mutating func take() -> [Signal] {
        var found: [Signal] = []
        for event in epollWait(descriptor, atMost: 2, 0) {
            found += event.descriptor == signals ? takeSignals() : takeKeys()
        }
        return found
    }

    private func takeSignals() -> [Signal] {
        var found: [Signal] = []
        while let signal = nextSignal(signals) {
            found.append(signal == SIGWINCH ? .resized : .ended)
        }
        return found
    }

    private mutating func takeKeys() -> [Signal] {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = read(STDIN_FILENO, into: &buffer)
        if count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN) { return [.ended] }
        return Self.keys(Array(buffer.prefix(max(count, 0)))).map { .key($0) }
    }

    /// Decodes the keys in the bytes that a terminal sends. The bytes must not end in the middle of
    /// an escape sequence.
    static func keys(_ bytes: [UInt8]) -> [Key] {
        var keys: [Key] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            switch byte {
            case 0x1B where rest.first == UInt8(ascii: "[") || rest.first == UInt8(ascii: "O"):
                rest = rest.dropFirst()
                // The parameters end before the letter that identifies the key.
                while let next = rest.first, (0x30...0x3F).contains(next) {
                    rest = rest.dropFirst()
                }
                switch rest.popFirst() {
                case UInt8(ascii: "A"): keys.append(.up)
                case UInt8(ascii: "B"): keys.append(.down)
                case UInt8(ascii: "C"): keys.append(.right)
                case UInt8(ascii: "D"): keys.append(.left)
                default: break
                }
            case 0x1B: keys.append(.escape)
            case 0x0D, 0x0A: keys.append(.enter)
            default: keys.append(.character(byte))
            }
        }
        return keys
    }
}
