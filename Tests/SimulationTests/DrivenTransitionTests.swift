import Containers
import Containment
import Foundation
import PagerModel
import RandomCommands
import Synchronization
import Testing

/// Tests of transitions that an observer, rather than the clock, completes.
@Suite struct DrivenTransitionTests {
    private func scene(_ observer: any SceneObserver) throws -> Scene {
        var scene = Scene(kinds: Containers.kinds)
        for step in [
            Step(method: "window.create", params: ["id": "w"]),
            Step(method: "controller.create", params: ["id": "a", "kind": "view"]),
            Step(method: "controller.create", params: ["id": "b", "kind": "view"]),
            Step(method: "controller.create", params: ["id": "nav", "kind": "navigation"]),
            Step(method: "navigation.setStack", params: ["id": "nav", "controllers": ["a"]]),
            Step(method: "window.setRoot", params: ["id": "w", "controller": "nav"]),
        ] { try scene.apply(step) }
        scene.setObserver(observer)
        return scene
    }

    private func stack(_ scene: Scene) throws -> Value? {
        Value(fields: scene.record(controller: try scene.controller("nav")))["controllers"]
    }

    @Test func `A driven push ends when the observer completes it, and not by the clock`() throws {
        let driver = Driver()
        var scene = try scene(driver)
        try scene.apply(
            Step(method: "navigation.push", params: ["id": "nav", "controller": "b"]))
        let id = try #require(driver.last)
        #expect(scene.nextDeadline() == nil)
        scene.moveClock(to: scene.now.advanced(by: 1000))
        #expect(scene.appearance(of: try scene.controller("b")) == .appearing)
        scene.complete(id, finished: true)
        scene.finishTurn()
        #expect(scene.appearance(of: try scene.controller("b")) == .appeared)
        #expect(scene.violations() == [])
        scene.complete(id, finished: false)
        #expect(try stack(scene) == ["a", "b"])
    }

    @Test func `A cancelled driven push leaves the stack unchanged`() throws {
        let driver = Driver()
        var scene = try scene(driver)
        try scene.apply(
            Step(method: "navigation.push", params: ["id": "nav", "controller": "b"]))
        #expect(try stack(scene) == ["a", "b"])
        scene.complete(try #require(driver.last), finished: false)
        scene.finishTurn()
        #expect(try stack(scene) == ["a"])
        #expect(scene.appearance(of: try scene.controller("a")) == .appeared)
        #expect(scene.parent(of: try scene.controller("b")).isNone)
        #expect(scene.violations() == [])
    }
}

/// An observer that drives all transitions.
private final class Driver: SceneObserver {
    private let begun = Mutex<[TransitionID]>([])

    var last: TransitionID? { begun.withLock { $0.last } }

    func scene(_ scene: inout Scene, didSend callback: Callback, to controller: Handle) {}

    func scene(
        _ scene: inout Scene, willStart plan: inout TransitionPlan, as transition: TransitionID
    ) {
        plan.isDriven = true
        begun.withLock { $0.append(transition) }
    }
}
