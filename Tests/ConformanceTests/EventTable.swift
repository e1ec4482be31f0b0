import PagerModel

/// The token form and the record type of each event that cases can name.
enum EventTable {
    /// The record type of layout passes.
    static let layout = "layout"

    static func row(_ category: String, _ event: String) -> EventDescription.Check? {
        byEvent["\(category).\(event)"]
    }

    static func row(tokenName: String) -> EventDescription.Check? { byTokenName[tokenName] }

    /// Whether cases may filter by the word: a record type or an event name.
    static func isRecord(_ word: String) -> Bool { words.contains(word) }

    /// The events that check files do not contain, and cases do.
    private static let others = [
        EventDescription.Check(
            name: "transition.interactionEnded", group: "interactionEnded",
            arguments: ["cancelled"]),
        EventDescription.Check(
            name: "transition.queued", group: "queue", arguments: ["command"]),
        EventDescription.Check(
            name: "transition.dropped", group: "queue", arguments: ["command", "error"]),
    ]

    private static let byEvent: [String: EventDescription.Check] = {
        let declared = EventDescription.all.compactMap { event in
            event.check.map { ("\(event.category).\(event.name)", $0) }
        }
        return Dictionary(uniqueKeysWithValues: declared + others.map { ($0.name, $0) })
    }()
    private static let byTokenName = Dictionary(
        uniqueKeysWithValues: byEvent.values.map { ($0.name, $0) })
    private static let words = Set(
        byEvent.values.flatMap { [$0.group, String($0.name.split(separator: ".").last ?? "")] })
}

extension EventDescription.Check {
    /// Whether a field becomes several arguments.
    var hasList: Bool {
        !Set(arguments).isDisjoint(with: ["controllers", "pages", "to", "previous"])
    }
}
