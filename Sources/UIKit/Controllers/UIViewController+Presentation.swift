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
    /// The coordinator of the current transition of this controller or of one of its ancestors; nil
    /// if no transition is running.
    public var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? {
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
        let (style, removesPresenter) = controller.prepareToBePresented(by: self)
        let command = ModalPresent(
            from: id, controller: other, style: style, removesPresentersView: removesPresenter,
            motion: TransitionRequest(animated: animated))
        simulation.presented[handle] = controller
        let reply = simulation.perform(
            command, moving: .presented(handle), animated: animated,
            completion: completion.map { block in { _ in block() } })
        if reply == nil, simulation.deferring == nil { simulation.presented[handle] = nil }
    }

    /// Prepares this controller to be presented by `source`. Creates its presentation controller if
    /// there is none.
    ///
    /// - Returns: The style that the presentation controller's delegate has chosen, or nil for the
    ///   controller's own style. If the controller's own style is `custom`, `removesPresenter` is
    ///   whether the presentation removes the presenter's view; otherwise it is nil.
    private func prepareToBePresented(
        by source: UIViewController
    ) -> (PresentationStyle?, removesPresenter: Bool?) {
        guard record?.presentingViewController == nil else { return (nil, nil) }
        let presenter = source.presenter(for: modalPresentationStyle)
        let presentation = makePresentation(presenting: presenter, source: source)
        presentation.begin(by: presenter, askedOf: source)
        (presentation as? UISheetPresentationController)?.tellOptions()
        let adapted = presentation.adaptivePresentationStyle(for: presenter.traitCollection)
        return (
            adapted == .none ? nil : adapted.value.string.flatMap { PresentationStyle(named: $0) },
            modalPresentationStyle == .custom ? presentation.shouldRemovePresentersView : nil
        )
    }

    func performDismiss(animated: Bool, completion: (() -> Void)?) {
        guard let id else { return }
        // The transition is that of the topmost presented controller. The controllers in between
        // are dismissed with it.
        var leaving = presentedViewController ?? presentingViewController?.presentedViewController
        while let above = leaving?.presentedViewController { leaving = above }
        guard let handle = (leaving ?? self).handle else { return }
        simulation.perform(
            ModalDismiss(id: id, motion: TransitionRequest(animated: animated)),
            moving: .dismissed(handle), animated: animated,
            completion: completion.map { block in { _ in block() } })
    }
}

extension UIModalPresentationStyle {
    /// The engine's name of the presentation style.
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
    /// The engine's name of the transition style.
    var value: Value {
        switch self {
        case .coverVertical: .string("coverVertical")
        case .flipHorizontal: .string("flipHorizontal")
        case .crossDissolve: .string("crossDissolve")
        case .partialCurl: .string("partialCurl")
        }
    }
}
