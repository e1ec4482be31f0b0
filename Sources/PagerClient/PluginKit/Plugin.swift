internal import LibC
public import PagerModel
internal import PagerWire
internal import SystemCalls

/// A program that hosts pages of a daemon: it provides their content and receives their callbacks.
///
///     try Plugin("clock").page("clock") { Clock() }.run()
///
/// See `PluginPage`. Use a plugin only on the thread that calls `run()`.
public final class Plugin {
    /// The plugin's name. A daemon that starts this program sets the name in the environment
    /// variable `PAGERD_PLUGIN`.
    public let name: String
    /// The permissions that the daemon granted at the last registration. Without permissions, a
    /// plugin may change only the controllers that it hosts.
    public private(set) var grants: [String] = []
    /// The pages that this plugin hosts during the current connection to the daemon.
    public var pages: [PluginPage] { Array(pagesByID.values) }
    /// The function that reports the error of each refused command and the reason for each lost
    /// connection. By default, it writes to standard error.
    public var report: (String) -> Void = { text in
        let line = Array((text + "\n").utf8)
        _ = SystemCalls.write(STDERR_FILENO, line[...])
    }

    private struct Kind {
        let name: String
        let answers: Set<QuestionKind>
        let make: () -> PluginPage
    }

    private var pagesByID: [TextKey: PluginPage] = [:]
    private let endpoint: String
    private let keys: ClientKeys?
    private var kinds: [Kind] = []
    private var unsent: [(method: String, params: [Value.Member])] = []
    /// The initial and the maximum pause between two attempts to connect, in seconds.
    private static let pauses = (0.1, 2.0)

    /// Creates a plugin. Only `run()` connects it to the daemon.
    ///
    /// - Parameters:
    ///   - name: The plugin's name; `PAGERD_PLUGIN` overrides it.
    ///   - instance: The name of the daemon. If nil, the endpoint in the environment variable
    ///     `PAGERD_PLUGINS` is used. If this variable is not set, the name of the daemon is the
    ///     value of `PAGERD_NAME`, else `default`.
    ///   - endpoint: The endpoint of the daemon's plugins socket. If given, the name of the daemon
    ///     is not used.
    ///   - keys: The keys for a TCP endpoint.
    /// - Throws: `badAddress` for an invalid name of the daemon, or if the folder of its sockets
    ///   cannot be trusted.
    public init(
        _ name: String, instance: String? = nil, endpoint: String? = nil, keys: ClientKeys? = nil
    ) throws(ClientError) {
        self.name = environmentVariable("PAGERD_PLUGIN").flatMap { $0.isEmpty ? nil : $0 } ?? name
        self.endpoint = try Address.plugins(name: instance, plugins: endpoint)
        self.keys = keys
    }

    /// Adds a kind of pages that this plugin hosts.
    ///
    /// - Parameters:
    ///   - kind: The name of the kind, which clients pass to `controller.create`.
    ///   - questions: The questions that the pages answer, in addition to `contentFor`.
    ///   - make: Creates the page of a controller.
    /// - Returns: This plugin.
    @discardableResult
    public func page(
        _ kind: String, answering questions: Set<QuestionKind> = [],
        _ make: @escaping () -> PluginPage
    ) -> Plugin {
        kinds.append(Kind(name: kind, answers: questions, make: make))
        return self
    }

    /// Hosts the pages until the daemon reports its shutdown. If the connection fails or is lost
    /// without a shutdown, tries to connect again until it succeeds.
    ///
    /// - Throws: `refused` if the daemon does not accept the registration, `notAdmitted` if the
    ///   daemon refuses the keys, `badAddress` if the path of the daemon's socket is too long.
    public func run() throws(ClientError) {
        var pause = Self.pauses.0
        var wasAttached = false
        while true {
            var isAttached = false
            do throws(ClientError) {
                defer { endAll() }
                try serve {
                    (isAttached, wasAttached) = (true, true)
                    pause = Self.pauses.0
                }
                return
            } catch {
                switch error {
                case .notAdmitted, .badAddress: throw error
                case .refused(let refused):
                    // After the registration, a refusal means that the daemon has removed the
                    // plugin. At a reconnection, the name may still be taken because the daemon has
                    // not noticed the end of the last connection. In both cases, try again.
                    guard isAttached || wasAttached && refused.name == "nameTaken" else {
                        throw error
                    }
                case .noDaemon, .timedOut, .badReply, .transport: break
                }
                report("\(name): \(error); trying again")
            }
            usleep(UInt32(pause * 1e6))
            pause = min(2 * pause, Self.pauses.1)
        }
    }

    func tell(_ method: String, _ params: [Value.Member]) { unsent.append((method, params)) }

    // MARK: a connection

    private func serve(_ attached: () -> Void) throws(ClientError) {
        var connection = try PluginConnection(endpoint, keys: keys)
        let reply = try connection.register(
            name: name, kinds: kinds.map(\.name), decisions: decisions.map { .string($0.rawValue) })
        attached()
        begin(reply)
        while true {
            runTimers()
            try flush(&connection)
            while let message = try connection.next() {
                guard try take(message, &connection) else { return }
                try flush(&connection)
            }
            try connection.renew()
            try connection.wait(milliseconds: millisecondsToTimer)
        }
    }

    private var decisions: [QuestionKind] {
        QuestionKind.allCases.filter { question in
            question == .contentFor || kinds.contains { $0.answers.contains(question) }
        }
    }

    private func flush(_ connection: inout PluginConnection) throws(ClientError) {
        while !unsent.isEmpty {
            let (method, params) = unsent.removeFirst()
            try connection.tell(method, params)
        }
    }

    private func begin(_ reply: Value) {
        grants = reply["grants"]?.array?.compactMap(\.string) ?? []
        for record in reply["controllers"]?.array ?? [] {
            guard let page = add(record, id: record["id"]) else { continue }
            let appearance: PluginPage.Appearance =
                switch record["appearance"]?.string {
                case "appearing": .appearing
                case "appeared": .appeared
                case "disappearing": .disappearing
                default: .disappeared
                }
            page.become(isLoaded: record["isViewLoaded"]?.bool == true, appearance)
            if page.isLoaded { page.refresh() }
        }
    }

    private func endAll() {
        let ended = pages
        pagesByID = [:]
        for page in ended { page.end() }
        unsent = []
    }

    private func add(_ record: Value, id: Value?) -> PluginPage? {
        guard let id = id?.string,
            let kind = kinds.first(where: { $0.name == record["kind"]?.string })
        else { return nil }
        let page = kind.make()
        page.id = id
        page.plugin = self
        page.answers = kind.answers
        pagesByID[TextKey(id)] = page
        return page
    }

    // MARK: messages

    /// Handles a message of the daemon. Returns false if the daemon is stopping.
    private func take(
        _ message: PluginConnection.Message, _ connection: inout PluginConnection
    ) throws(ClientError) -> Bool {
        switch message {
        case .shutdown: return false
        case .event(let event): take(event)
        case .question(let id, let params): try connection.answer(id, answer(params))
        case .refused(let method, let refused): report("\(name): \(method): \(refused)")
        }
        return true
    }

    private func take(_ event: Value) {
        guard let id = event["subject"]?.string else { return }
        let name = event["event"]?.string
        if name == "created", pagesByID[TextKey(id)] == nil { _ = add(event, id: event["subject"]) }
        guard let page = pagesByID[TextKey(id)] else { return }
        page.take(event)
        if name == "destroyed" {
            pagesByID[TextKey(id)] = nil
            page.end()
        }
    }

    private func answer(_ params: Value) -> Value {
        guard let question = params["question"]?.string.flatMap({ QuestionKind(rawValue: $0) })
        else { return .null }
        let subjects = ["controller", "container"].compactMap { params[$0]?.string }
        guard let page = subjects.lazy.compactMap({ self.pagesByID[TextKey($0)] }).first else {
            return question.standard
        }
        if question == .contentFor { return page.answerWithContent() }
        // The daemon sends each question that at least one kind of this plugin answers.
        return page.answers.contains(question) ? page.answer(question, params) : question.standard
    }

    // MARK: timers

    private func runTimers() {
        for page in pages where page.isOnScreen {
            for index in page.timers.indices where page.timers[index].next.milliseconds == 0 {
                page.timers[index].scheduleNext()
                page.timers[index].body()
            }
        }
    }

    private var millisecondsToTimer: Int {
        pages.filter(\.isOnScreen).flatMap(\.timers).map(\.next.milliseconds).min() ?? .max
    }
}
