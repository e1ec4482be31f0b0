import PagerModel

// Presentations [10] and their presenters [11].
extension Reference {
    // MARK: the presenter

    /// Returns all controllers presented above a controller's family, lowest first.
    private func presentedAbove(_ controller: Controller) -> [Controller] {
        controller.family.compactMap(\.presented).flatMap { [$0] + presentedAbove($0) }
    }

    /// Returns the presenter: for in-context styles the nearest controller that defines a context,
    /// else the root.
    private func presenter(for from: Controller, _ style: PresentationStyle) -> Controller {
        guard let parent = from.parent else { return from }
        let defines = from.options.definesPresentationContext
        return style.isInContext && defines ? from : presenter(for: parent, style)
    }

    func modal(of presenter: Controller) -> Transition? {
        transitions.first { $0.isModal && $0.container === presenter }
    }

    /// Returns the transition of any presentation in a presenter's chain, below it or above.
    private func modalTransition(around presenter: Controller) -> Transition? {
        var below: Controller? = presenter
        while let controller = below {
            if let found = modal(of: controller) { return found }
            below = controller.familyRoot.presenter
        }
        return presentedAbove(presenter).compactMap(\.presenter).lazy.compactMap(modal).first
    }

    /// Whether a presentation or dismissal may begin now. If a transition of the chain is
    /// running, `interruption` determines what happens; without it, a warning is logged.
    private func mayGoOn(
        around presenter: Controller, _ motion: TransitionRequest, _ asked: Controller,
        _ warning: String
    ) throws(CommandError) -> Bool {
        guard let busy = modalTransition(around: presenter) else { return true }
        switch motion.interruption {
        case .reject: throw CommandError(.transitionInProgress, presenter.name)
        case .queue: try queue(behind: busy.container)
        case .replace: supersedeModal(busy)
        case nil: warn(asked, warning)
        }
        return motion.interruption == .replace
    }

    // MARK: present

    func present(_ command: ModalPresent) throws(CommandError) {
        let from = try controller(command.from)
        guard let id = command.controller else {
            throw CommandError(.invalidArgument, "Application tried to present a nil modal")
        }
        let presented = try controller(id)
        try check(command.motion)
        let isNarrow = from.window.map { $0.size.width < 600 } ?? false
        let adaptive = isNarrow ? presented.options.adaptivePresentationStyle : nil
        let style = adaptive ?? command.style ?? presented.options.modalPresentationStyle
        let presenter = presenter(for: from, style)
        try checkPresentable(presented, from)
        let text =
            "[Presentation] Attempt to present <\(presented.name)> on <\(from.name)> "
            + "(from <\(from.name)>)"
        let warning =
            "Warning: Attempt to present <\(presented.name)> on <\(from.name)> while a "
            + "presentation is in progress!"
        guard try mayGoOn(around: presenter, command.motion, from, warning) else { return }
        func refusal() -> String? {
            if let other = presenter.presented {
                return "\(text) which is already presenting <\(other.name)>."
            }
            return from.window == nil
                ? "\(text) whose view is not in the window hierarchy." : nil
        }
        if let refusal = refusal() { return warn(from, refusal) }
        if style.isInContext {
            settleTransitions(around: presenter)
            if let refusal = refusal() { return warn(from, refusal) }
        }
        if from.familyRoot.isRoot == nil, from.familyRoot.presenter == nil {
            warn(
                from,
                "Presenting view controllers on detached view controllers is discouraged "
                    + "<\(from.name)>.")
        }
        present(presented, by: presenter, style, command)
    }

    private func warn(_ controller: Controller, _ text: String) {
        tell(controller, "diagnostic.warning", text)
    }

    private func checkPresentable(_ presented: Controller, _ from: Controller) throws(CommandError)
    {
        if presented.presenter != nil { throw CommandError(.controllerInUse, presented.name) }
        if isBelow(presented, from) || from.familyRoot === presented.familyRoot
            || lies(from.view, in: presented.view)
        {
            throw CommandError(.wouldCreateCycle, presented.name)
        }
        try checkUnused(presented)
    }

    private func supersedeModal(_ transition: Transition) {
        dropWaiting(for: transition.container)
        supersede(transition)
    }

    private func present(
        _ presented: Controller, by presenter: Controller, _ style: PresentationStyle,
        _ command: ModalPresent
    ) {
        let provides =
            style.isInContext && presenter.options.providesPresentationContextTransitionStyle
        presented.presentationStyle = style.resolved
        presented.presentationTransitionStyle =
            command.motion.transition
            ?? (provides ? presenter : presented).options.modalTransitionStyle
        presented.removesPresentersView =
            style.removesPresentersView || style == .custom && command.removesPresentersView == true
        presenter.presented = presented
        presented.presenter = presenter
        presented.beingPresented = true
        tell(
            presented, "presentation.presentationTransitionWillBegin", presenter.name,
            json(Value(style.resolved)))
        let transition = modal(
            presenter, leaving: presented.removesPresentersView ? [presenter] : [],
            entering: [presented], presented.presentationTransitionStyle, command.motion)
        transition.beforeEnded = { presented.beingPresented = false }
        transition.from = presenter
        let frame =
            style.isInContext
            ? frameInWindow(presenter) : sheetFrame(presented, presenter.window?.size ?? .zero)
        transition.frame = { _ in frame }
        transition.putIn = { [unowned self] _ in
            remove(presented.view)
            setFrame(presented.view, frame)
            if let window = presenter.window { add(presented.view, to: window) }
        }
        transition.takeOut = { [unowned self] in displace($0) }
        transition.takeBack = { [unowned self] in remove($0.view) }
        transition.beforeDid = { [unowned self] through in
            tell(presented, "presentation.presentationTransitionDidEnd", "\(through)")
            if !through { separate(presented) }
        }
        start(transition)
    }

    private func modal(
        _ presenter: Controller, leaving: [Controller], entering: [Controller], _ style: String,
        _ motion: TransitionRequest
    ) -> Transition {
        let transition = Transition(presenter, .modal, leaving: leaving, entering: entering)
        transition.isModal = true
        setStyle(of: transition, style, usual: 0.4, motion)
        transition.animated = motion.interactive || motion.animated && transition.duration > 0
        transition.interactive = motion.interactive
        return transition
    }

    /// Removes a presenter's view until its presentation is dismissed.
    private func displace(_ presenter: Controller) {
        presenter.isDisplaced = true
        presenter.displacedFrom = presenter.view.superview
        remove(presenter.view)
    }

    private func putBack(_ presenter: Controller) {
        guard presenter.isDisplaced else { return }
        presenter.isDisplaced = false
        defer { presenter.displacedFrom = nil }
        if let superview = presenter.displacedFrom, !superview.isGone {
            add(presenter.view, to: superview, at: returnIndex(of: presenter, in: superview))
        }
    }

    /// Returns the index above the views of what presents the presenter, below what covers it.
    private func returnIndex(of presenter: Controller, in superview: View) -> Int {
        guard let window = superview as? Window else { return 0 }
        if presenter.presentationStyle.isInContext, let definer = presenter.presenter {
            return contextIndex(above: definer, in: window)
        }
        var lower = presenter.presenter
        while let next = lower {
            let base = subview(of: window, around: next.view)
            if window.subviews.index(of: base) != nil {
                return contextIndex(above: next, in: window)
            }
            lower = base.controller?.presenter
        }
        return 0
    }

    private func separate(_ presented: Controller) {
        presented.presenter?.presented = nil
        presented.presenter = nil
        presented.presentationStyle = .automatic
        presented.isDisplaced = false
        presented.displacedFrom = nil
    }

    // MARK: dismiss

    func dismiss(_ command: ModalDismiss) throws(CommandError) {
        let asked = try controller(command.id)
        try check(command.motion)
        func presenting(_ controller: Controller?) -> Controller? {
            guard let controller else { return nil }
            return controller.presented != nil ? controller : presenting(controller.parent)
        }
        guard let presenter = presenting(asked) ?? asked.familyRoot.presenter else { return }
        let warning =
            "Warning: Attempt to dismiss from view controller <\(asked.name)> while a "
            + "presentation or dismiss is in progress!"
        if command.user { try mayLeave(presenter.presented) }
        guard try mayGoOn(around: presenter, command.motion, asked, warning) else { return }
        guard let lowest = presenter.presented else { return }
        let isSheet = command.user && lowest.presentationStyle.isSheet
        if isSheet {
            if isModalInPresentation(lowest) {
                return tell(lowest, "presentation.didAttemptToDismiss")
            }
            tell(lowest, "presentation.shouldDismiss")
            tell(lowest, "presentation.willDismiss")
        }
        dismiss(above: presenter, command.motion, tells: isSheet)
    }

    /// Whether a controller or one that is shown inside it prevents its dismissal by a person.
    private func isModalInPresentation(_ controller: Controller) -> Bool {
        controller.options.isModalInPresentation
            || shownChildren(controller).contains { $0.isOnScreen && isModalInPresentation($0) }
    }

    private func dismiss(above presenter: Controller, _ motion: TransitionRequest, tells: Bool) {
        guard let lowest = presenter.presented else { return }
        let dismissed = [lowest] + presentedAbove(lowest)
        for controller in dismissed where controller.presentationStyle.isInContext {
            if let definer = controller.presenter { settleTransitions(around: definer) }
        }
        let leaving = Array(dismissed.reversed())
        for controller in leaving {
            controller.beingDismissed = true
            tell(controller, "presentation.dismissalTransitionWillBegin")
        }
        // The presenters that stay, and whose views return.
        let uncovered = leaving.reversed().compactMap(\.presenter).filter { presenter in
            presenter.isDisplaced && !leaving.contains { $0 === presenter }
        }
        let transition = modal(
            presenter, leaving: leaving,
            entering: uncovered.filter { presenter in
                presenter.displacedFrom?.window != nil
                    && !leaving.contains { $0 === presenter.familyRoot }
            }, lowest.presentationTransitionStyle, motion)
        transition.beforeEnded = { leaving.forEach { $0.beingDismissed = false } }
        transition.to = presenter
        transition.direction = .reverse
        transition.putIn = { [unowned self] in putBack($0) }
        transition.takeOut = { [unowned self] in remove($0.view) }
        transition.takeBack = { [unowned self] in displace($0) }
        transition.beforeDid = { [unowned self] through in
            for controller in leaving {
                tell(controller, "presentation.dismissalTransitionDidEnd", "\(through)")
                if through { separate(controller) }
            }
            // Views whose place is in no window return now, without callbacks [3.1].
            if through { uncovered.forEach(putBack) }
        }
        transition.afterEnded = { [unowned self] _ in
            if tells, presenter.presented == nil { tell(lowest, "presentation.didDismiss") }
        }
        start(transition)
    }

    /// Dismisses all presentations in a window without animation.
    func dismissAll(in window: Window) {
        for presenter in window.subviews.compactMap({ $0.controller?.presenter }) {
            dropWaiting(for: presenter)
            if let running = modal(of: presenter) { supersede(running) }
        }
        while let presenter = window.subviews.lazy.compactMap({ $0.controller?.presenter }).first {
            dismiss(above: presenter, TransitionRequest { $0.animated = false }, tells: false)
        }
    }
}
