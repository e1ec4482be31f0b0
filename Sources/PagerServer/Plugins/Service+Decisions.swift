internal import Containment
internal import PagerJournal
package import PagerModel
internal import PagerWire

/// Functions that ask plugins questions, such as whether a page may be selected. The reply to a
/// command that waits for an answer contains `pending`; an event reports the result later. None of
/// these functions blocks.
extension Service {
    /// Asks the plugin that decides about a command. Returns the pending decision, or nil if the
    /// command need not wait for a decision.
    ///
    /// - Throws: `vetoed` if the plugin is disconnected and its default answer is false;
    ///   `limitExceeded` if too many decisions are pending.
    mutating func ask(
        _ command: any AskingCommand, cause: EventCause?
    ) throws(CommandError) -> PendingDecision? {
        guard var question = command.question(in: scene),
            let decider = try attachedDecider(of: &question)
        else { return nil }
        return try open(
            question, decider.declaration, decider.plugin, command,
            method: type(of: command).method,
            cause: cause)
    }

    /// Refuses a batched command that needs a plugin's decision, because a batch cannot wait for
    /// the answer. A replay of the journal must refuse the command too, because the batch may have
    /// continued after the refusal.
    ///
    /// - Throws: `unsupported` if the plugin is connected; `vetoed` if it is disconnected and its
    ///   default answer is false.
    mutating func checkNeedsNoDecision(_ step: BatchedCommand) throws(CommandError) {
        guard plugins.decides,
            let type = scene.command(step.method) as? any AskingCommand.Type,
            let command = try? type.init(reading: step.params.members ?? []),
            var question = command.question(in: scene),
            let decider = try attachedDecider(of: &question)
        else { return }
        throw CommandError(
            .unsupported,
            "the plugin \(decider.plugin) decides about \(step.method) (\(question.kind.rawValue)), and "
                + "a batch cannot wait for it; send the command by itself, or without `user`",
            path: "method")
    }

    /// Returns the connected plugin that must answer a question, or nil if no plugin answers the
    /// question. If the plugin is disconnected, also returns nil in two cases: its default answer
    /// permits the command, or the question asks for a page.
    ///
    /// - Parameter question: The question. If a plugin answers only its substitute (see
    ///   `QuestionKind.substitute`), this function replaces the question with the substitute.
    /// - Throws: `vetoed` if the plugin is disconnected and its default answer is false.
    private mutating func attachedDecider(
        of question: inout Question
    ) throws(CommandError) -> PluginTable.Decider? {
        var found = decider(of: question)
        if found == nil, let substitute = question.kind.substitute {
            question.kind = substitute
            found = decider(of: question)
        }
        guard let decider = found else { return nil }
        if decider.isAttached { return decider }
        if decider.declaration.standard == question.kind.standard { return nil }
        if question.kind == .pageAfter || question.kind == .pageBefore { return nil }
        throw CommandError(
            .vetoed,
            "the plugin \(decider.plugin), which must permit this command, is disconnected, and "
                + "its default is to refuse")
    }

    /// Asks for the content of a controller whose view has loaded without content. The question
    /// `contentFor` goes to the connected plugin that answers it, if there is one.
    mutating func askForContent(of controller: Handle) {
        guard scene.isAlive(controller), scene.content(of: controller) == nil else { return }
        let question = Question(
            .contentFor, container: scene.parent(of: controller), controller: controller)
        guard let decider = decider(of: question), decider.isAttached else { return }
        _ = try? open(
            question, decider.declaration, decider.plugin, nil, method: nil, cause: nil)
    }

    /// Returns the plugin that answers a question, or nil if there is none. Plugins whose
    /// declarations contain the controller or its container come first. Of several such plugins,
    /// the first by name answers. Next come the host of the controller and the host of the
    /// container, in this order.
    private mutating func decider(of question: Question) -> PluginTable.Decider? {
        let subjects = [question.controller, question.container].compactMap { controller in
            scene.identifier(controller).map {
                PluginTable.Subject(id: $0, kind: scene.hostedKind(of: controller))
            }
        }
        if let found = plugins.decider(on: question.kind, naming: subjects) { return found }
        for handle in [question.controller, question.container] where !handle.isNone {
            guard let kind = scene.hostedKind(of: handle),
                let found = plugins.decider(on: question.kind, hosting: kind)
            else { continue }
            return found
        }
        return nil
    }

    private mutating func open(
        _ question: Question, _ declaration: DecisionDeclaration, _ plugin: String,
        _ command: (any AskingCommand)?, method: String?, cause: EventCause?
    ) throws(CommandError) -> PendingDecision {
        guard plugins.pending.count < Limits.pendingDecisions else {
            throw CommandError(
                .limitExceeded,
                "\(plugins.pending.count) decisions already wait for answers, which is the limit")
        }
        var inquiry = DecisionInquiry()
        inquiry.decision = "d\(plugins.nextDecision)"
        inquiry.question = question.kind
        inquiry.controller = scene.identifier(question.controller)
        inquiry.container = scene.identifier(question.container)
        inquiry.method = method
        let decision = PendingDecision(
            number: plugins.nextDecision, plugin: plugin, inquiry: inquiry,
            declaration: declaration, question: question, command: command, cause: cause,
            deadline: present.advanced(by: declaration.deadline))
        plugins.nextDecision += 1
        plugins.pending[decision.number] = decision
        tell(PluginEvents.DecisionRequested { $0.inquiry = inquiry }, of: plugin, cause: cause)
        send(Self.inquiry(decision), to: plugin)
        return decision
    }

    private static func inquiry(_ decision: PendingDecision) -> [UInt8] {
        let inquiry = decision.inquiry
        var json = JSONWriter()
        json.beginObject()
        json.key(plain: "jsonrpc")
        json.string(plain: "2.0")
        json.key(plain: "id")
        json.string(inquiry.decision)
        json.key(plain: "method")
        json.string(plain: "decide")
        json.key(plain: "params")
        json.beginObject()
        json.key(plain: "question")
        inquiry.question.write(to: &json)
        json.key(plain: "controller")
        Value(inquiry.controller).write(to: &json)
        json.key(plain: "container")
        Value(inquiry.container).write(to: &json)
        json.key(plain: "method")
        Value(inquiry.method).write(to: &json)
        json.key(plain: "deadline")
        json.number(decision.declaration.deadline)
        json.endObject()
        json.endObject()
        return json.bytes
    }

    /// Handles a plugin's answer to a question, which the daemon has sent in the request `decide`.
    mutating func take(answer message: Value, from plugin: Plugin) {
        guard let decision = decision(for: message, from: plugin) else {
            let id = Value(message["id"]).quotedText
            return diagnose(
                plugin.name,
                "an answer to \(id) is ignored: no decision of this plugin with that id waits for one"
            )
        }
        do {
            settle(decision, try Self.answer(in: message, to: decision.inquiry.question), .plugin)
        } catch {
            diagnose(
                plugin.name,
                "the default of \(decision.inquiry.decision) applies: \(error.message)")
            settle(decision, decision.declaration.standard, .error)
        }
    }

    /// Returns the open decision that a plugin's message answers, or nil if there is none.
    func decision(for message: Value, from plugin: Plugin) -> PendingDecision? {
        guard let id = message["id"]?.string, let number = Int(id.dropFirst()),
            let decision = plugins.pending[number], decision.inquiry.decision == id,
            decision.plugin == plugin.name
        else { return nil }
        return decision
    }

    /// Returns the answer that a plugin's message contains.
    ///
    /// - Throws: The plugin's error, or an error with the reason why the answer is invalid.
    private static func answer(
        in message: Value, to question: QuestionKind
    ) throws(CommandError) -> Value {
        guard let answer = message["result"]?["answer"] else {
            if let error = message["error"]?["message"]?.string {
                throw .invalidArgument(
                    "the plugin replied with an error: " + beginning(of: error, scalars: 400))
            }
            let sent = message["result"].map(\.typeName) ?? "no result"
            throw .invalidArgument("the result must be {\"answer\": ...}, got \(sent)")
        }
        try question.check(answer)
        return answer
    }

    /// Applies the answer to a decision: executes or drops the waiting command, or sets the
    /// requested content. Then publishes the result.
    mutating func settle(_ decision: PendingDecision, _ answer: Value, _ source: DecisionSource) {
        guard plugins.pending.removeValue(forKey: decision.number) != nil else { return }
        var verdict = DecisionVerdict()
        verdict.answer = answer
        verdict.source = source
        if let command = decision.command {
            carryOut(command, decision, answer, &verdict)
        } else if answer != .null, let id = decision.inquiry.controller,
            scene.isAlive(decision.question.controller),
            scene.content(of: decision.question.controller) == nil
        {
            do {
                try setContent(answer, of: id)
                verdict.applied = true
            } catch {
                verdict.error = error.name.rawValue
            }
        }
        _ = closeTransaction(cause: decision.cause)
        tell(
            PluginEvents.DecisionMade {
                $0.inquiry = decision.inquiry
                $0.verdict = verdict
            },
            of: decision.plugin, cause: decision.cause)
    }

    private mutating func carryOut<C: AskingCommand>(
        _ command: C, _ decision: PendingDecision, _ answer: Value,
        _ verdict: inout DecisionVerdict
    ) {
        beginTransaction(cause: decision.cause)
        // The names may now belong to different controllers, which the question was not about.
        guard controllersExist(decision.question) else {
            verdict.error = ErrorName.controllerNotFound.rawValue
            return
        }
        do {
            guard
                let reply = try scene.apply(command, after: decision.question, answer: answer)
            else {
                verdict.error = ErrorName.vetoed.rawValue
                return
            }
            verdict.applied = scene.ignored.isEmpty
            if case .string(let text) = Value(fields: reply)["transition"] {
                verdict.transition = TransitionID(text)
            }
        } catch {
            verdict.error = error.name.rawValue
        }
    }

    /// Settles a decision in the same way as `settle(_:_:_:)`, and adds the number and the bytes of
    /// the resulting events to `budget`.
    mutating func settle(
        _ decision: PendingDecision, _ answer: Value, _ source: DecisionSource,
        _ budget: inout BatchBudget
    ) {
        let before = (events: recorder.seq, bytes: recorder.publishedBytes)
        settle(decision, answer, source)
        budget.count(
            scene, events: recorder.seq - before.events,
            bytes: recorder.publishedBytes - before.bytes)
    }

    /// Returns whether all controllers of a question still exist.
    private func controllersExist(_ question: Question) -> Bool {
        [question.controller, question.container].allSatisfy { $0.isNone || scene.isAlive($0) }
    }

    /// Applies the default answer of a decision. The daemon calls this function if the plugin's
    /// answer is late or can no longer arrive.
    mutating func expire(_ decision: PendingDecision) {
        var budget = BatchBudget(scene, limits)
        expire(decision, &budget)
    }

    private mutating func expire(_ decision: PendingDecision, _ budget: inout BatchBudget) {
        let isLost = plugins[decision.plugin]?.isAttached != true
        settle(
            decision, decision.declaration.standard, isLost ? .lost : .deadline, &budget)
        record(.decisionExpired, ["decision": .integer(decision.number)])
    }

    var nextPluginDeadline: Instant? { plugins.isEmpty ? nil : plugins.nextDeadline }

    /// Handles decisions with overdue answers, plugins that have been silent for too long, and
    /// ended connections. Work that the journal has no space for, or that exceeds the limits of a
    /// batch, waits for the next call.
    package mutating func runPluginDeadlines(at time: Instant) {
        guard let next = plugins.nextDeadline, next <= time, journalFailure == nil else { return }
        arrive(at: time)
        uncoverMore()
        var budget = BatchBudget(scene, limits)
        for decision in plugins.open where decision.deadline <= time {
            guard canRecord, budget.excess == nil else { return }
            expire(decision, &budget)
        }
        for plugin in plugins.sorted {
            guard canRecord else { return }
            guard let due = plugin.goneAt, due <= time else { continue }
            let hasEnded = plugin.connection?.end != nil
            lose(
                plugin.name,
                hasEnded ? "disconnected" : "silent for \(Int(Limits.pluginLease)) s")
        }
    }
}

extension Value {
    /// Encodes an optional field, with null for nil.
    fileprivate init<T: FieldValue>(_ value: T?) {
        self = value.map { Value($0) } ?? .null
    }

    fileprivate var quotedText: String {
        if case .string(let text) = self { return quoted(text) }
        return typeName
    }
}
