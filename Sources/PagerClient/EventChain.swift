internal import PagerModel

/// A detector of missing and repeated events in a subscription.
///
/// Each event contains its own sequence number, `seq`, and the sequence numbers of two earlier
/// events: the previous event of the same category (`prev[0]`), and the previous event of the same
/// category and subject (`prev[1]`). The events of a subscription to the topic prefix "" are
/// checked by `seq`. The events of the prefix `CATEGORY.` are checked by `prev[0]`, and the events
/// of the prefix `CATEGORY.SUBJECT.` by `prev[1]`. Events of other prefixes are accepted without a
/// check.
struct EventChain {
    /// A range of sequence numbers in which events are missing or may be missing.
    struct Gap: Equatable {
        /// The sequence number of the last event before the gap.
        var since: Int
        /// The sequence number of the last event that may be missing.
        var through: Int
        /// The topic prefix of the missing events. To receive these events, request a replay of the
        /// events whose topics begin with this prefix.
        var prefix: String
    }

    /// The result of checking an event: the event is a repetition, the next event, or the first
    /// event after missing ones.
    enum Place: Equatable {
        /// The event was received before, or precedes the subscription.
        case known
        case next
        /// Events directly before this event are missing, or may be missing.
        case after(Gap)
    }

    private let prefixes: Set<TextKey>
    /// The subscribed prefixes of the form `CATEGORY.SUBJECT.`, each with its category. A prefix is
    /// omitted if `CATEGORY.` is subscribed to as well.
    private let subjects: [(prefix: String, category: String)]
    /// The sequence number up to which all events are treated as received.
    private(set) var floor = 0
    /// The highest known sequence number of an event.
    private(set) var newest = 0
    /// For each checked prefix, the highest known sequence number of an event whose topic begins
    /// with this prefix.
    private var last = TextDictionary<Int>()

    init(_ prefixes: [String]) {
        self.prefixes = Set<TextKey>(prefixes.map { TextKey($0) })
        subjects = Self.subjects(among: self.prefixes)
    }

    private static func subjects(
        among prefixes: Set<TextKey>
    ) -> [(prefix: String, category: String)] {
        prefixes.compactMap { prefix in
            let parts = prefix.text.utf8.split(
                separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            guard parts.count == 3, parts[2].isEmpty else { return nil }
            let category = String(Substring(parts[0]))
            return prefixes.contains(TextKey(category + ".")) ? nil : (prefix.text, category)
        }
    }

    /// Restarts the detection of missing and repeated events: events up to `seq` are treated as
    /// received, and later ones are not.
    mutating func restart(at seq: Int) {
        floor = seq
        newest = seq
        last = TextDictionary()
    }

    /// Skips the events up to a sequence number, for example because a snapshot includes them.
    mutating func skip(to seq: Int) {
        floor = max(floor, seq)
        newest = max(newest, seq)
    }

    /// Returns the subscribed prefix by which an event is checked, and the sequence number
    /// `previous`. If the last event that the client received with this prefix has a lower number
    /// than `previous`, events may be missing. Returns nil for an event that is not checked.
    private func link(_ event: PublishedEvent) -> (prefix: String, previous: Int)? {
        if prefixes.contains("") { return ("", event.seq - 1) }
        let category = event.category + "."
        if prefixes.contains(TextKey(category)) { return (category, event.previousInCategory) }
        let subject = "\(category)\(event.subject)."
        guard prefixes.contains(TextKey(subject)) else { return nil }
        // The first event of a recreated subject has 0 as its previous seq, whatever came before.
        // The previous event of the category then shows which events may be missing.
        let previous = event.previousOfSubject
        return (subject, previous == 0 ? event.previousInCategory : previous)
    }

    /// Records an event. Returns whether the event is a repetition, is the next one, or follows
    /// missing events. O(1).
    mutating func take(_ event: PublishedEvent) -> Place {
        newest = max(newest, event.seq)
        guard let link = link(event) else { return event.seq > floor ? .next : .known }
        let known = max(floor, last[link.prefix] ?? 0)
        guard event.seq > known else { return .known }
        last[link.prefix] = event.seq
        guard link.previous > known else { return .next }
        return .after(Gap(since: known, through: link.previous, prefix: link.prefix))
    }

    /// Handles a welcome (the message that confirms a subscription) after a reconnection. Returns a
    /// gap if events are missing.
    ///
    /// A welcome does not say which client it is for: all clients with a matching prefix receive
    /// it. For the prefix "", the sequence number in the welcome proves which events are missing.
    /// For other prefixes, only the next event or heartbeat shows whether events are missing.
    mutating func revisit(_ prefix: String, _ seq: Int) -> Gap? {
        guard prefix.isEmpty, prefixes.contains("") else { return nil }
        return note("", seq)
    }

    /// Returns the gaps that a heartbeat reveals after the last received event. A heartbeat reports
    /// one sequence number per category. For a subscription to a single subject it therefore shows
    /// only that events may be missing.
    mutating func take(latest: [(category: String, seq: Int)], seq: Int) -> [Gap] {
        if prefixes.contains("") { return note("", seq).map { [$0] } ?? [] }
        var gaps: [Gap] = []
        for (category, seq) in latest {
            if prefixes.contains(TextKey(category + ".")) {
                if let gap = note(category + ".", seq) { gaps.append(gap) }
            } else {
                for subject in subjects where subject.category == category {
                    if let gap = note(subject.prefix, seq) { gaps.append(gap) }
                }
            }
        }
        return gaps
    }

    private mutating func note(_ prefix: String, _ seq: Int) -> Gap? {
        let known = max(floor, last[prefix] ?? 0)
        guard seq > known else { return nil }
        last[prefix] = seq
        newest = max(newest, seq)
        return Gap(since: known, through: seq, prefix: prefix)
    }
}
