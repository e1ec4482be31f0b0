internal import Containment
internal import DequeModule
internal import PagerModel

/// The names of event subjects that are not in the scene (the state of the engine): plugins, and
/// destroyed controllers, views and windows.
///
/// The name of a destroyed subject is needed as long as one of its events can be replayed.
struct SubjectNames: Sendable {
    struct Ended: Sendable {
        var seq: Int
        var subject: Handle
    }

    var names: [Handle: String] = [:]
    /// The destroyed subjects, each with the sequence number (`seq`) of its last event, oldest
    /// first.
    var ended: Deque<Ended> = []
    /// The handle that represents each plugin in events, by plugin name. The handle has the slot
    /// number 0, which no controller, view or window has.
    var plugins: [String: Handle] = [:]
    var nextPlugin: UInt32 = 1

    /// Returns the handle that represents a plugin in its events.
    mutating func handle(ofPlugin name: String) -> Handle {
        if let handle = plugins[name] { return handle }
        let handle = Handle(slot: 0, generation: nextPlugin)
        nextPlugin += 1
        plugins[name] = handle
        names[handle] = name
        return handle
    }

    mutating func end(_ subject: Handle, named name: String, at seq: Int) {
        names[subject] = name
        if plugins[name] == subject { plugins[name] = nil }
        ended.append(Ended(seq: seq, subject: subject))
    }

    /// Removes the names of subjects that were destroyed before the oldest stored event.
    mutating func forget(before oldest: Int) {
        while let first = ended.first, first.seq < oldest {
            names[first.subject] = nil
            ended.removeFirst()
        }
    }
}

/// A lookup of names for the encoding of stored events. It contains the names of all subjects of
/// these events, such as controllers.
struct SubjectNameLookup: EventContext {
    let scene: Scene
    let others: SubjectNames

    func name(of handle: Handle) -> String { others.names[handle] ?? scene.name(of: handle) }

    func style(at index: Int) -> TransitionStyle { scene.style(at: index) }
}
