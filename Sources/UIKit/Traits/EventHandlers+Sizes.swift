internal import Containment
internal import PagerModel

/// Handlers for the engine's events about window sizes and traits [13.1].
extension EventHandlers {
    func addSizes() {
        addWindows()
        on(
            LifecycleEvents.WillTransitionToTraits.self,
            override: { controller, event, simulation in
                let new = controller.traits(in: UITraitCollection(event.traits))
                guard let handle = controller.handle, new != controller.traitCollection else {
                    return
                }
                simulation.resizing.oldTraits[handle] = controller.traitCollection
                simulation.passOn(to: controller) {
                    controller.willTransition(to: new, with: $0)
                }
            })
        on(
            LifecycleEvents.ViewWillTransitionToSize.self,
            override: { controller, event, simulation in
                let given = CGSize(event.size)
                let size =
                    controller.parent?.size(
                        forChildContentContainer: controller, withParentContainerSize: given)
                    ?? given
                if size != given, size == controller.viewIfLoaded?.bounds.size { return }
                simulation.passOn(to: controller) {
                    controller.activePresentation?.viewWillTransition(to: size, with: $0)
                    controller.viewWillTransition(to: size, with: $0)
                }
            })
        on(
            LifecycleEvents.TraitCollectionDidChange.self,
            override: { controller, _, simulation in
                guard let handle = controller.handle,
                    let old = simulation.resizing.oldTraits.removeValue(forKey: handle)
                else { return }
                controller.tellTraits(from: old)
            })
        on(
            LifecycleEvents.PreferredContentSizeDidChange.self,
            override: { controller, event, simulation in
                guard let child = simulation.objects.controller(event.child) else { return }
                controller.preferredContentSizeDidChange(forChildContentContainer: child)
            })
    }

    private func addWindows() {
        on(WindowEvents.WillResize.self) { event, _, simulation in
            simulation.resizing.coordinator = TransitionCoordinator(
                simulation, isAnimated: true, duration: event.duration)
        }
        on(WindowEvents.Resized.self) { event, subject, simulation in
            simulation.objects.view(subject)?.update(Frame(event.size))
            simulation.beginResize(of: subject)
        }
        on(WindowEvents.DidResize.self) { event, subject, simulation in
            simulation.resizing.running.removeValue(forKey: subject)?
                .complete(finished: event.finished)
        }
    }
}

/// The state of the windows whose sizes are changing.
struct Resizing {
    /// The coordinator of the resize whose callbacks are being called.
    var coordinator: TransitionCoordinator?
    /// The coordinators of the animated resizes that have not ended, by window.
    var running: [Handle: TransitionCoordinator] = [:]
    /// The traits that each controller had before its window's size changed.
    var oldTraits: [Handle: UITraitCollection] = [:]
}

extension Simulation {
    /// Calls a controller's override of a size or trait callback with the coordinator of the
    /// resize. The controller's children receive the callback only if the override calls `super`
    /// [13.2].
    fileprivate func passOn(
        to controller: UIViewController,
        _ callback: (any UIViewControllerTransitionCoordinator) -> Void
    ) {
        let coordinator =
            resizing.coordinator ?? TransitionCoordinator(self, isAnimated: false)
        resizing.coordinator = coordinator
        controller.hasPassedOn = false
        callback(coordinator)
        if !controller.hasPassedOn { change { $0.keepFromChildren() } }
    }

    /// Schedules the animations of the resize to run after all callbacks and size changes. Their
    /// completions are called at the end of the resize.
    fileprivate func beginResize(of window: Handle) {
        guard let coordinator = resizing.coordinator else { return }
        resizing.coordinator = nil
        if coordinator.isAnimated { resizing.running[window] = coordinator }
        afterCommand.append { [self] in
            coordinator.begin(nil, container: window)
            if !coordinator.isAnimated { coordinator.complete(finished: true) }
            resizing.oldTraits = [:]
        }
    }

    /// Changes the size of the screen and of the windows that fill it, as a rotation does [13.1].
    ///
    /// - Parameter duration: the time until the coordinators' completions are called.
    public func resize(to size: CGSize, duration: Duration = .zero) {
        let old = screenSize
        screenSize = size
        for window in objects.windows where window.frame.size == old {
            guard let id = window.id else { continue }
            perform(
                WindowResize {
                    $0.id = id
                    $0.size = Size(size)
                    $0.duration = duration / .seconds(1)
                    $0.animated = duration > .zero
                })
        }
    }
}
