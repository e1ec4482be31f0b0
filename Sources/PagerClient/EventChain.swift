/// Proves that nothing is missing between the events that a subscription brings.
///
/// Three kinds of prefixes can prove it: "" by seq, `CATEGORY.` by `prev[0]`, `CATEGORY.SUBJECT.`
/// by `prev[1]`. Any other selection of events cannot, and is believed.
struct EventChain {
    /// What is known to be missing.
    struct Gap: Equatable {
        /// The last seq before it.
        var since: Int
        /// The last seq that may be missing.
        var through: Int
        /// Which topics; those of a replay.
        var prefix: String
    }

    private let prefixes: Set<String>
    /// Nothing at or before this seq is expected.
    private(set) var floor = 0
    /// The last seq of each chain, by its prefix.
    private var last: [String: Int] = [:]

    init(_ prefixes: [String]) {
        self.prefixes = Set(prefixes)
    }

    /// Nothing is known any more but that everything up to here is.
    mutating func restart(at seq: Int) {
        floor = seq
        last = [:]
    }

    /// What came before this is not missed, such as the events inside a snapshot.
    mutating func skip(to seq: Int) { floor = max(floor, seq) }

    /// The chain that an event belongs to and the seq of its predecessor there.
    private func link(_ event: PublishedEvent) -> (prefix: String, previous: Int)? {
        if prefixes.contains("") { return ("", event.seq - 1) }
        let category = event.category + "."
        if prefixes.contains(category) { return (category, event.previousInCategory) }
        let subject = "\(category)\(event.subject)."
        guard prefixes.contains(subject) else { return nil }
        // A subject made anew begins a chain anew: 0 proves nothing about the one before it, and
        // only the category's chain bounds what may be missing.
        let previous = event.previousOfSubject
        return (subject, previous == 0 ? event.previousInCategory : previous)
    }

    /// Takes an event in.
    ///
    /// Returns what is missing right before it; nil where nothing is. O(1).
    mutating func take(_ event: PublishedEvent) -> Gap? {
        guard let link = link(event) else { return nil }
        let known = max(floor, last[link.prefix] ?? 0)
        last[link.prefix] = max(known, event.seq)
        guard link.previous > known else { return nil }
        return Gap(since: known, through: link.previous, prefix: link.prefix)
    }

    /// A prefix has been subscribed anew: whatever came since the last event may be missing.
    mutating func revisit(_ prefix: String, _ seq: Int) -> Gap? {
        var gaps: [Gap] = []
        if Self.proves(prefix) { note(prefix, seq, &gaps) }
        return gaps.first
    }

    /// Whether the events of a prefix are one chain.
    private static func proves(_ prefix: String) -> Bool {
        if prefix.isEmpty { return true }
        let parts = prefix.split(separator: ".", omittingEmptySubsequences: false)
        return parts.last == "" && (2...3).contains(parts.count) && prefix != "server."
    }

    /// What a heartbeat proves to be missing at the tail.
    mutating func take(latest: [(category: String, seq: Int)], seq: Int) -> [Gap] {
        var gaps: [Gap] = []
        if prefixes.contains("") {
            note("", seq, &gaps)
            return gaps
        }
        for (category, seq) in latest where prefixes.contains(category + ".") {
            note(category + ".", seq, &gaps)
        }
        return gaps
    }

    private mutating func note(_ prefix: String, _ seq: Int, _ gaps: inout [Gap]) {
        let known = max(floor, last[prefix] ?? 0)
        guard seq > known else { return }
        last[prefix] = seq
        gaps.append(Gap(since: known, through: seq, prefix: prefix))
    }
}
