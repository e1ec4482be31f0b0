import Containment
import PagerModel
import RandomCommands
import ReferenceEngine
import SceneSimulation

/// The events of one turn of the engine as text, to be held against those of the reference.
struct EventText: EventVisitor {
    private let scene: Scene
    private var subject = ""
    private var name = ""
    private var fields: [String] = []

    private init(_ scene: Scene) { self.scene = scene }

    static func of(_ scene: Scene) -> [Told] {
        scene.log.events.map { event in
            var text = EventText(scene)
            text.subject = scene.name(of: event.subject)
            event.body.visit(&text)
            return Told(text.subject, text.name, text.fields.joined(separator: ","))
        }
    }

    mutating func event(_ category: EventCategory, _ name: StaticString, _ doc: StaticString) {
        self.name = "\(scene.events.name(of: category)).\(name)"
    }

    mutating func flag(_ name: StaticString, _ value: Bool, _ doc: StaticString) {
        fields.append("\(value)")
    }

    mutating func count(_ name: StaticString, _ value: Int32, _ doc: StaticString) {
        fields.append(value < 0 ? "null" : "\(value)")
    }

    mutating func number(_ name: StaticString, _ value: Double, _ doc: StaticString) {
        fields.append("\(value)")
    }

    mutating func reference(_ name: StaticString, _ value: Handle, _ doc: StaticString) {
        fields.append(value.some.map(scene.name) ?? "null")
    }

    mutating func transition(_ name: StaticString, _ value: TransitionID, _ doc: StaticString) {
        fields.append("\(value)")
    }

    mutating func field<T: FieldValue>(_ name: StaticString, _ value: T, _ doc: StaticString) {
        fields.append(json(Value(value)))
    }

    mutating func text(_ name: StaticString, _ value: LogIndex, _ doc: StaticString) {
        fields.append(scene.log.text(value))
    }

    mutating func list(_ name: StaticString, _ value: LogIndex, _ doc: StaticString) {
        fields.append("[\(scene.log.list(value).map(scene.name).joined(separator: ","))]")
    }

    mutating func value(_ name: StaticString, _ value: LogIndex, _ doc: StaticString) {
        fields.append(json(scene.log.value(value)))
    }

    mutating func optional<T: FieldValue>(
        _ name: StaticString, _ value: T?, _ doc: StaticString
    ) {
        fields.append(json(value.map { Value($0) } ?? .null))
    }

    mutating func creation(_ record: LogIndex, _ doc: StaticString) {
        fields.append(json(Value(fields: scene.log.creation(record), writesNull: true)))
    }

    mutating func ofKind(_ record: KindEventRecord) {
        let declared = scene.events[record]
        event(declared.category, declared.name, declared.summary)
        for (place, field) in declared.fields.enumerated() {
            let word = record[place]
            switch field.form {
            case .reference: reference(field.name, KindEventRecord.reference(word), field.doc)
            case .index: count(field.name, Int32(KindEventRecord.index(word) ?? -1), field.doc)
            case .number: number(field.name, Double(bitPattern: word), field.doc)
            case .flag: flag(field.name, word != 0, field.doc)
            case .choice(let names): fields.append(json(.string(names[Int(word)])))
            case .text: text(field.name, KindEventRecord.place(word), field.doc)
            case .list: list(field.name, KindEventRecord.place(word), field.doc)
            case .value: value(field.name, KindEventRecord.place(word), field.doc)
            }
        }
    }

    mutating func detail(_ value: LogIndex) {
        let detail = scene.log.detail(value)
        fields.append("\(detail.transition)")
        reference("from", detail.from, "")
        reference("to", detail.to, "")
        fields.append(scene.style(at: detail.style).name)
        fields.append(detail.direction.rawValue)
        fields.append("\(detail.duration)")
        fields.append(detail.curve.rawValue)
        fields.append(json(Value(detail.options)))
        fields.append("\(detail.animated)")
        fields.append("\(detail.interactive)")
    }
}

extension Scene {
    /// Carries out a step, with the deadlines that a `clock.advance` leads past, and tells what
    /// happened.
    mutating func tell(of step: Step) throws(Refusal) -> [Told] {
        guard step.method == "clock.advance" else {
            try apply(step)
            return drain { EventText.of($0) }
        }
        var told: [Told] = []
        let target = now.advanced(by: step.params["seconds"]?.double ?? 0)
        while let next = nextDeadline(), next <= target {
            fireDeadline()
            told += drain { EventText.of($0) }
        }
        advance(to: target)
        return told
    }
}
