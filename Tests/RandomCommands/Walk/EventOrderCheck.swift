internal import Containment
internal import PagerModel

/// State machines over the events, as an observer sees them: each controller's callbacks must be in
/// UIKit's order, each transition must end once, and every change of place must be published.
///
/// The entries are indexed by the slot of their handle, so that one event costs a few words of
/// memory.
struct EventOrderCheck {
    private struct Entry {
        var generation: UInt32 = 0
        var appearance = Appearance.disappeared
        var parent = Handle.none
        var superview = Handle.none
        /// The window whose change the controller was not notified of, or nil.
        var untold: Handle?
    }

    private var entries: [Entry] = []
    private(set) var openTransitions: Set<TransitionID> = []

    /// Returns a message about the first event that is not valid at this point, or nil.
    mutating func feed(_ scene: Scene) -> String? {
        for record in scene.log.events {
            if let problem = feed(record, scene) { return problem }
        }
        return nil
    }

    private mutating func feed(_ record: EventRecord, _ scene: Scene) -> String? {
        switch record.number {
        case LifecycleEvents.ViewWillAppear.number:
            return move(record, scene, .disappeared, .disappearing, .appearing)
        case LifecycleEvents.ViewDidAppear.number:
            return move(record, scene, .appearing, .appearing, .appeared)
        case LifecycleEvents.ViewWillDisappear.number:
            return move(record, scene, .appeared, .appearing, .disappearing)
        case LifecycleEvents.ViewDidDisappear.number:
            return move(record, scene, .disappearing, .disappearing, .disappeared)
        case LifecycleEvents.ViewIsAppearing.number:
            return move(record, scene, .appearing, .appearing, .appearing)
        case ContainmentEvents.ParentChanged.number:
            guard let event = scene.read(ContainmentEvents.ParentChanged.self, from: record) else {
                break
            }
            entries[place(of: record.subject)].parent = event.parent
        case ViewEvents.DidMoveToSuperview.number:
            guard let event = scene.read(ViewEvents.DidMoveToSuperview.self, from: record) else {
                break
            }
            entries[place(of: record.subject)].superview = event.superview
        case TransitionEvents.Began.number:
            guard let event = scene.read(TransitionEvents.Began.self, from: record) else { break }
            let id = event.detail.transition
            return openTransitions.insert(id).inserted ? nil : "\(id) began twice"
        case TransitionEvents.Ended.number:
            guard let event = scene.read(TransitionEvents.Ended.self, from: record) else { break }
            let id = event.transition
            return openTransitions.remove(id) != nil ? nil : "\(id) ended without began"
        default: break
        }
        return nil
    }

    private mutating func move(
        _ event: EventRecord, _ scene: Scene, _ one: Appearance, _ other: Appearance,
        _ next: Appearance
    ) -> String? {
        let place = place(of: event.subject)
        let now = entries[place].appearance
        guard now == one || now == other else { return "\(scene.events[event].name) while \(now)" }
        entries[place].appearance = next
        entries[place].untold = nil
        return nil
    }

    /// Exempts a controller from the rule that it has appeared if its view is in a window, until
    /// its next callback or until it leaves the window.
    mutating func excuse(_ subject: Handle, in window: Handle) {
        entries[place(of: subject)].untold = window
    }

    func isExcused(_ subject: Handle, in window: Handle) -> Bool {
        entry(of: subject).untold == window
    }

    /// Returns the index of a subject's entry. If a slot has a new owner, the entry is reset.
    private mutating func place(of subject: Handle) -> Int {
        let slot = Int(subject.slot)
        while entries.count <= slot { entries.append(Entry()) }
        if entries[slot].generation != subject.generation {
            entries[slot] = Entry(generation: subject.generation)
        }
        return slot
    }

    private func entry(of subject: Handle) -> Entry {
        let slot = Int(subject.slot)
        guard slot < entries.count, entries[slot].generation == subject.generation else {
            return Entry()
        }
        return entries[slot]
    }
}

extension EventOrderCheck {
    /// Returns the first difference between the events and the records of the controllers that the
    /// last events were about. O(events).
    func differenceOfTouched(in scene: Scene) -> String? {
        for event in scene.log.events where scene.isAlive(event.subject) {
            if scene.isController(event.subject),
                let difference = difference(ofController: event.subject, in: scene)
            {
                return difference
            }
        }
        return nil
    }

    /// Returns the first difference between the events and all records. O(scene).
    func difference(in scene: Scene) -> String? {
        for handle in scene.everything() where !scene.isWindow(handle) {
            let record = scene.record(view: handle)
            let superview = entry(of: handle).superview.some.map(scene.name)
            if record.superview?.text != superview {
                return "the view of \(scene.name(of: handle)) lies in "
                    + "\(record.superview?.text ?? "nothing"), the events say "
                    + "\(superview ?? "nothing")"
            }
            if scene.isController(handle),
                let difference = difference(ofController: handle, in: scene)
            {
                return difference
            }
        }
        let running = Set(scene.runningTransitions().map(\.id))
        return running == openTransitions
            ? nil : "running are \(running), the events say \(openTransitions)"
    }

    private func difference(ofController handle: Handle, in scene: Scene) -> String? {
        let entry = entry(of: handle)
        if scene.appearance(of: handle) != entry.appearance {
            return "\(scene.name(of: handle)) is \(scene.appearance(of: handle)), the events say "
                + "\(entry.appearance)"
        }
        if scene.parent(of: handle) != entry.parent {
            return "\(scene.name(of: handle)) has another parent than the events say"
        }
        return nil
    }
}
