import Containers
import Containment
import PagerModel

/// A scene, a list of steps, and everything that is demanded after each of them.
struct Simulation {
    private(set) var scene = Scene(
        kinds: Containers.kinds, commands: Containers.commands)
    private var automaton = AppearanceAutomaton()
    private(set) var refused = 0
    /// Whether what lies in a window must have appeared, and nothing else.
    var isStrict = false

    /// Carries out one step; a sentence where something is wrong after it.
    mutating func carryOut(_ step: Step) -> String? {
        if step.method == "clock.advance" {
            return advance(step.params["seconds"]?.double ?? 0)
        }
        let before = scene
        do {
            try apply(step)
        } catch {
            refused += 1
            guard Self.picture(scene) == Self.picture(before) else {
                return "\(step.method) was refused (\(error.name)) and has changed something"
            }
            return scene.log.isEmpty ? nil : "\(step.method) was refused and has told something"
        }
        return check()
    }

    private mutating func apply(_ step: Step) throws(Refusal) {
        guard let type = scene.command(step.method), let members = step.params.members else {
            throw Refusal(.methodNotFound, step.method)
        }
        try apply(type, members)
    }

    private mutating func apply<C: SceneCommand>(
        _: C.Type, _ members: [Value.Member]
    ) throws(Refusal) {
        _ = try scene.apply(try C(reading: members), at: scene.now)
    }

    private mutating func advance(_ seconds: Double) -> String? {
        let target = scene.now.advanced(by: seconds)
        while let next = scene.nextDeadline(), next <= target {
            scene.fireDeadline()
            if let problem = check() { return problem }
        }
        scene.advance(to: target)
        return nil
    }

    private mutating func check() -> String? {
        let problem = scene.drain { automaton.feed($0.log) }
        if let problem { return problem }
        if let violation = scene.violations().first { return violation }
        if isStrict, let half = scene.halfShown().first { return half }
        return compareWithEvents()
    }

    /// The records say what the events said.
    private func compareWithEvents() -> String? {
        for handle in scene.everything() where scene.isController(handle) {
            let record = scene.record(controller: handle)
            if record.appearance != automaton.state(of: handle) {
                return "the record of \(record.id) says \(record.appearance), the events say "
                    + "\(automaton.state(of: handle))"
            }
        }
        let running = Set(scene.runningTransitions().map(\.id))
        return running == automaton.openTransitions
            ? nil : "running are \(running), the events say \(automaton.openTransitions)"
    }

    /// Everything a client can see.
    static func picture(_ scene: Scene) -> [Value] {
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

extension Simulation {
    /// The problem that a list of steps leads to, and after how many of them.
    static func problem(
        in steps: [Step], isStrict: Bool = false
    ) -> (after: Int, sentence: String)? {
        var simulation = Simulation()
        simulation.isStrict = isStrict
        for (index, step) in steps.enumerated() {
            if let sentence = simulation.carryOut(step) { return (index + 1, sentence) }
        }
        return nil
    }

    /// The fewest steps that still lead to a problem: what can be left out is left out.
    static func shrink(
        _ steps: [Step],
        problem: ([Step]) -> (after: Int, sentence: String)?
    ) -> [Step] {
        var steps = steps
        if let end = problem(steps)?.after { steps = Array(steps.prefix(end)) }
        var size = max(1, steps.count / 2)
        while true {
            var start = 0
            while start < steps.count {
                var fewer = steps
                fewer.removeSubrange(start..<min(start + size, steps.count))
                if let end = problem(fewer)?.after {
                    steps = Array(fewer.prefix(end))
                } else {
                    start += size
                }
            }
            if size == 1 { return steps }
            size = max(1, size / 2)
        }
    }
}
