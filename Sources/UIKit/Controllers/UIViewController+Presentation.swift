internal import Containment
internal import PagerModel

public enum UIModalPresentationStyle: Int, Sendable {
    case automatic = -2
    case none = -1
    case fullScreen = 0
    case pageSheet, formSheet, currentContext, custom, overFullScreen, overCurrentContext, popover
}

public enum UIModalTransitionStyle: Int, Sendable {
    case coverVertical, flipHorizontal, crossDissolve, partialCurl
}

extension UIViewController {
    /// The coordinator of a transition that is running or about to begin. This controller, one of
    /// its ancestors, or a controller that one of them presents takes part in this transition. Nil
    /// if there is no such transition.
    var currentCoordinator: TransitionCoordinator? {
        var handles: [Handle] = []
        var current: UIViewController? = self
        while let controller = current {
            if let handle = controller.handle { handles.append(handle) }
            if let presented = controller.presentedViewController?.handle {
                handles.append(presented)
            }
            current = controller.parent
        }
        return simulation.transitions.coordinator(concerning: handles)
    }

    /// The controller whose presentation waits until the running callback has ended [10.9]. The
    /// presenter will be this controller or, if `present` was called for an ancestor, the nearest
    /// such ancestor. Nil if there is no such presentation.
    var expectedPresentation: UIViewController? {
        var current: UIViewController? = self
        while let controller = current {
            if let handle = controller.handle,
                let presented = simulation.transitions.expectedPresentation(by: handle)
            {
                return simulation.objects.controller(presented)
            }
            current = controller.parent
        }
        return nil
    }

    /// Whether a presentation of this controller waits until the running callback has ended.
    var isExpected: Bool {
        handle.flatMap { simulation.transitions.expectedPresenter(of: $0) } != nil
    }

    /// The presenter in a presentation that waits until the running callback has ended [10.9]. The
    /// presented controller will be the topmost ancestor of this controller, or this controller if
    /// it has no parent. Nil if there is no such presentation.
    var expectedPresenter: UIViewController? {
        var root = self
        while let parent = root.parent { root = parent }
        return root.handle.flatMap { simulation.transitions.expectedPresenter(of: $0) }
            .flatMap { simulation.objects.controller($0) }
    }

    func controller(named id: Identifier?) -> UIViewController? {
        guard let id, let handle = try? simulation.scene.controller(id) else { return nil }
        return simulation.objects.controller(handle)
    }

    func performPresent(
        _ controller: UIViewController, animated: Bool, completion: (() -> Void)?
    ) {
        guard let id = requireID(), let other = controller.requireID(in: simulation),
            let handle = controller.handle
        else { return }
        let (style, presenter, removesPresenter) = controller.prepareToBePresented(by: self)
        let command = ModalPresent {
            $0.from = id
            $0.controller = other
            $0.style = style
            $0.removesPresentersView = removesPresenter
            $0.motion = TransitionRequest { $0.animated = animated }
        }
        let isAccepted =
            presenter?.viewIfLoaded?.window != nil
            && presenter?.record?.presentedViewController == nil && controller.parent == nil
        let isAlone = presenter?.expectedPresentation == nil
        let waits = isAccepted && simulation.leavesWork
        if waits, !simulation.accepts(command) { return }
        if isAccepted, isAlone, simulation.moments == .uikit { controller.loadViewIfNeeded() }
        simulation.perform(
            command, moving: .presented(handle), presenting: controller,
            by: isAccepted && isAlone ? presenter?.handle : nil, animated: animated,
            waiting: waits ? (self.handle ?? handle, {}) : nil,
            completion: completion.map { block in { _ in block() } })
    }

    /// Prepares this controller for a presentation by `source`. Creates a presentation controller
    /// if there is none.
    ///
    /// - Returns: The style that the presentation controller's delegate has chosen, or nil for the
    ///   controller's own style. `presenter` is the controller that will present this controller;
    ///   it is nil if a controller presents it already. `removesPresenter` is true if the
    ///   presentation removes the presenter's view; it is nil if the controller's own style is not
    ///   `custom`.
    private func prepareToBePresented(
        by source: UIViewController
    ) -> (PresentationStyle?, presenter: UIViewController?, removesPresenter: Bool?) {
        guard record?.presentingViewController == nil else { return (nil, nil, nil) }
        let presenter = source.presenter(for: modalPresentationStyle)
        let presentation = makePresentation(presenting: presenter, source: source)
        presentation.begin(by: presenter, askedOf: source)
        (presentation as? UISheetPresentationController)?.tellOptions()
        let adapted = presentation.adaptivePresentationStyle(for: presenter.traitCollection)
        return (
            adapted == .none ? nil : adapted.value.string.flatMap { PresentationStyle(named: $0) },
            presenter,
            modalPresentationStyle == .custom ? presentation.shouldRemovePresentersView : nil
        )
    }

    func performDismiss(animated: Bool, completion: (() -> Void)?) {
        guard let id, let handle else { return }
        let lowest = presentedViewController ?? presentingViewController?.presentedViewController
        // The transition is that of the topmost presented controller. The controllers in between
        // are dismissed with it.
        let presenter = lowest?.presentingViewController?.handle
        let topmost = presenter.flatMap { simulation.scene.topmostPresented(above: $0) }
        simulation.perform(
            ModalDismiss(id: id, motion: TransitionRequest { $0.animated = animated }),
            moving: .dismissed(topmost ?? lowest?.handle ?? handle, askedOf: handle),
            animated: animated,
            waiting: lowest != nil && simulation.leavesWork ? (handle, {}) : nil,
            completion: completion.map { block in { _ in block() } })
    }
}

extension UIModalPresentationStyle {
    /// The engine's name for the presentation style.
    var value: Value {
        switch self {
        case .automatic, .none: .string("automatic")
        case .fullScreen: .string("fullScreen")
        case .pageSheet: .string("pageSheet")
        case .formSheet: .string("formSheet")
        case .currentContext: .string("currentContext")
        case .custom: .string("custom")
        case .overFullScreen: .string("overFullScreen")
        case .overCurrentContext: .string("overCurrentContext")
        case .popover: .string("popover")
        }
    }
}

extension UIModalTransitionStyle {
    /// The engine's name for the transition style.
    var value: Value {
        switch self {
        case .coverVertical: .string("coverVertical")
        case .flipHorizontal: .string("flipHorizontal")
        case .crossDissolve: .string("crossDissolve")
        case .partialCurl: .string("partialCurl")
        }
    }
}
