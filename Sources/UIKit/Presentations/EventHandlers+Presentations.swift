internal import Containment
internal import PagerModel

/// Handlers for the engine's events about presentations. They call presentation controllers, and
/// the delegates of these controllers.
extension EventHandlers {
    func addPresentations() {
        on(PresentationEvents.PresentationTransitionWillBegin.self) { event, subject, simulation in
            let presenter = simulation.objects.controller(event.presenter)
            simulation.presented[subject] = simulation.objects.controller(subject)
            simulation.transitions.expect(
                from: event.presenter, to: subject, container: event.presenter)
            simulation.presented[subject]?.beginPresentation(by: presenter)
        }
        on(PresentationEvents.PresentationTransitionDidEnd.self) { event, subject, simulation in
            let presented = simulation.objects.controller(subject)
            presented?.activePresentation?.animators = nil
            presented?.activePresentation?.presentationTransitionDidEnd(event.completed)
            if !event.completed { simulation.forget(presented: subject) }
        }
        on(PresentationEvents.DismissalTransitionWillBegin.self) { _, subject, simulation in
            let top = simulation.objects.controller(subject)
            if let top, top.record?.presentedViewController == nil,
                let presenter = top.remainingPresenter?.handle
            {
                simulation.transitions.expect(from: subject, to: presenter, container: presenter)
            }
            top?.beginDismissal()
        }
        on(PresentationEvents.DismissalTransitionDidEnd.self) { event, subject, simulation in
            let presented = simulation.objects.controller(subject)
            presented?.activePresentation?.animators = nil
            presented?.activePresentation?.dismissalTransitionDidEnd(event.completed)
            if event.completed { simulation.forget(presented: subject) }
        }
        addDelegates()
    }

    private func addDelegates() {
        on(PresentationEvents.WillDismiss.self) { _, subject, simulation in
            guard let active = simulation.objects.controller(subject)?.activePresentation else {
                return
            }
            active.delegate?.presentationControllerWillDismiss(active)
        }
        on(PresentationEvents.DidDismiss.self) { _, subject, simulation in
            guard let last = simulation.dismissed.removeValue(forKey: subject) else { return }
            last.delegate?.presentationControllerDidDismiss(last)
        }
        on(PresentationEvents.DidAttemptToDismiss.self) { _, subject, simulation in
            guard let active = simulation.objects.controller(subject)?.activePresentation else {
                return
            }
            active.delegate?.presentationControllerDidAttemptToDismiss(active)
        }
        on(PresentationEvents.DidChangeSelectedDetent.self) { event, subject, simulation in
            let active = simulation.objects.controller(subject)?.activePresentation
            (active as? UISheetPresentationController)?.update(detent: event.detent)
        }
    }
}

extension UIViewController {
    fileprivate func beginPresentation(by presenter: UIViewController?) {
        guard let presenter else { return }
        let source = activePresentation?.source ?? presenter
        let presentation =
            activePresentation ?? makePresentation(presenting: presenter, source: source)
        presentation.begin(by: presenter, askedOf: source)
        if isMovingAnimated {
            presentation.animators = animators(presentedBy: presenter, source: source)
        }
        if transitioningDelegate != nil, !modalPresentationStyle.isInContext {
            simulation.addContainerView(of: presentation, presenter)
        }
        let outer = simulation.beginningPresentation
        simulation.beginningPresentation = presentation
        presentation.presentationTransitionWillBegin()
        simulation.beginningPresentation = outer
    }

    /// The presenter that stays when this controller and all below it are dismissed.
    fileprivate var remainingPresenter: UIViewController? {
        var presenter = presentingViewController
        while let current = presenter, current.isBeingDismissed {
            presenter = current.presentingViewController
        }
        return presenter
    }

    fileprivate func beginDismissal() {
        guard let presentation = activePresentation else { return }
        // Only the topmost dismissed controller is animated [10.10].
        if record?.presentedViewController == nil, isMovingAnimated {
            presentation.animators = animatorsForDismissal
        }
        presentation.dismissalTransitionWillBegin()
    }

    /// Whether the transition that is beginning was requested with animation.
    private var isMovingAnimated: Bool { currentCoordinator?.isAnimated ?? true }
}

extension Simulation {
    /// Adds a container view for a presentation to the presenter's window.
    fileprivate func addContainerView(
        of presentation: UIPresentationController, _ presenter: UIViewController
    ) {
        guard let window = presenter.viewIfLoaded?.window, let windowHandle = window.handle else {
            return
        }
        let enclosing = PresentationContainerView(of: presentation, frame: window.bounds)
        enclosing.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        guard enclosing.requireID() != nil, let handle = enclosing.handle else { return }
        presentation.enclosing = enclosing
        drive { $0.insert(handle, intoWindow: windowHandle) }
    }

    /// Releases a controller that is no longer presented, and its presentation controller, at the
    /// end of the current command.
    fileprivate func forget(presented handle: Handle) {
        if let object = presented.removeValue(forKey: handle) { released.append(object) }
        guard let controller = objects.controller(handle),
            let presentation = controller.activePresentation
        else { return }
        controller.activePresentation = nil
        dismissed[handle] = presentation
        afterCommand.append { [self] in
            dismissed[handle] = nil
            presentation.enclosing?.removeFromSuperview()
            presentation.enclosing = nil
        }
    }
}
