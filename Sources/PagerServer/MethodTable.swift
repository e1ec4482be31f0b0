package import Containment
internal import Containers
internal import PagerModel
internal import PagerWire

/// A command that the daemon carries out itself, beside those of the scene.
protocol ServiceCommand: Command {
    /// Validates, acts, and writes the reply.
    func answer(_ request: Request, in service: inout Service) throws(Refusal)
}

/// Who carries out each method.
struct MethodTable: Sendable {
    enum Method: Sendable {
        case scene(any SceneCommand.Type)
        case service(any ServiceCommand.Type)
    }

    static let service: [any ServiceCommand.Type] = [
        ServerHello.self, ServerPing.self, ServerStats.self, ServerDescribe.self,
        ServerShutdown.self, ClockGet.self, ClockAdvance.self, EventsReplay.self,
        StateSnapshot.self, Batch.self, PluginRegister.self, PluginHeartbeat.self,
        PluginList.self, PluginControllers.self, PluginForget.self,
    ]

    /// Who carries a method out, and whether the journal keeps what it did.
    struct Entry: Sendable {
        let method: Method
        let isRecorded: Bool
        /// What a plugin needs to send it.
        let access: Access
        /// What any other peer needs.
        let role: Role

        init(
            _ method: Method, _ command: any Command.Type, _ kinds: [any KindDeclaration.Type]
        ) {
            self.method = method
            access = Access(command, kinds: kinds)
            role = Role(neededFor: command.method, access)
            isRecorded = MethodTable.changesState(command.method, access)
        }
    }

    private var methods: [TextKey: Entry] = [:]

    init(adding additions: Plugins = Plugins()) {
        let kinds = Containers.kinds + additions.kinds
        let declarations = kinds.map(\.declaration)
        for type in SceneCommands.all + kinds.flatMap(\.commands) + additions.commands {
            methods[TextKey(type.method)] = Entry(.scene(type), type, declarations)
        }
        for type in Self.service {
            methods[TextKey(type.method)] = Entry(.service(type), type, declarations)
        }
    }

    subscript(method: String) -> Entry? { methods[TextKey(method)] }

    /// What only reads needs no record, and the end of a daemon is not to be repeated.
    private static func changesState(_ method: String, _ access: Access) -> Bool {
        switch method {
        case PluginRegister.method: true
        case ServerShutdown.method: false
        default: access != .free
        }
    }
}

extension Service {
    /// Why a daemon cannot have what a program adds, nil where it can.
    package static func problem(adding additions: Plugins) -> String? {
        Plugins(
            kinds: Containers.kinds + additions.kinds, commands: additions.commands,
            styles: additions.styles
        ).problem(besides: MethodTable.service.map { $0.method })
    }

    mutating func carryOut(_ method: MethodTable.Method, _ request: Request) throws(Refusal) {
        switch method {
        case .scene(let type): try carryOut(type, request)
        case .service(let type): try carryOut(type, request)
        }
    }

    private mutating func carryOut<C: SceneCommand>(
        _: C.Type, _ request: Request
    ) throws(Refusal) {
        let command = try C(reading: request.params)
        if plugins.decides, let asking = command as? any AskingCommand,
            let decision = try ask(asking, cause: request.cause)
        {
            return self.reply(request, C.Reply(), pending: decision.inquiry.decision)
        }
        let reply = try scene.apply(command, at: scene.now, origin: origin(request.cause))
        let ignored = scene.ignored
        let turn = closeTurn(cause: request.cause)
        self.reply(request, reply, ignored: ignored, turns: [turn])
    }

    private mutating func carryOut<C: ServiceCommand>(
        _: C.Type, _ request: Request
    ) throws(Refusal) {
        let command = try C(reading: request.params)
        try command.answer(request, in: &self)
    }
}

extension Request {
    /// What each event of this request carries, where the client has a name.
    var cause: EventCause? {
        client.map { EventCause(client: $0, id: id ?? .null) }
    }
}

extension ServerHello: ServiceCommand {
    func answer(_ request: Request, in service: inout Service) {
        service.reply(request, service.hello())
    }
}

extension ServerPing: ServiceCommand {
    func answer(_ request: Request, in service: inout Service) {
        service.reply(request, NoFields())
    }
}

extension ServerStats: ServiceCommand {
    func answer(_ request: Request, in service: inout Service) {
        service.statsRequest = request
        service.reply(request, service.stats())
    }
}

extension ServerDescribe: ServiceCommand {
    func answer(_ request: Request, in service: inout Service) throws(Refusal) {
        service.reply(request, try service.describe(self))
    }
}

extension ServerShutdown: ServiceCommand {
    func answer(_ request: Request, in service: inout Service) {
        service.endAfterReply()
        service.reply(request, NoFields())
    }
}

extension ClockGet: ServiceCommand {
    func answer(_ request: Request, in service: inout Service) {
        service.reply(request, service.clock())
    }
}

extension ClockAdvance: ServiceCommand {
    func answer(_ request: Request, in service: inout Service) throws(Refusal) {
        let turns = try service.advance(self, cause: request.cause)
        service.reply(request, service.clock(), turns: turns)
    }
}

extension EventsReplay: ServiceCommand {
    func answer(_ request: Request, in service: inout Service) throws(Refusal) {
        try service.replay(self, request)
    }
}

extension StateSnapshot: ServiceCommand {
    func answer(_ request: Request, in service: inout Service) throws(Refusal) {
        try service.snapshot(self, request)
    }
}

extension Batch: ServiceCommand {
    func answer(_ request: Request, in service: inout Service) throws(Refusal) {
        let outcome = try service.carryOut(self, cause: request.cause)
        service.reply(request, outcome.reply, turns: outcome.turns)
    }
}

extension PluginRegister: ServiceCommand {
    func answer(_ request: Request, in service: inout Service) throws(Refusal) {
        guard let caller = service.caller else { throw .onlyOnPluginsSocket }
        service.reply(request, try service.register(self, caller))
    }
}

extension PluginHeartbeat: ServiceCommand {
    func answer(_ request: Request, in service: inout Service) throws(Refusal) {
        guard service.caller != nil else { throw .onlyOnPluginsSocket }
        service.reply(request, Reply())
    }
}

extension PluginList: ServiceCommand {
    func answer(_ request: Request, in service: inout Service) throws(Refusal) {
        service.reply(request, try service.list(range))
    }
}

extension PluginControllers: ServiceCommand {
    func answer(_ request: Request, in service: inout Service) throws(Refusal) {
        let plugin = try service.plugin(named: name)
        service.reply(request, try service.controllers(of: plugin.name, range))
    }
}

extension PluginForget: ServiceCommand {
    func answer(_ request: Request, in service: inout Service) throws(Refusal) {
        try service.forget(self)
        service.reply(request, NoFields())
    }
}

extension Refusal {
    fileprivate static var onlyOnPluginsSocket: Refusal {
        Refusal(.unsupported, "this is for plugins; send it to the plugins socket")
    }
}
