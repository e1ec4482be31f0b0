internal import Containment
internal import PagerModel
internal import PagerWire

extension Service {
    struct BatchOutcome {
        var reply = Batch.Reply()
        var transactions: [EncodedEvents] = []
    }

    /// Executes several commands, either all in one transaction or each in its own.
    ///
    /// - Throws: `limitExceeded` if the batch has too many commands. For an atomic batch, the first
    ///   error, with `index` in its details. In both cases, the batch has no effect.
    mutating func carryOut(
        _ batch: Batch, _ context: RequestContext
    ) throws(CommandError) -> BatchOutcome {
        guard batch.commands.count <= Limits.batchCommands || context.isStart else {
            throw CommandError(
                .limitExceeded, "a batch has at most \(Limits.batchCommands) commands",
                path: "commands")
        }
        return batch.atomic
            ? try carryOutAtomically(batch, context) : carryOutEach(batch, context)
    }

    /// Returns whether a request may change the state, so that the journal must record it. A batch
    /// may change the state if at least one of its commands may.
    func mayChangeState(_ request: Request, _ entry: MethodTable.Entry) -> Bool {
        guard entry.isRecorded, entry.access == .batch else { return entry.isRecorded }
        let commands = request.params.first { $0.name == "commands" }?.value.array ?? []
        return commands.contains { command in
            command["method"]?.string.flatMap { scene.command($0) }?.isRecorded == true
        }
    }

    /// Whether a message has no effect besides its reply.
    func onlyReads(_ message: Span<UInt8>) -> Bool {
        guard let request = try? Request(parsing: message), let entry = methods[request.method]
        else { return true }
        return entry.access == .batch ? !mayChangeState(request, entry) : entry.onlyReads
    }

    private mutating func carryOutAtomically(
        _ batch: Batch, _ context: RequestContext
    ) throws(CommandError) -> BatchOutcome {
        let revision = scene.revision
        var outcome = BatchOutcome()
        outcome.reply.results = try transaction { (service) throws(CommandError) in
            // If the start fails, the daemon ends, so nothing needs to be undone.
            service.scene.setProvisional(!context.isStart)
            return try service.carryOutTogether(batch, context)
        }
        scene.setProvisional(false)
        scene.closeBatch(since: revision)
        outcome.transactions = [closeTransaction(cause: context.cause, isTraced: context.isTraced)]
        return outcome
    }

    /// Executes the commands of a batch and returns their results. The transaction remains open:
    /// the events stay in the scene's log.
    ///
    /// - Throws: The first error, with `index` in its details.
    private mutating func carryOutTogether(
        _ batch: Batch, _ context: RequestContext
    ) throws(CommandError) -> [Value] {
        let origin = origin(context.cause)
        var read = 0
        var results: [Value] = []
        var budget = BatchBudget(scene, limits)
        var measured = EventMeasure.Position()
        let bytesOfCause = EventMeasure.bytes(of: context.cause)
        for (index, step) in batch.commands.enumerated() {
            do throws(CommandError) {
                try checkNeedsNoDecision(step)
                if !context.isReplayed, let excess = playlistExcess(step) { throw excess }
                let before = scene.eventTotal
                let result = try scene.batched(step, origin, read: &read)
                if scene.isProvisional { try checkReachesNoObject(since: before) }
                results.append(result)
                let bytes = state.recorder.measure.bytes(
                    of: state.scene.log, since: measured, state.scene, cause: bytesOfCause)
                budget.count(scene, since: measured.events, bytes: bytes + result.heapBytes)
                measured = EventMeasure.Position(endOf: scene.log)
                if !context.isStart, let excess = scene.reasonToStop(budget.excess) {
                    throw CommandError(.limitExceeded, "\(excess); send several batches")
                }
            } catch {
                var refusal = error.inside("commands[\(index)]")
                refusal.details.append(.init("index", .integer(index)))
                throw refusal
            }
        }
        return results
    }

    /// Checks that the commands of an atomic batch caused no event about an instance of a Swift
    /// class, such as a subclass of `UIViewController`. The daemon could not undo what the
    /// overridden methods of the instance do.
    ///
    /// - Throws: `unsupported` if there is such an event.
    private func checkReachesNoObject(since event: Int) throws(CommandError) {
        guard let subject = scene.observedSubject(since: event) else { return }
        throw CommandError(
            .unsupported,
            "\(scene.name(of: subject)) is an object of a UIKit class, and an atomic batch cannot "
                + "undo the effects of its overrides; send the commands one by one, or in a batch "
                + "that is not atomic")
    }

    private mutating func carryOutEach(
        _ batch: Batch, _ context: RequestContext
    ) -> BatchOutcome {
        var outcome = BatchOutcome()
        var read = 0
        var budget = BatchBudget(scene, limits)
        // Commands of one batch are often refused for the same reason.
        var refusal: (error: CommandError, result: Value)?
        for (index, step) in batch.commands.enumerated() {
            if let excess = scene.reasonToStop(budget.excess) {
                // All remaining commands get the same result, which is stored once.
                let rest = Self.result(
                    CommandError(.limitExceeded, "\(excess); send the rest in another batch"))
                outcome.reply.results += Array(
                    repeating: rest, count: batch.commands.count - index)
                break
            }
            let published = recorder.publishedBytes
            let result: Value
            do {
                try checkNeedsNoDecision(step)
                try checkPlaylist(step, context)
                result = try scene.batched(step, origin(context.cause), read: &read)
                budget.count(scene)
                outcome.transactions.append(
                    closeTransaction(cause: context.cause, isTraced: context.isTraced))
            } catch {
                // The work of a refused command counts too.
                budget.count(scene, since: scene.log.count)
                if error != refusal?.error { refusal = nil }
                result = refusal?.result ?? Self.result(error)
                refusal = (error, result)
            }
            outcome.reply.results.append(result)
            budget.count(bytes: recorder.publishedBytes - published + result.heapBytes)
        }
        return outcome
    }

    private func playlistExcess(_ step: BatchedCommand) -> CommandError? {
        playlistExcess(step.method, step.params.members ?? [])?.inside("params")
    }

    /// Checks that a command sets no playlist above the limits. A replay refuses the same commands
    /// as the daemon that recorded the batch.
    private mutating func checkPlaylist(
        _ step: BatchedCommand, _ context: RequestContext
    ) throws(CommandError) {
        let excess = playlistExcess(step)
        guard let reason = scene.refusal(context.isReplayed ? nil : excess?.message) else { return }
        throw excess ?? CommandError(.limitExceeded, reason)
    }

    /// Returns the entry for a refused command in the list of a batch's results.
    private static func result(_ refusal: CommandError) -> Value {
        var json = JSONWriter()
        ReplyWriter.errorObject(refusal, point: nil, to: &json)
        let object = (try? JSONParser.parse(json.bytes)) ?? .null
        return .object([.init("error", object)])
    }
}

extension Scene {
    /// Executes one command of a batch and returns its entry in the list of the batch's results.
    ///
    /// - Parameter read: The size in bytes of the results of all read-only commands so far. Other
    ///   commands return only a few names, so the limit on the number of commands is enough for
    ///   them.
    fileprivate mutating func batched(
        _ step: BatchedCommand, _ origin: UInt64, read: inout Int
    ) throws(CommandError) -> Value {
        let isReading = command(step.method)?.onlyReads == true
        if isReading, read > Limits.listBytes { throw Self.batchTooLarge }
        let result: Value
        do {
            result = try batched(step, origin)
        } catch {
            // The list was built up to the limit before it was refused, so no further command may
            // read.
            if isReading, error.name == .tooLarge { read = .max }
            throw error
        }
        guard isReading else { return result }
        read += JSONLength.of(result)
        if read > Limits.listBytes { throw Self.batchTooLarge }
        return result
    }

    private static let batchTooLarge = CommandError(
        .tooLarge,
        "the commands of this batch that read return more than \(Limits.listBytes) bytes; send "
            + "them as separate requests")

    private mutating func batched(
        _ step: BatchedCommand, _ origin: UInt64
    ) throws(CommandError) -> Value {
        guard let type = command(step.method), !type.isOnlyForPlugins else {
            throw CommandError(
                .methodNotFound, "\(quoted(step.method)) is not a method that a batch may contain",
                path: "method")
        }
        guard let members = step.params.members else {
            throw CommandError(.invalidParams, "params must be an object", path: "params")
        }
        return try batched(type, members, origin)
    }

    private mutating func batched<C: SceneCommand>(
        _: C.Type, _ members: [Value.Member], _ origin: UInt64
    ) throws(CommandError) -> Value {
        let command: C
        do {
            command = try C(reading: members)
        } catch {
            throw error.inside("params")
        }
        let reply: C.Reply
        do {
            reply = try apply(command, at: now, requestNumber: origin)
        } catch {
            throw error.path == nil ? error : error.inside("params")
        }
        var result = Value(fields: reply).members ?? []
        if !ignored.isEmpty {
            result.append(.init("applied", .bool(false)))
            result.append(.init("diagnostics", .array(ignored.map { .string($0) })))
            if let ignoredReason { result.append(.init("reason", Value(ignoredReason))) }
        }
        return .object([.init("result", .object(result))])
    }
}

/// The work that one batch or one `clock.advance` has done so far. It is limited, so that a request
/// does not block the daemon's loop or use much memory.
///
/// The work is measured in events, bytes, and visits to controllers and views, not in time. So the
/// limits have the same effect in a replay of the journal.
struct BatchBudget {
    private let limits: ServiceLimits
    private let start: Int
    private var events = 0
    private var bytes = 0
    private var visits = 0

    init(_ scene: Scene, _ limits: ServiceLimits) {
        self.limits = limits
        start = scene.work
    }

    /// Adds the work of the last command to the totals.
    ///
    /// - Parameters:
    ///   - first: The index of the command's first event in the scene's log.
    ///   - bytes: The bytes of the command's published events and result.
    mutating func count(_ scene: Scene, since first: Int = 0, bytes: Int = 0) {
        count(scene, events: scene.log.count - first, bytes: bytes)
    }

    /// Adds events and bytes to the totals, and updates the number of visits to controllers and
    /// views.
    mutating func count(_ scene: Scene, events more: Int, bytes: Int) {
        events += more
        visits = scene.work - start
        count(bytes: bytes)
    }

    mutating func count(bytes more: Int) { bytes += more }

    /// The exceeded limit, as the beginning of an error message. Nil if no limit is exceeded.
    var excess: String? {
        if events > limits.batchEvents { return "a batch has at most \(limits.batchEvents) events" }
        if bytes > limits.batchBytes {
            return "the events and results of a batch take at most \(limits.batchBytes) bytes"
        }
        if visits > limits.batchVisits {
            return "a batch may visit controllers and views at most \(limits.batchVisits) times"
        }
        return nil
    }
}
