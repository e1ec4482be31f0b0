import Containment
import PagerModel
import RandomCommands
import Synchronization

/// A scene whose observer takes part in transitions and callbacks, as code on top of the engine can.
struct Observed: Oracle {
    private var simulation: Simulation
    private let observer: any CountingObserver
    private let name: String

    init(_ name: String, _ observer: any CountingObserver, stride: Int) {
        self.name = name
        self.observer = observer
        simulation = Simulation(stride: stride, observer: observer)
    }

    var counts: [String: Int] { [name: observer.count] }

    mutating func carryOut(_ step: Step) -> String? { simulation.carryOut(step) }
}

/// An observer that counts how often it has acted.
protocol CountingObserver: SceneObserver {
    var count: Int { get }
}

/// An observer that drives some transitions, and completes or cancels them in later callbacks.
final class RandomDriver: CountingObserver {
    private struct State {
        var random: SeededGenerator
        var running: [TransitionID] = []
        var count = 0
    }

    private let state: Mutex<State>

    init(seed: UInt64) {
        state = Mutex(State(random: SeededGenerator(seed: seed)))
    }

    var count: Int { state.withLock { $0.count } }

    func scene(
        _ scene: inout Scene, willStart plan: inout TransitionPlan, as transition: TransitionID
    ) {
        let choice = state.withLock { Int.random(in: 0..<4, using: &$0.random) }
        guard choice > 0 else { return }
        plan.isDriven = true
        plan.animated = true
        plan.interactive = choice == 1
        state.withLock { $0.running.append(transition) }
    }

    func scene(_ scene: inout Scene, didSend callback: Callback, to controller: Handle) {
        let next: (id: TransitionID, choice: Int)? = state.withLock { state in
            guard !state.running.isEmpty, Bool.random(using: &state.random) else {
                return nil
            }
            state.count += 1
            let index = Int.random(in: state.running.indices, using: &state.random)
            let choice = Int.random(in: 0..<3, using: &state.random)
            return (state.running.remove(at: index), choice)
        }
        guard let next else { return }
        if next.choice == 2 { scene.endInteraction(of: next.id, cancelled: true) }
        scene.complete(next.id, finished: next.choice == 0)
    }
}

/// An observer that runs a random command inside every other callback.
final class RandomOverrides: CountingObserver {
    private struct State {
        var swarm: Swarm
        var random: SeededGenerator
        var count = 0
    }

    private let state: Mutex<State>

    init(seed: UInt64) {
        state = Mutex(
            State(
                swarm: Swarm(seed: seed &+ 1_000_000, unnamed: 0),
                random: SeededGenerator(seed: seed)))
    }

    var count: Int { state.withLock { $0.count } }

    func scene(_ scene: inout Scene, didSend callback: Callback, to controller: Handle) {
        let step: Step? = state.withLock { state in
            guard state.count < 500, Bool.random(using: &state.random) else { return nil }
            state.count += 1
            return state.swarm.next()
        }
        guard let step else { return }
        do throws(CommandError) {
            try scene.runInside(callback, of: controller, step)
        } catch {
            // A refused command changes nothing.
        }
    }
}
