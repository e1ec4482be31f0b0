internal import PagerModel

extension LiveState {
    /// An alarm that is on screen, above everything else in its window.
    package struct Alarm: Sendable {
        package let id: String
        package let presenter: String
        let window: String
    }

    /// A copy of this state without alarms. An alarm is a page that covers the book's pages for a
    /// while and is not part of the book. In the copy, the pagers that an alarm has paused for this
    /// while are not paused.
    ///
    /// O(number of controllers and views).
    public var withoutAlarms: LiveState {
        let parts = controllers.filter {
            AlarmMark.isAlarm(id: $0.id.text, content: $0.options.content)
        }
        if parts.isEmpty { return self }
        let alarms = TextSet(parts.map(\.id.text))
        let paused = TextSet(
            parts.filter { $0.presentingViewController != nil }.flatMap(Self.pausedPagers))
        var others = try? LiveState(
            windows: windows.map { window in
                var window = window
                if window.root.map({ alarms.contains($0.text) }) == true { window.root = nil }
                return window
            },
            controllers: controllers.filter { !alarms.contains($0.id.text) }.map { record in
                paused.contains(record.id.text) ? Self.resumed(record) : record
            },
            styles: styles, views: views.filter { !alarms.contains($0.id.text) },
            presentations: presentations.values.filter { !alarms.contains($0.id.text) },
            vocabulary: vocabulary)
        others?.omissions =
            omissions
            + parts.filter { presenter(of: $0.id.text) != nil }.map { "the alarm \($0.id)" }
        others?.alarms = parts.compactMap { part in
            guard let presenter = presenter(of: part.id.text), !alarms.contains(presenter),
                let window = part.window
            else { return nil }
            return Alarm(id: part.id.text, presenter: presenter, window: window.text)
        }
        // If the state is valid, it is also valid without its alarms, so this does not fail.
        return others ?? self
    }

    /// Returns the pagers that resume when an alarm ends: those in the steps that it executes when
    /// it disappears.
    private static func pausedPagers(by alarm: ControllerRecord) -> [String] {
        let steps = alarm.options.reactions?.steps.filter { $0.callback == .viewDidDisappear }
        return (steps ?? []).flatMap(\.steps).filter { $0.method == PagerResume.method }
            .compactMap { $0.params["id"]?.string }
    }

    private static func resumed(_ pager: ControllerRecord) -> ControllerRecord {
        var pager = pager
        pager.ofKind = pager.ofKind.map { $0.name == "paused" ? .init("paused", false) : $0 }
        return pager
    }
}
