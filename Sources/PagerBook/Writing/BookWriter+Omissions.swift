internal import PagerModel

/// The parts of the state that no book can describe, and that a new daemon's records do not show.
extension BookWriter {
    var omissions: [String] {
        running.controllers.flatMap { record in
            hostedKind(record) + filesNamed(by: record) + reactions(record)
        }
    }

    private func reactions(_ record: ControllerRecord) -> [String] {
        guard record.options.reactions?.callbacks.isEmpty == false else { return [] }
        return ["the past effects of the reactions of \(record.id); the reactions run again"]
    }

    private func hostedKind(_ record: ControllerRecord) -> [String] {
        if running.vocabulary.isKnown(record.kind) { return [] }
        return ["the plugin of the kind \(record.kind) of \(record.id); start it first"]
    }

    private func filesNamed(by record: ControllerRecord) -> [String] {
        guard let url = record.options.content?["url"]?.string, !WebAddress.isWeb(url) else {
            return []
        }
        return ["the file \(quoted(url)) of \(record.id); keep the book in the folder that has it"]
    }
}
