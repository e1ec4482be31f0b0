internal import Containers
internal import Containment
internal import Glibc
package import PagerModel
internal import PagerPlugins
internal import PagerWire
internal import SystemCalls

/// The description of the protocol, derived from the declarations that also parse requests and
/// encode events.
package enum Contract {
    /// All methods in the order of the protocol reference.
    package static let methods: [any Command.Type] =
        CommandList.ofService + CommandList.ofScenes
        + Containers.kinds.flatMap { $0.declaration.commands }

    /// The options that each controller kind adds to `controller.create`.
    package static let kindOptions: [(kind: String, fields: [SchemaField])] =
        kinds.map { options(of: $0) }

    static let kinds: [any ContainerKind] = [PlainKind()] + Containers.kinds

    static func value(of kind: any ContainerKind) -> Value {
        let (name, fields) = options(of: kind)
        return [
            "kind": .string(name), "options": .array(fields.map(\.description)),
            "members": .array(members(of: kind).map(\.description)),
            "definesPresentationContext": .bool(kind.declaration.definesPresentationContext),
            "ancestorProperty": ancestorProperty(of: name).map { .string($0) } ?? .null,
            "book": kind.declaration.book.description,
        ]
    }

    /// Returns the name of the record member that contains a controller's nearest ancestor of the
    /// given kind, such as `navigationController`. Returns nil if records have no such member for
    /// the kind.
    private static func ancestorProperty(of kind: String) -> String? {
        Kinds.ancestors.first { $0.kind == kind }?.property.rawValue
    }

    /// The members, besides the options, that each controller kind adds to the records of its
    /// controllers.
    package static let kindMembers: [(kind: String, fields: [SchemaField])] =
        kinds.map { (options(of: $0).kind, members(of: $0)) }

    private static func members<K: ContainerKind>(of _: K) -> [SchemaField] {
        K.Declaration.Record.declaration
    }

    private static func options<K: ContainerKind>(of _: K) -> (kind: String, fields: [SchemaField])
    {
        (K.name, K.State.Options.declaration)
    }

    package static func value(of type: any Command.Type) -> Value { describe(type) }

    private static func describe<C: Command>(_: C.Type) -> Value {
        [
            "method": .string(C.method), "summary": .string(C.summary),
            "params": .array(C.declaration.map(\.description)),
            "result": .array(C.Reply.declaration.map(\.description)),
            "errors": .array(C.errors.map { .string($0.rawValue) }),
        ]
    }

    package static func value(of event: EventDescription) -> Value {
        [
            "category": .string(event.category), "event": .string(event.name),
            "subject": .string(event.subject), "doc": .string(event.doc),
            "fields": .array(
                event.fields.map {
                    [
                        "name": .string($0.name), "type": $0.schema.description,
                        "nullable": .bool($0.nullable), "doc": .string($0.doc),
                    ]
                }),
            "changes": .array(event.changes.map(\.description)),
            "check": event.check.map {
                [
                    "name": .string($0.name), "group": .string($0.group),
                    "arguments": .array($0.arguments.map { .string($0) }),
                ]
            } ?? .null,
        ]
    }

    package static let errors: [Value] = ErrorName.allCases.map {
        [
            "name": .string($0.rawValue), "code": .integer($0.code),
            "doc": .string($0.summary),
        ]
    }
}

extension Service {
    func describe(_ command: ServerDescribe) throws(CommandError) -> ServerDescribe.Reply {
        var reply = ServerDescribe.Reply()
        let methods =
            Contract.methods + additions.kinds.flatMap { $0.declaration.commands }
            + additions.commands.map { $0 as any Command.Type }
        if let name = command.describedMethod {
            guard let type = methods.first(where: { $0.method == name }) else {
                throw CommandError(
                    .methodNotFound, "there is no method \(quoted(name))", path: "method")
            }
            reply.methods = .array([Contract.value(of: type)])
            return reply
        }
        reply.methods = .array(methods.map { Contract.value(of: $0) })
        reply.kinds = .array(
            (Contract.kinds + additions.kinds).map { Contract.value(of: $0) })
        reply.events = .array(
            EventDescription.all(scene.events).map { Contract.value(of: $0) })
        reply.errors = .array(Contract.errors)
        reply.styles = (TransitionStyle.builtIn + additions.styles).map(\.name)
        return reply
    }
}

extension Service {
    /// Returns the daemon's identity, with the endpoints that this peer can use. Users of this
    /// machine get the local endpoints, because they have no key.
    func hello(to peer: Peer) -> ServerHello.Reply {
        var reply = ServerHello.Reply()
        reply.version = Self.version
        reply.name = identity.name
        reply.boot = identity.boot
        reply.bootSeq = boots.bootSeq
        reply.history = identity.history
        reply.epoch = identity.epoch
        reply.time = scene.now.seconds
        reply.uikit = identity.release.rawValue
        reply.clock = identity.clock
        reply.endpoints = peer.uid == nil ? identity.endpoints : identity.localEndpoints
        reply.limits = .object(
            Limits.all.map { limit in
                let value = limits.value(of: limit)
                return .init(
                    limit.name, Int(exactly: value).map { .integer($0) } ?? .number(value))
            })
        reply.kinds = scene.kindNames.filter { !$0.isEmpty }
        reply.changes = RecordChanges(scene.events).digest
        reply.transitions = scene.styleNames
        return reply
    }
}

extension Service {
    /// Returns the reply to `server.stats`.
    ///
    /// - Parameter daemon: Statistics that the service does not have, such as those of the sockets.
    func stats(_ daemon: DaemonStatistics) -> ServerStats.Reply {
        let counts = scene.count()
        var reply = ServerStats.Reply()
        reply.uptime = MachineClock.monotonic().seconds - started.seconds
        reply.requests = requests
        reply.refused = refused
        reply.published = recorder.seq
        reply.windows = counts.windows
        reply.controllers = counts.controllers
        reply.views = counts.views
        reply.transitions = counts.transitions
        reply.retainedEvents = recorder.history.count
        reply.retainedBytes = recorder.history.bytes
        reply.replayBytes = recorder.history.publishedBytes
        reply.rememberedReplies = memory.count
        reply.rememberedBytes = memory.bytes
        reply.queuedCommands = counts.queuedCommands
        reply.residentBytes = Self.residentBytes()
        reply.openFiles = OpenFiles.count
        reply.fileLimit = OpenFiles.limit
        reply.declarationBytes = plugins.declarationBytes
        reply.failedSchedules = playlists.failureCount
        for plugin in plugins.byName.values {
            reply.queuedPluginMessages += plugin.queued
            reply.queuedPluginBytes += plugin.waitingBytes
        }
        daemon.add(to: &reply)
        reply.journal?.failure = journalFailure
        reply.book = bookReport
        return reply
    }

    /// Returns the processor time, in seconds, that the calling thread has used so far.
    static func processorTime() -> Double {
        let time = clockTime(CLOCK_THREAD_CPUTIME_ID)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Returns the resident memory of this process in bytes, or 0 if the kernel does not report it.
    static func residentBytes() -> Int {
        let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return 0 }
        defer { close(file) }
        let text = String(decoding: bytes(of: file, at: 0, count: 128), as: UTF8.self)
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}

extension Service {
    /// Sets the start time of the process and resets the request counts to zero.
    package mutating func begin(at time: Instant) {
        started = time
        requests = 0
        refused = 0
    }
}
