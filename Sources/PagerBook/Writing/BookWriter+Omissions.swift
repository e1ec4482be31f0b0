internal import PagerModel

/// The list of the parts of the state that no book can describe.
extension BookWriter {
    var omissions: [String] {
        running.controllers.flatMap { record -> [String] in
            let causes: [[String]] = [
                hostedKind(record), filesNamed(by: record),
                openAppearance(record), openMove(record), strayView(record), reactions(record),
                lostPresentation(record), orderOfStack(record), earlierSelections(record),
                heldAdvance(record),
            ]
            return causes.flatMap { $0 }
        } + running.views.filter { !canBeSet($0.frame) }.map { "the large frame of \($0.id)" }
    }

    private func lostPresentation(_ record: ControllerRecord) -> [String] {
        guard unpresented.contains(record.id.text) else { return [] }
        let presenter = running.presenter(of: record.id.text) ?? ""
        return [
            "that \(presenter) presents \(record.id), because a new daemon cannot do so now"
        ]
    }

    /// Returns a sentence if a new daemon would give the primary column of a collapsed split
    /// another stack. It puts all columns up to `topColumn` on top of the stack.
    private func orderOfStack(_ record: ControllerRecord) -> [String] {
        guard let stack = running.stackOfCollapsed(record.id.text) else { return [] }
        let new = running.stackAfterCollapse(of: record)
        let now = running.contents(of: stack)
        if now == new { return [] }
        func list(_ ids: [String]) -> String {
            ids.isEmpty ? "nothing" : ids.joined(separator: ", ")
        }
        return [
            "the stack of \(stack) in the collapsed split \(record.id): \(list(now)); "
                + "a new daemon begins with \(list(new))"
        ]
    }

    /// Returns a sentence if `back` or `forward` would select other members in a new daemon, whose
    /// history begins with the selected member.
    private func earlierSelections(_ record: ControllerRecord) -> [String] {
        let isBackLost = record.ofKind["back"]?.string != nil && keepsHistory(record)
        guard isBackLost || record.ofKind["forward"]?.string != nil else { return [] }
        return ["what was selected in \(record.id) earlier, for back and forward"]
    }

    /// Returns whether `back` depends on earlier selections.
    private func keepsHistory(_ record: ControllerRecord) -> Bool {
        let behavior = running.completeOptions(of: record)["backBehavior"]?.string
        switch behavior.flatMap({ BackBehavior(rawValue: $0) }) {
        case .initial, .history: return true
        case .first, .order, .none?, nil: return false
        }
    }

    private func heldAdvance(_ record: ControllerRecord) -> [String] {
        guard record.ofKind["autoAdvanceHeld"] == true else { return [] }
        return ["that the user has stopped autoAdvance of \(record.id)"]
    }

    private func openMove(_ record: ControllerRecord) -> [String] {
        guard record.isMovingToParent || record.isMovingFromParent else { return [] }
        return ["\(record.id) is moving \(record.isMovingToParent ? "to" : "from") its parent"]
    }

    private func strayView(_ record: ControllerRecord) -> [String] {
        if let superview = record.superview, isMisplaced(record) {
            return ["the view of \(record.id) is in \(superview), outside of its parent"]
        }
        guard let superview = record.superview, running.isContents(record.id.text),
            running.owner(of: record.id.text) != superview.text
        else { return [] }
        return ["the view of \(record.id) is in \(superview), outside of its container"]
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

    private func openAppearance(_ record: ControllerRecord) -> [String] {
        switch record.appearance {
        case .appearing, .disappearing: ["\(record.id) is \(record.appearance.rawValue)"]
        case .appeared where record.window == nil:
            ["\(record.id) has appeared, although it is in no window"]
        case .appeared, .disappeared: []
        }
    }
}
