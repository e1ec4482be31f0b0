internal import PagerModel

/// Proves that nothing is missing between the events that a subscription brings, and that none
/// comes twice.
///
/// Three kinds of prefixes can prove it: "" by seq, `CATEGORY.` by `prev[0]`, `CATEGORY.SUBJECT.`
/// by `prev[1]`. Any other selection of events cannot, and is believed.
struct EventChain {
    /// What is missing, or may be.
    struct Gap: Equatable {
        /// The last seq before it.
        var since: Int
        /// The last seq that may be missing.
        var through: Int
        /// Which topics; those of a replay.
        var prefix: String
    }

    /// What an event is to those that came before it.
    enum Place: Equatable {
        /// It is one of them, or older.
        case known
        case next
        /// Something is missing right before it.
        case after(Gap)
    }

    private let prefixes: Set<TextKey>
    /// Those of single subjects, and their categories.
    private let subjects: [(prefix: String, category: String)]
    /// Nothing at or before this seq is expected.
    private(set) var floor = 0
    /// The last seq that is known, told or claimed by a heartbeat.
    private(set) var newest = 0
    /// The last seq of each chain, by its prefix.
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

    /// Nothing is known any more but that everything up to here is.
    mutating func restart(at seq: Int) {
        floor = seq
        newest = seq
        last = TextDictionary()
    }

    /// What came before this is not missed, such as the events inside a snapshot.
    mutating func skip(to seq: Int) {
        floor = max(floor, seq)
        newest = max(newest, seq)
    }

    /// The chain that an event belongs to and the seq of its predecessor there.
    private func link(_ event: PublishedEvent) -> (prefix: String, previous: Int)? {
        if prefixes.contains("") { return ("", event.seq - 1) }
        let category = event.category + "."
        if prefixes.contains(TextKey(category)) { return (category, event.previousInCategory) }
        let subject = "\(category)\(event.subject)."
        guard prefixes.contains(TextKey(subject)) else { return nil }
        // A subject made anew begins a chain anew: 0 proves nothing about the one before it, and
        // only the category's chain bounds what may be missing.
        let previous = event.previousOfSubject
        return (subject, previous == 0 ? event.previousInCategory : previous)
    }

    /// Takes an event in. O(1).
    mutating func take(_ event: PublishedEvent) -> Place {
        newest = max(newest, event.seq)
        guard let link = link(event) else { return event.seq > floor ? .next : .known }
        let known = max(floor, last[link.prefix] ?? 0)
        guard event.seq > known else { return .known }
        last[link.prefix] = event.seq
        guard link.previous > known else { return .next }
        return .after(Gap(since: known, through: link.previous, prefix: link.prefix))
    }

    /// A prefix has been welcomed anew, as when a connection was lost and is back.
    ///
    /// Other clients' prefixes are welcomed in the hearing of all to whom they are topics, and a
    /// welcome does not say whose it is. Of everything, its seq proves what is missing; of a part,
    /// the next event or heartbeat does.
    mutating func revisit(_ prefix: String, _ seq: Int) -> Gap? {
        guard prefix.isEmpty, prefixes.contains("") else { return nil }
        return note("", seq)
    }

    /// What a heartbeat proves to be missing at the tail, and for single subjects what may be: it
    /// tells of categories only.
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
