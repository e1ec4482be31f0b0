import Containers
import Containment
import PagerModel
import RandomCommands
import ReferenceEngine

/// The engine and the reference engine, which was written from the rules alone, side by side.
///
/// After each step, replies and events must be equal and in the same order, and after every
/// `stride` steps the records too. The reference knows no reactions, so neither gets any.
struct Comparison: Oracle {
    private var scene = Scene(kinds: Containers.kinds)
    private let reference = Reference()
    private let stride: Int
    private var steps = 0

    init(stride: Int = 1) { self.stride = stride }

    mutating func carryOut(_ step: Step) -> String? {
        // The reference does not check the ranges of most values.
        if step.isSpoiled { return nil }
        steps += 1
        let step = step.withoutReactions
        let engine = runEngine(step)
        let other = runReference(step)
        if engine.refusal != other.refusal {
            return "\(step): the engine \(engine.refusal.map { "refuses: \($0)" } ?? "accepts"), "
                + "the reference \(other.refusal.map { "refuses: \($0)" } ?? "accepts")"
        }
        if let name = engine.refusal, !Self.mayRefuse(step, name, scene) {
            return "\(step): refused with \(name), which the method does not declare"
        }
        if engine.told != other.told { return Self.difference(step, engine.told, other.told) }
        return steps % stride == 0 ? compareRecords(step) : nil
    }

    private typealias Answer = (refusal: ErrorName?, told: [Told])

    private mutating func runEngine(_ step: Step) -> Answer {
        do {
            return (nil, try scene.tell(of: step))
        } catch {
            return (error.name, [])
        }
    }

    /// Returns the errors that a method declares, and those of every method.
    private static func mayRefuse(_ step: Step, _ name: ErrorName, _ scene: Scene) -> Bool {
        [.invalidParams, .invalidIdentifier, .methodNotFound].contains(name)
            || scene.command(step.method)?.errors.contains(name) == true
    }

    private func runReference(_ step: Step) -> Answer {
        if step.method == "clock.advance" {
            reference.advance(by: step.params["seconds"]?.double ?? 0)
            return (nil, reference.takeTold())
        }
        do {
            try reference.apply(step.method, step.params)
            return (nil, reference.takeTold())
        } catch {
            return (error.name, reference.takeTold())
        }
    }

    private static func difference(_ step: Step, _ engine: [Told], _ other: [Told]) -> String {
        var index = 0
        while index < min(engine.count, other.count), engine[index] == other[index] { index += 1 }
        let same = engine.prefix(index).map { "     \($0)" }
        let ours = engine.dropFirst(index).map { "   E \($0)" }
        let theirs = other.dropFirst(index).map { "   R \($0)" }
        return (["\(step): the events differ"] + same + ours + theirs).joined(separator: "\n")
    }

    private func compareRecords(_ step: Step) -> String? {
        let everything = scene.everything()
        let names = Set(everything.map(scene.name))
        if names != Set(reference.names) {
            return "\(step): engine has \(names.sorted()), reference \(reference.names.sorted())"
        }
        for handle in everything {
            let name = scene.name(of: handle)
            if scene.isWindow(handle) {
                let mine = scene.record(window: handle)
                if reference.windowRecord(name) != mine { return "\(step): window \(name)" }
                continue
            }
            if scene.isController(handle) {
                let mine = scene.record(controller: handle)
                let other = reference.controllerRecord(name)
                if mine != other {
                    return unlike(step, name, Value(fields: mine), other.map { Value(fields: $0) })
                }
            }
            let mine = scene.record(view: handle)
            let other = reference.viewRecord(name)
            if mine != other {
                return unlike(step, name, Value(fields: mine), other.map { Value(fields: $0) })
            }
        }
        return nil
    }

    private func unlike(_ step: Step, _ name: String, _ engine: Value, _ other: Value?) -> String {
        let members = (engine.members ?? []).filter { other?[$0.name] != $0.value }
        let lines = members.map {
            "   \($0.name): engine \(json($0.value)), reference \(other?[$0.name].map(json) ?? "-")"
        }
        return (["\(step): the records of \(name) differ"] + lines).joined(separator: "\n")
    }
}

extension Step {
    fileprivate var withoutReactions: Step {
        guard let members = params.members, params["on"] != nil else { return self }
        return Step(method: method, params: .object(members.filter { $0.name != "on" }))
    }
}
