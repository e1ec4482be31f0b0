package import Containment
internal import Containers
internal import PagerModel
internal import PagerWire

/// A command that `Service` executes itself, such as `server.ping` or `batch`. `Scene` executes all
/// other commands.
protocol ServiceCommand: Command {
    /// Whether the command reads an earlier state if a request asks for it. False by default.
    static var readsScene: Bool { get }
    /// Validates and executes the command, and writes the reply.
    func answer(_ context: RequestContext, in service: inout Service) throws(CommandError)
}

extension ServiceCommand {
    static var readsScene: Bool { false }
}

/// A table that contains the implementation of each method of the protocol.
struct MethodTable: Sendable {
    enum Method: Sendable {
        case scene(any SceneCommand.Type)
        case service(any ServiceCommand.Type)
        /// The method `server.stats`. It needs the statistics of the sockets and the journal, which
        /// `Service` does not have.
        case statistics
    }

    /// The implementation of a method, whether the journal records it, and which permissions it
    /// needs.
    struct Entry: Sendable {
        let method: Method
        let isRecorded: Bool
        let onlyReads: Bool
        /// Whether the method reads an earlier state if a request asks for it.
        let readsScene: Bool
        /// The permission that a plugin needs to call the method.
        let access: Access
        /// The role that clients other than plugins need to call the method.
        let role: Role

        init(
            _ method: Method, _ command: any Command.Type, _ kinds: [any KindDeclaration.Type]
        ) {
            self.method = method
            onlyReads = command.onlyReads
            readsScene =
                switch method {
                case .scene: command.onlyReads
                case .service(let type): type.readsScene
                case .statistics: false
                }
            access = Access(command, kinds: kinds)
            role = Role(neededFor: command, kinds: kinds)
            isRecorded = command.isRecorded
        }
    }

    private var methods: [TextKey: Entry] = [:]
    /// The permission for methods that do not exist, by the part of the name before the dot.
    private var families: [TextKey: Access] = [:]

    init(adding additions: Plugins = Plugins()) {
        let kinds = additions.withContainers.kinds
        let declarations = kinds.map(\.declaration)
        for kind in declarations {
            families[TextKey(kind.name.description)] = .grant(kind.grant)
        }
        func add(_ type: any Command.Type, _ method: Method) {
            let entry = Entry(method, type, declarations)
            methods[TextKey(type.method)] = entry
            guard case .grant = entry.access else { return }
            let family = Self.family(of: type.method)
            families[family] = families[family] ?? entry.access
        }
        for type in SceneCommands.all + kinds.flatMap(\.commands) + additions.commands {
            add(type, .scene(type))
        }
        for type in CommandList.ofService { add(type, Self.implementation(of: type)) }
    }

    private static func implementation(of command: any Command.Type) -> Method {
        if command == ServerStats.self { return .statistics }
        guard let type = command as? any ServiceCommand.Type else {
            preconditionFailure("\(command.method) is declared but is not a ServiceCommand")
        }
        return .service(type)
    }

    subscript(method: String) -> Entry? { methods[TextKey(method)] }

    /// Returns the permission that a plugin needs to call a method. A method that does not exist
    /// needs the grant of the first command whose name has the same prefix, or `administer`.
    func access(of method: String) -> Access {
        self[method]?.access ?? families[Self.family(of: method)] ?? .grant(.administer)
    }

    private static func family(of method: String) -> TextKey {
        // The text comes from a client: it may be empty or consist of dots.
        let dot = method.utf8.firstIndex(of: UInt8(ascii: ".")) ?? method.endIndex
        return TextKey(String(method[..<dot]))
    }
}

extension Service {
    /// Checks the controller kinds, commands and styles that a program adds to a daemon. Returns
    /// the reason why the daemon cannot use them, or nil if it can.
    package static func problem(adding additions: Plugins) -> String? {
        additions.withContainers.problem()
    }

    mutating func carryOut(
        _ method: MethodTable.Method, _ params: [Value.Member], _ context: RequestContext,
        _ statistics: () -> DaemonStatistics
    ) throws(CommandError) {
        switch method {
        case .scene(let type): try carryOut(type, params, context)
        case .service(let type): try carryOut(type, params, context)
        case .statistics:
            _ = try ServerStats(reading: params)
            reply(context, stats(statistics()))
        }
    }

    private mutating func carryOut<C: SceneCommand>(
        _: C.Type, _ params: [Value.Member], _ context: RequestContext
    ) throws(CommandError) {
        if !context.isReplayed, let excess = playlistExcess(C.method, params) { throw excess }
        let command = try C(reading: params)
        try checkSocket(of: C.self, context)
        if plugins.decides, let asking = command as? any AskingCommand,
            let decision = try ask(asking, cause: context.cause)
        {
            return self.reply(context, C.Reply(), pending: decision.inquiry.decision)
        }
        let reply = try scene.apply(command, at: scene.now, requestNumber: origin(context.cause))
        let (ignored, reason) = (scene.ignored, scene.ignoredReason)
        let events = closeTransaction(cause: context.cause, isTraced: context.isTraced)
        self.reply(context, reply, ignored: ignored, because: reason, transactions: [events])
    }

    private func checkSocket(
        of command: any Command.Type, _ context: RequestContext
    ) throws(CommandError) {
        if command.isOnlyForPlugins, context.connection == nil { throw .onlyForPlugins }
    }

    private mutating func carryOut<C: ServiceCommand>(
        _: C.Type, _ params: [Value.Member], _ context: RequestContext
    ) throws(CommandError) {
        let command = try C(reading: params)
        try checkSocket(of: C.self, context)
        try command.answer(context, in: &self)
    }
}

extension ServerHello: ServiceCommand {
    func answer(_ context: RequestContext, in service: inout Service) {
        service.reply(context, service.hello(to: context.peer))
    }
}

extension ServerPing: ServiceCommand {
    func answer(_ context: RequestContext, in service: inout Service) {
        service.reply(context, NoFields())
    }
}

extension ServerDescribe: ServiceCommand {
    func answer(_ context: RequestContext, in service: inout Service) throws(CommandError) {
        service.reply(context, try service.describe(self))
    }
}

extension ServerShutdown: ServiceCommand {
    func answer(_ context: RequestContext, in service: inout Service) {
        service.endAfterReply()
        service.reply(context, NoFields())
    }
}

extension ServerReportBook: ServiceCommand {
    func answer(_ context: RequestContext, in service: inout Service) throws(CommandError) {
        guard report.problems.count <= BookReport.mostProblems else {
            throw CommandError(
                .limitExceeded,
                "must have at most \(BookReport.mostProblems) entries, got "
                    + "\(report.problems.count)",
                path: "problems")
        }
        for (index, text) in ([report.path] + report.problems).enumerated()
        where text.utf8.count > Limits.textBytes {
            throw CommandError(
                .limitExceeded,
                "must have at most \(Limits.textBytes) bytes, got \(text.utf8.count)",
                path: index == 0 ? "path" : "problems[\(index - 1)]")
        }
        service.bookReport = report
        service.reply(context, NoFields())
    }
}

extension ScreenReport: ServiceCommand {
    func answer(_ context: RequestContext, in service: inout Service) throws(CommandError) {
        try service.screens.record(self, from: context.peer, at: service.present)
        service.reply(context, NoFields())
    }
}

extension ScreenList: ServiceCommand {
    func answer(_ context: RequestContext, in service: inout Service) {
        var reply = Reply()
        reply.screens = service.screens.records(at: service.present)
        service.reply(context, reply)
    }
}

extension ScreenForget: ServiceCommand {
    func answer(_ context: RequestContext, in service: inout Service) {
        var reply = Reply()
        reply.removed = service.screens.forget(name, at: service.present)
        service.reply(context, reply)
    }
}

extension ClockGet: ServiceCommand {
    func answer(_ context: RequestContext, in service: inout Service) {
        service.reply(context, service.clock())
    }
}

extension ClockAdvance: ServiceCommand {
    func answer(_ context: RequestContext, in service: inout Service) throws(CommandError) {
        let transactions = try service.advance(self, context)
        service.reply(context, service.clock(), transactions: transactions)
    }
}

extension EventsReplay: ServiceCommand {
    func answer(_ context: RequestContext, in service: inout Service) throws(CommandError) {
        try service.replay(self, context)
    }
}

extension StateSnapshot: ServiceCommand {
    static var readsScene: Bool { true }

    func answer(_ context: RequestContext, in service: inout Service) throws(CommandError) {
        try service.snapshot(self, context)
    }
}

extension Batch: ServiceCommand {
    static var readsScene: Bool { true }

    func answer(_ context: RequestContext, in service: inout Service) throws(CommandError) {
        let outcome = try service.carryOut(self, context)
        service.reply(context, outcome.reply, transactions: outcome.transactions)
    }
}

extension PluginRegister: ServiceCommand {
    func answer(_ context: RequestContext, in service: inout Service) throws(CommandError) {
        guard let connection = context.connection else { throw .onlyForPlugins }
        service.reply(context, try service.register(self, on: connection, context))
    }
}

extension PluginHeartbeat: ServiceCommand {
    func answer(_ context: RequestContext, in service: inout Service) {
        service.reply(context, Reply())
    }
}

extension PluginList: ServiceCommand {
    func answer(_ context: RequestContext, in service: inout Service) throws(CommandError) {
        service.reply(context, try service.list(range))
    }
}

extension PluginControllers: ServiceCommand {
    func answer(_ context: RequestContext, in service: inout Service) throws(CommandError) {
        let plugin = try service.plugin(named: name)
        service.reply(context, try service.controllers(of: plugin.name, range))
    }
}

extension PluginForget: ServiceCommand {
    func answer(_ context: RequestContext, in service: inout Service) throws(CommandError) {
        try service.forget(self)
        service.reply(context, NoFields())
    }
}

extension CommandError {
    fileprivate static var onlyForPlugins: CommandError {
        CommandError(.unsupported, "only a plugin may send this, over the plugins socket")
    }
}
