import Containment
import Foundation
import PagerModel
import RandomCommands
import Synchronization
import Testing

/// Runs random commands inside callbacks, as overrides in classes on top of the engine can.
@Suite struct SceneObserverTests {
    @Test func `Random commands inside callbacks keep the scene's invariants`() throws {
        let seeds = RandomTest.seeds(40)
        var inside = 0
        for seed in seeds {
            let observer = RandomOverrides(seed: seed)
            var simulation = Simulation(observer: observer)
            var swarm = Swarm(seed: seed, unnamed: 0.1)
            for step in Swarm.prologue { #expect(simulation.carryOut(step) == nil) }
            for index in 0..<150 {
                swarm.held = simulation.scene.held
                let step = swarm.next()
                let problem = simulation.carryOut(step)
                #expect(problem == nil, "seed \(seed), step \(index): \(step)")
                if problem != nil { return }
            }
            inside += observer.count
        }
        #expect(inside > seeds.count * 20)
    }

    @Test
    func `An observer is called after the kind and before the children, with the callback last`()
        throws
    {
        let order = Order()
        var scene = Scene()
        for step in [
            Step(method: "window.create", params: ["id": "w"]),
            Step(method: "controller.create", params: ["id": "a", "kind": "view"]),
            Step(method: "controller.create", params: ["id": "b", "kind": "view"]),
            Step(method: "controller.addChild", params: ["parent": "a", "child": "b"]),
            Step(method: "view.addSubview", params: ["view": "b", "to": "a"]),
        ] { try scene.apply(step) }
        scene.setObserver(order)
        try scene.apply(Step(method: "window.setRoot", params: ["id": "w", "controller": "a"]))
        #expect(
            order.calls.withLock { $0 }.filter { $0.hasPrefix("view") } == [
                "viewWillAppear a", "viewWillAppear b", "viewIsAppearing a", "viewIsAppearing b",
                "viewWillLayoutSubviews a", "viewDidLayoutSubviews a", "viewWillLayoutSubviews b",
                "viewDidLayoutSubviews b", "viewDidAppear a", "viewDidAppear b",
            ])
    }
}

/// An observer that runs a random command inside every other callback.
private final class RandomOverrides: SceneObserver {
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

private final class Order: SceneObserver {
    let calls = Mutex<[String]>([])

    func scene(_ scene: inout Scene, didSend callback: Callback, to controller: Handle) {
        let name = scene.name(of: controller)
        calls.withLock { $0.append("\(callback.rawValue) \(name)") }
    }
}
