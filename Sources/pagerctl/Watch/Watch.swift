internal import PagerClient
internal import PagerModel

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
