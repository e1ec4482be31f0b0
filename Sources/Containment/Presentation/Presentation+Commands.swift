public import PagerModel

extension ModalPresent: ContainerCommand {
    public struct Plan {
        let from: Handle
        let presented: Handle
        let presentation: Presentation
        let start: PresentationStart
    }

    public func validate(in scene: borrowing Scene) throws(CommandError) -> Plan {
        let from = try scene.controller(self.from, at: "from")
        guard let name = controller else {
            throw CommandError(
                .invalidArgument,
                "Application tried to present a nil modal view controller on target "
                    + "\(scene.shown(from)).",
                path: "controller", exception: "NSInvalidArgumentException")
        }
        let presented = try scene.controller(name, at: "controller")
        try scene.check(motion)
        let style = scene.adapted(
            self.style ?? scene[optionsOf: presented].modalPresentationStyle, of: presented,
            from: from)
        let presenter = scene.presenter(askedOf: from, style)
        let transitionStyle = try scene.transitionStyle(
            for: presented, by: presenter, style, motion.transition)
        try scene.checkPresentable(presented, from: from)
        try scene.checkDepth(of: presented, below: presenter, at: "controller")
        var start = PresentationStart.now
        if let reason = scene.reasonNotToPresent(presented, from: from, presenter) {
            start =
                reason.busy
                ? try scene.decideStart(
                    of: self, around: presenter, motion.interruption, reason.message)
                : .ignored(reason.message)
        }
        let presentation = Presentation(
            presenter: presenter, style: style.resolved,
            removesPresentersView: style.removesPresentersView
                || (style == .custom && removesPresentersView == true),
            transitionStyle: transitionStyle)
        return Plan(from: from, presented: presented, presentation: presentation, start: start)
    }

    public func commit(_ plan: Plan, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        let presenter = plan.presentation.presenter
        guard scene.begin(plan.start, around: presenter, askedOf: plan.from) else {
            return Reply()
        }
        if plan.start.isReplacing, !mayStillPresent(plan, in: &scene) { return Reply() }
        if plan.presentation.style.isInContext {
            scene.settleTransitions(around: presenter)
            guard mayStillPresent(plan, in: &scene) else { return Reply() }
        }
        scene.warnIfDetached(plan.from)
        var reply = Reply()
        reply.presenting = scene.identifier(presenter)
        reply.transition = scene.present(
            plan.presented, by: presenter, plan.presentation, motion)
        return reply
    }

    /// Returns whether the controller can still be presented, although callbacks may have changed
    /// the scene since the first check. If not, publishes a diagnostic with the reason.
    private func mayStillPresent(_ plan: Plan, in scene: inout Scene) -> Bool {
        let presenter = plan.presentation.presenter
        guard
            scene.stillExist(
                [plan.from, plan.presented, presenter], after: "the previous transition ended")
        else { return false }
        guard
            let reason = scene.reasonNotToPresent(plan.presented, from: plan.from, presenter)
        else { return true }
        scene.ignore(plan.from, reason.message)
        return false
    }
}

/// The decision about a command that presents or dismisses a controller: execute the command now,
/// ignore it, end the running presentation or dismissal first, or wait for its end.
enum PresentationStart {
    case now
    /// The command is ignored, because UIKit ignores such a call. The string is the message that
    /// UIKit logs.
    case ignored(String)
    /// The running presentation or dismissal is ended, then the command is executed.
    case replace
    /// The command waits for the end of the running presentation or dismissal.
    case wait(WaitingCommand)

    var isReplacing: Bool {
        if case .replace = self { true } else { false }
    }
}

extension ModalDismiss: ContainerCommand {
    public struct Dismissal {
        let asked: Handle
        let presenter: Handle
        let start: PresentationStart
    }

    public func validate(in scene: borrowing Scene) throws(CommandError) -> Dismissal? {
        try scene.plan(self)
    }

    public func commit(_ plan: Dismissal?, in scene: inout Scene, after _: Validation<Self>)
        -> Reply
    {
        scene.carryOut(plan, motion, user: user)
    }
}

extension Scene {
    /// Checks a dismissal, and decides what happens if a presentation or dismissal is running.
    /// Returns nil if nothing is presented.
    ///
    /// - Throws: `controllerNotFound` if the controller does not exist, `invalidArgument` or
    ///   `kindUnknown` for an invalid duration or style, `vetoed` if the user may not leave the
    ///   presented controller, `transitionInProgress` if a presentation or dismissal is running and
    ///   the interruption policy is `reject`, `limitExceeded` if the queue is full.
    func plan(_ command: ModalDismiss) throws(CommandError) -> ModalDismiss.Dismissal? {
        let asked = try controller(command.id)
        _ = try check(command.motion)
        let presenter = presenter(dismissedBy: asked)
        guard !presenter.isNone else { return nil }
        if command.user { try checkLeaving(self[presenter].presented) }
        var start = PresentationStart.now
        if isPresentationBusy(around: presenter) {
            let text =
                "Warning: Attempt to dismiss from view controller \(shown(asked)) while a "
                + "presentation or dismiss is in progress!"
            start = try decideStart(
                of: command, around: presenter, command.motion.interruption, text)
        }
        return ModalDismiss.Dismissal(asked: asked, presenter: presenter, start: start)
    }

    /// Executes a planned dismissal. If the user dismisses a sheet, also publishes the callbacks of
    /// the sheet's delegate.
    mutating func carryOut(
        _ plan: ModalDismiss.Dismissal?, _ motion: TransitionRequest, user: Bool
    ) -> TransitionReply {
        guard let plan, begin(plan.start, around: plan.presenter, askedOf: plan.asked)
        else { return TransitionReply() }
        let presenter = plan.presenter
        if plan.start.isReplacing {
            guard stillExist([presenter], after: "the previous transition ended"),
                !self[presenter].presented.isNone
            else { return TransitionReply() }
        }
        let lowest = self[presenter].presented
        if user, isSheet(lowest) {
            guard !isModalInPresentation(lowest) else {
                emit(PresentationEvents.DidAttemptToDismiss(), of: lowest)
                return TransitionReply()
            }
            let question = Question(.shouldDismiss, container: presenter, controller: lowest)
            guard answer(question) ?? true else {
                attemptToDismiss(lowest)
                return TransitionReply()
            }
            emit(PresentationEvents.ShouldDismiss(), of: lowest)
            emit(PresentationEvents.WillDismiss(), of: lowest)
        }
        return TransitionReply { $0.transition = dismiss(above: presenter, motion, user: user) }
    }
}

extension ModalGet: ReadingCommand {
    public func reply(in scene: borrowing Scene) throws(CommandError) -> Reply {
        scene.record(presentationOf: try scene.controller(id))
    }
}

extension Scene {
    /// Returns the presenter and the styles of a controller's presentation. If the controller is
    /// not presented, the result contains only the controller's id.
    package func record(presentationOf controller: Handle) -> ModalGet.Reply {
        var record = ModalGet.Reply()
        record.id = Identifier(unchecked: self[controller].name)
        guard let presentation = presentation(of: controller) else { return record }
        record.presenter = Identifier(unchecked: self[presentation.presenter].name)
        record.style = presentation.style
        record.transition = styles[presentation.transitionStyle].name
        record.removesPresentersView = presentation.removesPresentersView
        return record
    }
}

extension Scene {
    /// Returns the index of the transition style for a presentation [11.5]. The parameter `named`
    /// is the name of the style that the command requests. If `named` is nil, the option
    /// `modalTransitionStyle` determines the style.
    ///
    /// The presenter's option is used if the presentation has an in-context style such as
    /// `currentContext`, and the presenter has the option
    /// `providesPresentationContextTransitionStyle`. Otherwise the presented controller's option is
    /// used.
    func transitionStyle(
        for presented: Handle, by presenter: Handle, _ style: PresentationStyle, _ named: String?
    ) throws(CommandError) -> Int {
        let definer = self[optionsOf: presenter]
        let fromDefiner = style.isInContext && definer.providesPresentationContextTransitionStyle
        let own = fromDefiner ? definer : self[optionsOf: presented]
        return try self.style(named: named ?? own.modalTransitionStyle, at: "transition")
    }

    /// Checks that a controller can be presented.
    ///
    /// - Throws: `controllerInUse`, with the exception that UIKit would raise, if the controller is
    ///   already presented, has a container or parent, or is the root of a window.
    ///   `wouldCreateCycle` if both controllers are in the same hierarchy.
    func checkPresentable(_ presented: Handle, from: Handle) throws(CommandError) {
        let path = "controller"
        let exception = "NSInvalidArgumentException"
        if let presenter = self[presented].presenter.some {
            let text =
                "Application tried to present modally a view controller \(shown(presented)) "
                + "that is already being presented by \(shown(presenter))."
            throw CommandError(.controllerInUse, text, path: path, exception: exception)
        }
        guard !isBelow(from, presented), !isEnclosed(from, by: presented),
            familyRoot(of: from) != familyRoot(of: presented)
        else {
            throw CommandError(
                .wouldCreateCycle,
                "\(shown(from)) cannot present \(shown(presented)): both are in the "
                    + "same controller hierarchy", path: path)
        }
        guard self[presented].parent.isNone, !self[presented].flags.contains(.isRoot),
            self[presented].container.isNone, !isDisplaced(presented)
        else {
            throw CommandError(
                .controllerInUse,
                "Application tried to present modally an active controller \(shown(presented)).",
                path: path, exception: exception)
        }
    }

    /// Publishes UIKit's warning about a presenter whose topmost ancestor is neither the root of a
    /// window nor presented [14].
    mutating func warnIfDetached(_ from: Handle) {
        let root = familyRoot(of: from)
        guard !self[root].flags.contains(.isRoot), self[root].presenter.isNone else { return }
        let text =
            "Presenting view controllers on detached view controllers is discouraged "
            + "\(shown(from))."
        emit(DiagnosticEvents.Warning { $0.message = text }, of: from)
    }

    /// Returns the reason why UIKit does not present the controller, or nil if UIKit presents it
    /// [10.11]. `message` is the text that UIKit logs. `busy` is true if the reason is a running
    /// presentation or dismissal.
    func reasonNotToPresent(
        _ presented: Handle, from: Handle, _ presenter: Handle
    ) -> (message: String, busy: Bool)? {
        let attempt =
            release == .iOS13
            ? "Warning: Attempt to present \(shown(presented)) on \(shown(from))"
            : "[Presentation] Attempt to present \(shown(presented)) on \(shown(from)) "
                + "(from \(shown(from)))"
        if isPresentationBusy(around: presenter) {
            return (
                "Warning: Attempt to present \(shown(presented)) on \(shown(from)) while a "
                    + "presentation is in progress!", true
            )
        }
        if let other = self[presenter].presented.some {
            let period = release == .iOS13 ? "" : "."
            return ("\(attempt) which is already presenting \(shown(other))\(period)", false)
        }
        if self[from].window.isNone {
            let hidden = "\(attempt) whose view is not in the window hierarchy"
            return (release == .iOS13 ? hidden + "!" : hidden + ".", false)
        }
        return nil
    }

    /// Returns whether a presentation or dismissal is running anywhere in the chain of
    /// presentations that contains `presenter`.
    func isPresentationBusy(around presenter: Handle) -> Bool {
        self[busyPresenter(around: presenter)].presenting.number != 0
    }

    /// Returns the presenter that is running a presentation or dismissal in the chain of
    /// presentations that contains `presenter`. Returns `presenter` itself if none is running.
    func busyPresenter(around presenter: Handle) -> Handle {
        var below = presenter
        while !below.isNone, self[below].presenting.number == 0 {
            below = self[familyRoot(of: below)].presenter
        }
        if !below.isNone { return below }
        let above = presentedAbove(presenter).map { self[$0].presenter }
        return above.first { self[$0].presenting.number != 0 } ?? presenter
    }

    /// Decides, according to the command's policy, what happens to a command while a presentation
    /// or dismissal is running. If the command has no policy, it is ignored.
    ///
    /// - Parameter text: The message that UIKit logs for an ignored call. The error that `reject`
    ///   causes has the same message.
    /// - Throws: `transitionInProgress` if the policy is `reject`; `limitExceeded` if the policy is
    ///   `queue` and the queue is full.
    fileprivate func decideStart<C: SceneCommand>(
        of command: C, around presenter: Handle, _ policy: Interruption?, _ text: String
    ) throws(CommandError) -> PresentationStart {
        switch policy {
        case .reject: throw CommandError(.transitionInProgress, text)
        case .replace: .replace
        case .queue: .wait(try checkQueue(of: busyPresenter(around: presenter), for: command))
        case nil: .ignored(text)
        }
    }

    /// Carries out a decision that `decideStart` has made: ends the running presentation or
    /// dismissal, queues the command or ignores the call.
    ///
    /// - Returns: Whether the command continues now.
    fileprivate mutating func begin(
        _ start: PresentationStart, around presenter: Handle, askedOf controller: Handle
    ) -> Bool {
        switch start {
        case .now:
            return true
        case .replace:
            supersedePresentation(around: presenter)
            return true
        case .wait(let command):
            enqueue(command, of: busyPresenter(around: presenter))
            return false
        case .ignored(let text):
            ignore(controller, text)
            return false
        }
    }

    mutating func supersedePresentation(around presenter: Handle) {
        let busy = busyPresenter(around: presenter)
        dropQueue(of: busy, because: "replaced")
        supersede(self[busy].presenting)
    }
}
