import Containment
import PagerModel
import RandomCommands
import ReferenceEngine

/// The events of one engine transaction as text, for comparison with those of the reference.
struct EventText {
    private let scene: Scene
    private var fields: [String] = []

    private init(_ scene: Scene) { self.scene = scene }

    static func of(_ scene: Scene) -> [Told] {
        scene.log.events.map { record in
            var text = EventText(scene)
            let declared = scene.events[record]
            var word = 0
            for field in declared.fields { text.add(field.form, of: record, &word) }
            return Told(
                scene.name(of: record.subject),
                "\(scene.events.name(of: declared.category)).\(declared.name)",
                text.fields.joined(separator: ","))
        }
    }

    private mutating func add(
        _ form: DeclaredEvent.Form, of record: EventRecord, _ word: inout Int
    ) {
        let value = record[word]
        word += 1
        let attachments = scene.log.attachments
        switch form {
        case .reference: add(EventRecord.reference(value))
        case .index: fields.append(EventRecord.index(value).map { "\($0)" } ?? "null")
        case .number: fields.append("\(Double(bitPattern: value))")
        case .flag: fields.append("\(value != 0)")
        case .choice(let names): fields.append(json(.string(names[Int(value)])))
        case .transition: fields.append("\(TransitionID(value))")
        case .size:
            fields.append(json(Value(record.size(at: word - 1))))
            word += 1
        case .frame:
            fields.append(json(Value(record.frame)))
            word += 3
        case .text: fields.append(attachments.text(EventRecord.attachment(value)))
        case .list:
            fields.append(
                "[\(attachments.list(EventRecord.attachment(value)).map(scene.name).joined(separator: ","))]"
            )
        case .value, .members: fields.append(json(attachments.value(EventRecord.attachment(value))))
        case .creation:
            fields.append(
                json(
                    Value(
                        fields: attachments.creation(EventRecord.attachment(value)),
                        writesNull: true)))
        case .detail: add(attachments.detail(EventRecord.attachment(value)))
        }
    }

    private mutating func add(_ handle: Handle) {
        fields.append(handle.some.map(scene.name) ?? "null")
    }

    private mutating func add(_ detail: TransitionDetail) {
        fields.append("\(detail.transition)")
        add(detail.from)
        add(detail.to)
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
    /// Runs a step, including the deadlines that a `clock.advance` passes, and returns its events.
    mutating func tell(of step: Step) throws(CommandError) -> [Told] {
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
