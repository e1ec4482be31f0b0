internal import Containment
internal import PagerModel

/// What an observer of the events knows, and may demand: each controller's callbacks take turns as
/// UIKit's do, each transition that began ends once, and who lies where is told.
///
/// Entries lie by the slot of their handle, so that one event costs a few words of memory.
struct EventLedger {
    private struct Entry {
        var generation: UInt32 = 0
        var appearance = Appearance.disappeared
        var parent = Handle.none
        var superview = Handle.none
        /// The window, or none, that it was not told of.
        var untold: Handle?
    }

    private var entries: [Entry] = []
    private(set) var openTransitions: Set<TransitionID> = []

    /// A sentence for the first event that may not come now.
    mutating func feed(_ scene: Scene) -> String? {
        for record in scene.log.events {
            if let problem = feed(record, scene) { return problem }
        }
        return nil
    }

    private mutating func feed(_ record: EventRecord, _ scene: Scene) -> String? {
        switch record.place {
        case LifecycleEvents.ViewWillAppear.place:
            return move(record, scene, .disappeared, .disappearing, .appearing)
        case LifecycleEvents.ViewDidAppear.place:
            return move(record, scene, .appearing, .appearing, .appeared)
        case LifecycleEvents.ViewWillDisappear.place:
            return move(record, scene, .appeared, .appearing, .disappearing)
        case LifecycleEvents.ViewDidDisappear.place:
            return move(record, scene, .disappearing, .disappearing, .disappeared)
        case LifecycleEvents.ViewIsAppearing.place:
            return move(record, scene, .appearing, .appearing, .appearing)
        case ContainmentEvents.ParentChanged.place:
            guard let event = scene.read(ContainmentEvents.ParentChanged.self, from: record) else {
                break
            }
            entries[place(of: record.subject)].parent = event.parent
        case ViewEvents.DidMoveToSuperview.place:
            guard let event = scene.read(ViewEvents.DidMoveToSuperview.self, from: record) else {
                break
            }
            entries[place(of: record.subject)].superview = event.superview
        case TransitionEvents.Began.place:
            guard let event = scene.read(TransitionEvents.Began.self, from: record) else { break }
            let id = event.detail.transition
            return openTransitions.insert(id).inserted ? nil : "\(id) began twice"
        case TransitionEvents.Ended.place:
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

    /// Until its next callback, and while it stays in the window, it need not have appeared because
    /// it lies there, nor have disappeared because it lies in none.
    mutating func excuse(_ subject: Handle, in window: Handle) {
        entries[place(of: subject)].untold = window
    }

    func isExcused(_ subject: Handle, in window: Handle) -> Bool {
        entry(of: subject).untold == window
    }

    /// Where a subject's entry lies; a slot's new owner begins with nothing.
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

extension EventLedger {
    /// Whether the records of those to whom something has just happened say what the events said.
    /// O(events).
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

    /// Whether all records say what the events said. O(everything).
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
