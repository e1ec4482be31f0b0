package import PagerModel

/// A command that waits in a queue, usually for the end of a running transition. `requestNumber`
/// is the number of the client's request.
struct WaitingCommand: Sendable {
    var command: any SceneCommand
    var requestNumber: UInt64
    /// An upper bound for the size of the command's fields as JSON, in bytes.
    let bytes: Int
    /// The number of scalars in the command's fields. A scalar is a value that is neither an array
    /// nor an object.
    let values: Int

    init(command: any SceneCommand, requestNumber: UInt64) {
        self.command = command
        self.requestNumber = requestNumber
        let length = Self.length(of: command)
        bytes = length.bytes
        values = length.scalars
    }

    private static func length(of command: some SceneCommand) -> JSONLength {
        var length = JSONLength()
        command.writeMembers(to: &length)
        return length
    }
}

/// The queues of commands that wait, one for each container or presenter. No queue is empty.
struct WaitingCommands: Sendable {
    private var queues: [Handle: [WaitingCommand]] = [:]
    /// The total size of the waiting commands in bytes.
    private(set) var bytes = 0
    /// The maximum of `bytes`.
    var mostBytes = Limits.queuedCommandBytes
    /// The limits for the events and the work of all queued commands that one transaction executes.
    var budget = (events: Limits.batchEvents, visits: Limits.batchVisits)

    var isEmpty: Bool { queues.isEmpty }
    /// The number of commands in all queues.
    var count: Int { queues.values.reduce(0) { $0 + $1.count } }
    /// The containers whose queues are empty or for which `isMissing` returns true.
    func invalid(_ isMissing: (Handle) -> Bool) -> [Handle] {
        queues.filter { $0.value.isEmpty || isMissing($0.key) }.map(\.key)
    }

    func hasCommands(of container: Handle) -> Bool { queues[container]?.isEmpty == false }
    func commands(of container: Handle) -> [WaitingCommand] { queues[container] ?? [] }

    mutating func append(_ command: WaitingCommand, for container: Handle) {
        bytes += command.bytes
        queues[container, default: []].append(command)
    }

    /// Removes the first command of a queue that `hasCommands`.
    mutating func removeFirst(of container: Handle) -> WaitingCommand {
        var waiting = commands(of: container)
        let first = waiting.removeFirst()
        bytes -= first.bytes
        queues[container] = waiting.isEmpty ? nil : waiting
        return first
    }

    /// Puts the command that has just been executed to the front again, if it waits once more: if
    /// the first command that came into the queue behind `others` other commands is the same.
    mutating func keepFirst(_ first: WaitingCommand, before others: Int, of container: Handle) {
        guard var waiting = queues[container], waiting.count > others,
            waiting[others].bytes == first.bytes,
            type(of: waiting[others].command) == type(of: first.command)
        else { return }
        waiting.remove(at: others)
        queues[container] = [first] + waiting
    }

    mutating func removeAll(of container: Handle) -> [WaitingCommand] {
        let removed = queues.removeValue(forKey: container) ?? []
        for command in removed { bytes -= command.bytes }
        return removed
    }

    mutating func visit(_ commands: CommandTable, _ archive: inout Archive) {
        archive.visit(&queues, by: Handle.isInOrder, new: []) { waiting, archive in
            archive.visit(&waiting, new: WaitingCommand()) { $0.visit(commands, &$1) }
        }
        if archive.isReading { bytes = queues.values.joined().reduce(0) { $0 + $1.bytes } }
    }
}

extension Scene {
    /// The size of all queued commands in bytes, and the maximum size. Only the maximum can be set.
    package var queuedBytes: (now: Int, most: Int) {
        get { (state.waiting.bytes, state.waiting.mostBytes) }
        set { state.waiting.mostBytes = newValue.most }
    }

    /// The number of events and the amount of `work` after which no more queued commands are
    /// executed in the same transaction.
    package var queueBudget: (events: Int, visits: Int) {
        get { state.waiting.budget }
        set { state.waiting.budget = newValue }
    }
}

/// The commands that wait for a container or presenter.
extension Scene {
    /// Checks that a command may be queued until the running transition of a container or presenter
    /// ends.
    ///
    /// - Throws: `limitExceeded` if too many commands already wait, or if their parameters would
    ///   together be too large.
    func checkQueue<C: SceneCommand>(
        of container: Handle, for command: C
    ) throws(CommandError) -> WaitingCommand {
        let waiting = state.waiting.commands(of: container)
        guard waiting.count < Limits.queuedCommands else {
            throw CommandError(
                .limitExceeded,
                "\(waiting.count) commands already wait for \(shown(container)), which is the "
                    + "maximum")
        }
        let entry = WaitingCommand(command: command, requestNumber: state.requestNumber)
        let values = waiting.reduce(0) { $0 + $1.values }
        guard waiting.isEmpty || values + entry.values <= Limits.queuedCommandValues else {
            throw CommandError(
                .limitExceeded,
                "the params of this command and of those that wait for \(shown(container)) must "
                    + "have at most \(Limits.queuedCommandValues) values, got "
                    + "\(values + entry.values); send it when the transition has ended")
        }
        guard state.waiting.bytes + entry.bytes <= state.waiting.mostBytes else {
            throw CommandError(
                .limitExceeded,
                "this command and all waiting commands must be at most "
                    + "\(state.waiting.mostBytes) bytes, got \(state.waiting.bytes + entry.bytes); "
                    + "send it when a transition has ended"
            )
        }
        return entry
    }

    /// Queues a command until the running transition of a container or presenter ends.
    mutating func enqueue(_ entry: WaitingCommand, of container: Handle) {
        state.waiting.append(entry, for: container)
        emit(TransitionEvents.Queued { $0.command = type(of: entry.command).method }, of: container)
    }

    package mutating func dropQueue(of container: Handle, because error: String) {
        guard !state.waiting.isEmpty else { return }
        for waiting in state.waiting.removeAll(of: container) {
            state.log.mark(origin: waiting.requestNumber)
            drop(waiting.command, container, error)
            state.log.mark(origin: 0)
        }
    }

    private mutating func drop(
        _ command: any SceneCommand, _ container: Handle, _ error: String
    ) {
        emit(
            TransitionEvents.Dropped {
                $0.command = type(of: command).method
                $0.error = error
            }, of: container)
    }

    /// Executes a container's queued commands until one of them starts a transition, or until
    /// `holdsCommands` of the container's kind returns true.
    ///
    /// The work is limited, just as in a batch, because each command may be large, and the daemon
    /// serves no client while the commands run. If the limit is exceeded, the remaining commands
    /// are dropped with `limitExceeded`.
    mutating func runQueue(of container: Handle) {
        while !state.waiting.isEmpty, self[container].running.number == 0,
            self[container].presenting.number == 0, !isHeld(container),
            state.waiting.hasCommands(of: container)
        {
            guard mayRunQueue() else {
                return dropQueue(of: container, because: ErrorName.limitExceeded.rawValue)
            }
            let next = state.waiting.removeFirst(of: container)
            let others = state.waiting.commands(of: container).count
            state.log.mark(origin: next.requestNumber)
            // A queued command must not cause the refusal of the running command.
            let refused = state.misplacedChildren.suspendRefusals()
            do {
                try runInside(next.command)
            } catch {
                drop(next.command, container, error.name.rawValue)
            }
            state.waiting.keepFirst(next, before: others, of: container)
            state.misplacedChildren.resumeRefusals(refused)
            state.log.mark(origin: 0)
        }
    }

    private func isHeld(_ container: Handle) -> Bool {
        self[kindOf: container].kind.holdsCommands(of: container, in: self)
    }

    /// Returns whether one more queued command may be executed in this transaction. False if the
    /// commands that were executed before have exceeded `queueBudget`.
    private mutating func mayRunQueue() -> Bool {
        guard let used = state.turn.sinceQueueStart(events: log.events.count, work: work) else {
            return true
        }
        let budget = state.waiting.budget
        let excess = used.events > budget.events || used.work > budget.visits
        return reasonToStop(excess ? "the queued commands have exceeded their work limit" : nil)
            == nil
    }
}

extension WaitingCommand {
    /// Creates a placeholder, whose properties are set when an archive is read.
    fileprivate init() { self.init(command: ControllerList(), requestNumber: 0) }

    /// Archives a queued command: the number of the client's request, the command's method, and the
    /// command's fields.
    fileprivate mutating func visit(_ commands: CommandTable, _ archive: inout Archive) {
        requestNumber.visit(&archive)
        archive.visit(&command, commands)
        // The size is computed from the command.
        if archive.isReading {
            self = WaitingCommand(command: command, requestNumber: requestNumber)
        }
    }
}

extension Archive {
    /// Writes or reads a command: the name of its method, then its fields.
    package mutating func visit(_ command: inout any SceneCommand, _ commands: CommandTable) {
        var method = type(of: command).method
        method.visit(&self)
        if isReading {
            guard let type = commands[method] else {
                fail("a queued command has the unknown method \(quoted(method))")
                return
            }
            command = type.init()
        }
        command = visited(command)
    }

    private mutating func visited<C: SceneCommand>(_ command: C) -> C {
        var command = command
        declaration(of: C.self, C.method)
        fields(&command)
        return command
    }
}
