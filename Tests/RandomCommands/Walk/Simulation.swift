internal import Containers
package import Containment
package import PagerModel

/// A scene, a list of steps, and the checks after each of them.
///
/// Checks that cost no more than the step run each time: events are in a valid order, the records
/// that they concern match them, and a refused command has published and counted nothing. Checks
/// that cost as much as the whole scene run after every `stride` steps: the invariants, all records
/// against the events, and that a refused command has left the archive unchanged.
package struct Simulation: World {
    package private(set) var scene = Scene(
        kinds: Containers.kinds)
    private var eventOrder = EventOrderCheck()
    package private(set) var shares = Shares()
    package private(set) var events = 0
    /// Whether exactly the controllers whose views are in a window must have appeared.
    private let isStrict: Bool
    /// The number of steps between two full checks.
    private let stride: Int
    private var steps = 0

    package var held: [String] { scene.held }

    package init(
        isStrict: Bool = false, stride: Int = 1, observer: (any SceneObserver)? = nil
    ) {
        self.isStrict = isStrict
        self.stride = stride
        scene.setObserver(observer)
    }

    /// Runs one step. Returns a message if a check fails afterwards.
    package mutating func carryOut(_ step: Step) -> String? {
        steps += 1
        let isThorough = steps % stride == 0
        if step.method == "clock.advance" {
            shares.count(step, isRefused: false)
            return advance(step.params["seconds"]?.double ?? 0, isThorough)
        }
        let revision = scene.revision
        let before = isThorough ? scene : nil
        if isStrict { excuse(before: step) }
        do {
            try scene.apply(step)
        } catch {
            shares.count(step, isRefused: true)
            guard scene.log.isEmpty, scene.revision == revision else {
                return "\(step.method) was refused (\(error.name)) and has told something"
            }
            guard let before, scene.archived() != before.archived() else { return nil }
            return "\(step.method) was refused (\(error.name)) and has changed something"
        }
        shares.count(step, isRefused: false)
        return check(isThorough)
    }

    /// Exempts the children that their container does not drive: they get no callbacks when the
    /// container enters or leaves a window [2.3] or when they leave the container. Such a child may
    /// keep its state while its view stays in the same window or in none.
    private mutating func excuse(before step: Step) {
        let leaving: [Handle]
        switch step.method {
        case "controller.removeFromParent": leaving = [controller(step, "id")]
        case "controller.addChild": leaving = [controller(step, "child")]
        case "controller.destroy": leaving = scene.children(of: controller(step, "id"))
        default: return
        }
        for child in leaving where !child.isNone && scene.isHalfShown(child) {
            let parent = scene.parent(of: child)
            if !parent.isNone, !scene.forwardsCallbacks(to: child, from: parent) {
                eventOrder.excuse(child, in: scene.window(of: child))
            }
        }
    }

    private func controller(_ step: Step, _ member: String) -> Handle {
        let name = step.params[member]?.string.flatMap { Identifier($0) }
        return name.flatMap { try? scene.controller($0) } ?? .none
    }

    private mutating func advance(_ seconds: Double, _ isThorough: Bool) -> String? {
        let target = scene.now.advanced(by: seconds)
        while let next = scene.nextDeadline(), next <= target {
            scene.fireDeadline()
            if let problem = check(isThorough) { return problem }
        }
        scene.moveClock(to: target)
        return nil
    }

    private mutating func check(_ isThorough: Bool) -> String? {
        let problem = scene.drain { scene in
            events += scene.log.events.count
            return eventOrder.feed(scene) ?? eventOrder.differenceOfTouched(in: scene)
        }
        if problem != nil || !isThorough { return problem }
        if let violation = scene.violations().first { return violation }
        let half =
            isStrict
            ? scene.halfShown { eventOrder.isExcused($0, in: scene.window(of: $0)) }.first : nil
        if let half { return half }
        return eventOrder.difference(in: scene)
    }

    /// Returns all state that a client can see.
    package static func picture(_ scene: Scene) -> [Value] {
        scene.everything().map {
            if scene.isWindow($0) { return Value(fields: scene.record(window: $0)) }
            return scene.isController($0)
                ? .array([
                    Value(fields: scene.record(controller: $0)),
                    Value(fields: scene.record(view: $0)),
                ]) : Value(fields: scene.record(view: $0))
        } + scene.runningTransitions().map { Value(fields: scene.record(transition: $0)) }
            + [.integer(scene.revision)]
    }
}
