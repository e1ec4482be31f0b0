internal import Containment
internal import PagerModel
internal import PagerWire

extension Service {
    struct BatchOutcome {
        var reply = Batch.Reply()
        var turns: [TurnRecord] = []
    }

    /// Carries out several commands: as one turn that happens or does not, or each for itself.
    ///
    /// - Throws: atomic: the first refusal, with `index` in its details; nothing has changed then.
    mutating func carryOut(_ batch: Batch, cause: EventCause?) throws(Refusal) -> BatchOutcome {
        guard batch.commands.count <= Limits.batchCommands else {
            throw Refusal(
                .limitExceeded, "a batch has at most \(Limits.batchCommands) commands",
                path: "commands")
        }
        return batch.atomic
            ? try carryOutAtomically(batch, cause: cause) : carryOutEach(batch, cause: cause)
    }

    private mutating func carryOutAtomically(
        _ batch: Batch, cause: EventCause?
    ) throws(Refusal) -> BatchOutcome {
        let before = scene
        let origin = origin(cause)
        var outcome = BatchOutcome()
        for (index, step) in batch.commands.enumerated() {
            do {
                outcome.reply.results.append(try scene.batched(step, origin))
                try checkLength(of: scene)
            } catch {
                scene = before
                var refusal = error.inside("commands[\(index)]")
                refusal.details.append(.init("index", .integer(index)))
                throw refusal
            }
        }
        scene.closeBatch(since: before.revision)
        outcome.turns = [closeTurn(cause: cause)]
        return outcome
    }

    private func checkLength(of scene: Scene) throws(Refusal) {
        guard scene.log.events.count <= mostBatchEvents else {
            throw Refusal(
                .limitExceeded, "a batch has at most \(mostBatchEvents) events; send several")
        }
    }

    private mutating func carryOutEach(_ batch: Batch, cause: EventCause?) -> BatchOutcome {
        var outcome = BatchOutcome()
        for step in batch.commands {
            do {
                outcome.reply.results.append(try scene.batched(step, origin(cause)))
                outcome.turns.append(closeTurn(cause: cause))
            } catch {
                var json = JSONWriter()
                ReplyWriter.errorObject(error, point: nil, to: &json)
                let object = (try? JSONParser.parse(json.bytes)) ?? .null
                outcome.reply.results.append(.object([.init("error", object)]))
            }
        }
        return outcome
    }
}

extension Scene {
    /// One command of a batch; the answer as it stands in the batch's results.
    fileprivate mutating func batched(
        _ step: BatchedCommand, _ origin: UInt64
    ) throws(Refusal) -> Value {
        guard let type = command(step.method) else {
            throw Refusal(
                .methodNotFound, "\(quoted(step.method)) is not a method that a batch can carry",
                path: "method")
        }
        guard let members = step.params.members else {
            throw Refusal(.invalidParams, "params are an object", path: "params")
        }
        return try batched(type, members, origin)
    }

    private mutating func batched<C: SceneCommand>(
        _: C.Type, _ members: [Value.Member], _ origin: UInt64
    ) throws(Refusal) -> Value {
        let command: C
        do {
            command = try C(reading: members)
        } catch {
            throw error.inside("params")
        }
        let reply: C.Reply
        do {
            reply = try apply(command, at: now, origin: origin)
        } catch {
            throw error.path == nil ? error : error.inside("params")
        }
        var result = Value(fields: reply).members ?? []
        if !ignored.isEmpty {
            result.append(.init("applied", .bool(false)))
            result.append(.init("diagnostics", .array(ignored.map { .string($0) })))
        }
        return .object([.init("result", .object(result))])
    }
}
