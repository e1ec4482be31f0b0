public import PagerModel

extension ModalPresent: SceneCommand {
    public func run(in scene: inout Scene) throws(Refusal) -> Reply {
        scene.makeUnique()
        let from = try scene.controller(self.from, at: "from")
        guard let name = controller else {
            throw Refusal(
                .invalidArgument,
                "Application tried to present a nil modal view controller on target "
                    + "\(scene.shown(from)).",
                path: "controller", exception: "NSInvalidArgumentException")
        }
        let presented = try scene.controller(name, at: "controller")
        let style = self.style ?? scene.options[Int(presented.slot)].modalPresentationStyle
        let presenter = scene.presenter(askedOf: from, style)
        let transitionStyle = try scene.transitionStyle(
            for: presented, by: presenter, style, self.transition)
        try scene.checkPresentable(presented, from: from)
        try scene.checkDepth(of: presented, below: presenter, at: "controller")
        if let text = scene.reasonNotToPresent(presented, from: from, presenter) {
            if motion.interruption == .reject, text.busy {
                throw Refusal(.transitionInProgress, text.message)
            }
            if text.busy, motion.interruption == .replace {
                scene.supersedePresentation(around: presenter)
                if let still = scene.reasonNotToPresent(presented, from: from, presenter) {
                    scene.ignore(from, still.message)
                    return Reply()
                }
            } else if text.busy, motion.interruption == .queue {
                try scene.enqueue(self, of: scene.busyPresenter(around: presenter))
                return Reply()
            } else {
                scene.ignore(from, text.message)
                return Reply()
            }
        }
        if style.isInContext {
            scene.settleTransitions(around: presenter)
            if let text = scene.reasonNotToPresent(presented, from: from, presenter) {
                scene.ignore(from, text.message)
                return Reply()
            }
        }
        scene.warnIfDetached(from)
        let presentation = Presentation(
            presenter: presenter, style: style.resolved,
            removesPresentersView: style.removesPresentersView
                || (style == .custom && removesPresentersView == true),
            transitionStyle: transitionStyle)
        var reply = Reply()
        reply.presenting = scene.identifier(presenter)
        reply.transition = scene.present(presented, by: presenter, presentation, motion)
        return reply
    }
}

extension ModalDismiss: SceneCommand {
    public func run(in scene: inout Scene) throws(Refusal) -> Reply {
        scene.makeUnique()
        let asked = try scene.controller(id)
        let presenter = scene.presenter(dismissedBy: asked)
        guard !presenter.isNone else { return Reply() }
        if scene.isPresentationBusy(around: presenter) {
            let text =
                "Warning: Attempt to dismiss from view controller \(scene.shown(asked)) while a "
                + "presentation or dismiss is in progress!"
            switch motion.interruption {
            case .reject: throw Refusal(.transitionInProgress, text)
            case .replace: scene.supersedePresentation(around: presenter)
            case .queue:
                try scene.enqueue(self, of: scene.busyPresenter(around: presenter))
                return Reply()
            case nil:
                scene.ignore(asked, text)
                return Reply()
            }
            guard !scene[presenter].presented.isNone else { return Reply() }
        }
        let lowest = scene[presenter].presented
        if user, scene.presentations[lowest]?.style.isSheet == true {
            guard !scene.isModalInPresentation(lowest) else {
                scene.emit(PresentationEvents.DidAttemptToDismiss(), of: lowest)
                return Reply()
            }
            let question = Question(.shouldDismiss, container: presenter, controller: lowest)
            guard scene.answer(question) ?? true else {
                scene.attemptToDismiss(lowest)
                return Reply()
            }
            scene.emit(PresentationEvents.ShouldDismiss(), of: lowest)
            scene.emit(PresentationEvents.WillDismiss(), of: lowest)
        }
        return Reply(scene.dismiss(above: presenter, motion, user: user))
    }
}

extension ModalGet: SceneCommand {
    public func run(in scene: inout Scene) throws(Refusal) -> Reply {
        scene.makeUnique()
        return scene.record(presentationOf: try scene.controller(id))
    }
}

extension Scene {
    /// How a controller is presented. A controller that is not presented has no presenter.
    package func record(presentationOf controller: Handle) -> ModalGet.Reply {
        var record = ModalGet.Reply()
        record.id = Identifier(unchecked: self[controller].name)
        guard let presentation = presentations[controller] else { return record }
        record.presenter = Identifier(unchecked: self[presentation.presenter].name)
        record.style = presentation.style
        record.transition = styles[presentation.transitionStyle].name
        record.removesPresentersView = presentation.removesPresentersView
        return record
    }
}

extension Scene {
    /// A presentation's style of transition: the command's, else the definer's, else its own
    /// [11.5].
    func transitionStyle(
        for presented: Handle, by presenter: Handle, _ style: PresentationStyle, _ named: String?
    ) throws(Refusal) -> Int {
        let definer = options[Int(presenter.slot)]
        let fromDefiner = style.isInContext && definer.providesPresentationContextTransitionStyle
        let own = fromDefiner ? definer : options[Int(presented.slot)]
        return try self.style(named: named ?? own.modalTransitionStyle, at: "transition")
    }

    /// - Throws: where UIKit raises, and where something would present itself.
    func checkPresentable(_ presented: Handle, from: Handle) throws(Refusal) {
        let path = "controller"
        let exception = "NSInvalidArgumentException"
        if let presenter = self[presented].presenter.some {
            let text =
                "Application tried to present modally a view controller \(shown(presented)) "
                + "that is already being presented by \(shown(presenter))."
            throw Refusal(.controllerInUse, text, path: path, exception: exception)
        }
        guard !isBelow(from, presented), !isEnclosed(from, by: presented),
            familyRoot(of: from) != familyRoot(of: presented)
        else {
            throw Refusal(
                .wouldCreateCycle,
                "\(shown(from)) cannot present \(shown(presented)): they are of "
                    + "one family", path: path)
        }
        guard self[presented].parent.isNone, !self[presented].flags.contains(.isRoot),
            self[presented].container.isNone, displaced[presented] == nil
        else {
            throw Refusal(
                .controllerInUse,
                "Application tried to present modally an active controller \(shown(presented)).",
                path: path, exception: exception)
        }
    }

    /// The log line for a presenter that hangs in the view tree but in no family [14].
    mutating func warnIfDetached(_ from: Handle) {
        let root = familyRoot(of: from)
        guard !self[root].flags.contains(.isRoot), self[root].presenter.isNone else { return }
        let text =
            "Presenting view controllers on detached view controllers is discouraged "
            + "\(shown(from))."
        emit(DiagnosticEvents.Warning(message: text), of: from)
    }

    /// UIKit's log line where it ignores the call [10.11].
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

    /// Whether a presentation or dismissal runs anywhere in the presenter's chain.
    func isPresentationBusy(around presenter: Handle) -> Bool {
        self[busyPresenter(around: presenter)].presenting.number != 0
    }

    /// The controller in the presenter's chain that runs a presentation or dismissal; the presenter
    /// itself if none does.
    func busyPresenter(around presenter: Handle) -> Handle {
        var below = presenter
        while !below.isNone, self[below].presenting.number == 0 {
            below = self[familyRoot(of: below)].presenter
        }
        if !below.isNone { return below }
        let above = presentedAbove(presenter).map { self[$0].presenter }
        return above.first { self[$0].presenting.number != 0 } ?? presenter
    }

    mutating func supersedePresentation(around presenter: Handle) {
        let busy = busyPresenter(around: presenter)
        dropQueue(of: busy, because: "replaced")
        supersede(self[busy].presenting)
    }
}
