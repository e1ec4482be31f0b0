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
    /// while are not paused. A controller of an ended alarm that a client uses stays in the copy.
    ///
    /// O(number of controllers and views).
    public var withoutAlarms: LiveState { withoutAlarms(keeping: []) }

    /// - Parameter ids: Controllers that stay in the copy, unless their alarm is on screen.
    func withoutAlarms(keeping ids: TextSet) -> LiveState {
        let marked = TextSet(
            controllers.filter { AlarmMark.isAlarm(id: $0.id.text, content: $0.options.content) }
                .map(\.id.text))
        if marked.isEmpty || !alarmRecords.isEmpty { return self }
        let shown = shownOverRoots
        var alarms = AlarmMark.unused(marked, relations(besides: shown)).subtracting(ids)
        for alarm in shown where marked.contains(alarm) {
            alarms.formUnion(([alarm] + contents(of: alarm)).filter(marked.contains))
        }
        let parts = controllers.filter { alarms.contains($0.id.text) }
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
        others?.alarmRecords = parts
        // If the state is valid, it is also valid without its alarms, so this does not fail.
        return others ?? self
    }

    /// The controllers that are presented over the roots of windows.
    private var shownOverRoots: TextSet {
        var shown: TextSet = []
        for window in windows {
            var top = window.root?.text
            while let id = top {
                top = self[id]?.presentedViewController?.text
                if top.map({ shown.insert($0) }) == false { break }
            }
        }
        return shown
    }

    /// Returns the relations between controllers, except the presentations of `shown`.
    private func relations(besides shown: TextSet) -> [(String, String)] {
        let windows = TextSet(windows.map(\.id.text))
        return controllers.flatMap { record -> [(String, String)] in
            let id = record.id.text
            let superview = record.superview.map(\.text).flatMap {
                windows.contains($0) ? nil : $0
            }
            let presenter = shown.contains(id) ? nil : presenter(of: id)
            return
                ([record.parent?.text, superview, presenter].compactMap(\.self)
                + contents(of: id)).map { (id, $0) }
        }
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
