internal import PagerModel

/// Functions that keep alarms on screen while other commands change what is below them.
extension BookDiff {
    /// Adds the commands that dismiss the alarms, if later commands change presentations. Nothing
    /// can be presented below an alarm, and the dismissal of its presenter would end it.
    mutating func liftAlarms() {
        hasLiftedAlarms = !running.alarms.isEmpty && changesPresentations
        guard hasLiftedAlarms else { return }
        for alarm in running.alarms {
            add(
                ModalDismiss.method,
                [.init("id", .string(alarm.presenter)), .init("animated", false)])
        }
    }

    private var changesPresentations: Bool {
        let isGone = running.controllers.contains { controller in
            let id = controller.id.text
            return running.presenter(of: id).map { !isKept(id, by: $0) } == true
        }
        return isGone
            || plan.presentations.contains { running.presenter(of: plan.id($0.controller)) == nil }
    }

    /// Adds the commands that take out of alarms what a client has put into them.
    mutating func emptyAlarms() {
        let parts = TextSet(running.alarmRecords.map(\.id.text))
        for record in running.alarmRecords {
            let id = record.id.text
            let members = members(of: record)
            let own = members.filter(parts.contains)
            if own != members { set(own, of: record) }
            remove(
                record.children.map(\.text).filter {
                    !parts.contains($0) && !members.contains($0)
                }, from: id)
        }
    }

    private func members(of alarm: ControllerRecord) -> [String] {
        running.vocabulary[alarm.kind].contents?.members(of: alarm) ?? []
    }

    /// Adds the commands that destroy the alarms that earlier commands have ended.
    mutating func destroyEndedAlarms() {
        var ended: TextSet = []
        for record in running.alarmRecords {
            guard let window = record.window?.text, rerooted.contains(window),
                !restored.contains(window)
            else { continue }
            ended.formUnion([record.id.text] + members(of: record))
            if let presenter = record.presentingViewController { ended.insert(presenter.text) }
        }
        let gone = running.alarmRecords.filter { ended.contains($0.id.text) }
        for record in gone where !members(of: record).isEmpty { set([], of: record) }
        for record in gone { destroy(record.id.text) }
    }

    /// Adds the commands that present the alarms again which earlier commands have ended. An alarm
    /// stays unless the book gives its window another root.
    mutating func restoreAlarms() {
        for alarm in running.alarms where hasLiftedAlarms || rerooted.contains(alarm.window) {
            guard let root = plan.windows.first(where: { $0.id == alarm.window })?.root,
                let old = running.windows.first(where: { $0.id.text == alarm.window })?.root?.text,
                plan.id(root) == old
            else { continue }
            restored.insert(alarm.window)
            add(
                ModalPresent.method,
                [
                    .init("from", .string(top(above: old))),
                    .init("controller", .string(alarm.id)),
                    .init("style", Value(PresentationStyle.fullScreen)), .init("animated", false),
                ])
        }
    }

    /// Returns the uppermost controller that the book presents over the root of a window, or the
    /// root itself.
    private func top(above root: String) -> String {
        var top = root
        for _ in plan.presentations {
            guard let next = plan.presentations.first(where: { presenter(of: $0) == top }) else {
                break
            }
            top = plan.id(next.controller)
        }
        return top
    }

    /// Returns the controller that carries out a presentation of the book: the outermost one or,
    /// with an in-context style, the nearest one that defines a context.
    private func presenter(of presentation: BookPlan.Presentation) -> String {
        let isInContext = plan.isInContext(presentation)
        var current = presentation.params["from"]?.string ?? ""
        while let outer = wantedPlace[current]?.owner, !isInContext || !definesContext(current) {
            current = outer
        }
        return current
    }

    private func definesContext(_ id: String) -> Bool {
        guard let controller = plan.controllers.first(where: { $0.id == id }) else { return false }
        let option = controller.options["definesPresentationContext"]
        return option?.bool
            ?? plan.vocabulary[controller.kind].general.definesPresentationContext
    }
}
