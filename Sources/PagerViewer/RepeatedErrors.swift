internal import PagerModel

/// Errors that may repeat quickly, also in turns. Each is reported once, and then at most once per
/// `period` with the number of times that it has occurred since.
struct RepeatedErrors {
    static let period = 60.0
    /// The maximum number of different errors. Further ones count as one error.
    static let most = 16

    private struct Entry {
        var last: Double
        var count = 0
    }

    private var entries: [TextKey: Entry] = [:]

    /// Returns the line to log for an error at `time`, in seconds; nil if there is none yet.
    mutating func line(_ text: String, at time: Double) -> String? {
        var key = TextKey(text)
        if entries[key] == nil, entries.count >= Self.most { key = TextKey("") }
        guard var entry = entries[key] else {
            entries[key] = Entry(last: time)
            return text
        }
        entry.count += 1
        let isDue = time - entry.last >= Self.period
        let count = entry.count
        if isDue { entry = Entry(last: time) }
        entries[key] = entry
        guard isDue else { return nil }
        return count == 1 ? text : "\(text) (\(count) times since the last report)"
    }
}
