internal import PagerClient
internal import PagerModel
internal import PagerWire

/// Formats an event as one readable line.
enum EventLine {
    /// The members that are not printed as `name=value`: those that every event has, and keyframes.
    private static let hidden: Set<TextKey> = [
        "seq", "prev", "revision", "time", "category", "subject", "event", "tracks",
    ]

    /// Returns the line: `  12.031  lifecycle.home.viewWillAppear  animated=true`
    static func text(_ event: Value) -> String {
        let topic = ["category", "subject", "event"].map { event[$0]?.string ?? "?" }
            .joined(separator: ".")
        let fields = (event.members ?? [])
            .filter { !hidden.contains(TextKey($0.name)) && !isMadeUp($0) }
            .map { "\($0.name)=\(Cell.text($0.value))" }
        return ([time(event["time"]?.double ?? 0), topic] + fields).joined(separator: "  ")
    }

    /// Returns whether a member of an event is the `cause`, with a client name that a client
    /// library has generated from its language and random digits. Such a cause is not printed.
    private static func isMadeUp(_ member: Value.Member) -> Bool {
        guard member.name == "cause", let client = member.value["client"]?.string else {
            return false
        }
        let digits = client.drop { $0 != "-" }.dropFirst()
        return ["swift-", "python-", "c-"].contains { client.hasPrefix($0) }
            && digits.utf8.count > 8 && digits.allSatisfy { $0.isHexDigit || $0 == "-" }
    }

    /// Returns the seconds with three decimals, right-aligned.
    private static func time(_ seconds: Double) -> String {
        var text = "\(seconds)"
        // An invalid time is shown as received.
        if let milliseconds = UInt(exactly: (seconds * 1_000).rounded()) {
            let fraction = String(milliseconds % 1_000)
            text =
                "\(milliseconds / 1_000)."
                + String(repeating: "0", count: 3 - fraction.utf8.count) + fraction
        }
        return String(repeating: " ", count: max(0, 9 - text.utf8.count)) + text
    }
}
