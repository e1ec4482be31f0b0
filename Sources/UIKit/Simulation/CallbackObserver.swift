internal import Containment
internal import PagerModel

/// An observer that delivers the engine's callbacks to view controllers.
final class CallbackObserver: SceneObserver {
    /// The simulation whose view controllers receive the callbacks. Each new scene of a daemon
    /// needs an unused simulation. So when a scene begins, a new simulation replaces this one, if
    /// this one has already been used.
    @MainActor private(set) unowned var simulation: Simulation

    @MainActor
    init(_ simulation: Simulation) {
        self.simulation = simulation
    }

    func sceneDidBegin(_ scene: inout Scene) {
        MainActor.assumeIsolated {
            guard simulation.isHosted else { return }
            simulation = simulation.forAnotherScene()
            Simulation.remakeObjects(in: &scene)
        }
    }

    func scene(_ scene: inout Scene, didSend callback: Callback, to controller: Handle) {
        MainActor.assumeIsolated { simulation.deliver(during: &scene) }
    }

    func scene(_ scene: inout Scene, willRunPostponed number: Int) {
        MainActor.assumeIsolated { simulation.transitions.current = number }
    }

    func scene(_ scene: inout Scene, didRunPostponed number: Int, isRefused: Bool) {
        MainActor.assumeIsolated {
            _ = scene.enter { simulation in
                simulation.deliver()
                simulation.transitions.current = nil
                simulation.endExpectation(number, isRefused: isRefused)
            }
        }
    }

    func sceneWillEndTurn(_ scene: inout Scene) -> Bool {
        MainActor.assumeIsolated {
            guard simulation.isHosted else { return false }
            return scene.enter { $0.endTurn() } ?? false
        }
    }

    func sceneDidReachDeadline(_ scene: inout Scene) {
        MainActor.assumeIsolated { _ = scene.enter { $0.runTimers() } }
    }

    func hasObject(for subject: Handle) -> Bool {
        MainActor.assumeIsolated { simulation.hasObject(for: subject) }
    }

    func hasCreated(_ subject: Handle) -> Bool {
        MainActor.assumeIsolated { simulation.hasCreated(subject) }
    }

    func scene(_ scene: inout Scene, willAdapt container: Handle) {
        MainActor.assumeIsolated {
            _ = scene.enter { simulation in
                simulation.deliver()
                let split = simulation.objects.controller(container) as? UISplitViewController
                split?.prepareToAdapt()
            }
        }
    }

    func scene(
        _ scene: inout Scene, willStart plan: inout TransitionPlan, as transition: TransitionID
    ) {
        MainActor.assumeIsolated {
            _ = scene.enter { simulation in
                simulation.deliver()
                simulation.chooseAnimators(of: &plan, as: transition)
            }
        }
    }
}
