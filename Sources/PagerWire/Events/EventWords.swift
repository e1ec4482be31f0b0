public import PagerModel

/// The valid categories and event names of topics. A client checks user input against these names
/// before it waits for events.
///
/// A misspelt topic matches no event, so the client would wait forever.
public struct EventWords: Sendable {
    /// The categories, which are the first part of each topic.
    public let categories: [String]
    private let events: [(category: String, name: String)]

    /// The categories and event names of a daemon that has only the built-in container kinds.
    public static let builtIn = EventWords(
        EventDescription.all.map { ($0.category, $0.name) })

    /// Reads the categories and event names from a daemon's description.
    ///
    /// - Parameter description: The result of `server.describe`.
    public init(describedBy description: Value) {
        self.init(
            (description["events"]?.array ?? []).map {
                ($0["category"]?.string ?? "", $0["event"]?.string ?? "")
            })
    }

    private init(_ events: [(category: String, name: String)]) {
        var categories: [String] = []
        for event in events where categories.last != event.category {
            categories.append(event.category)
        }
        self.categories = categories + [Self.server]
        self.events = events
    }

    /// Returns the reason why no topic can begin with this prefix. Returns nil if a topic can begin
    /// with it.
    public func problem(prefix: String) -> String? {
        let parts = prefix.utf8.split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false
        ).map { String(Substring($0)) }
        let isWhole = parts.count > 1
        guard categories.contains(where: { isWhole ? $0 == parts[0] : $0.hasPrefix(parts[0]) })
        else {
            if let event = events.first(where: { $0.name == prefix }) {
                return "\(quoted(prefix)) is the name of an event, not the beginning of a topic "
                    + "such as \(event.category).SUBJECT.\(prefix)"
            }
            return "no event category is called \(quoted(parts[0]))"
                + Self.suggestion(parts[0], among: categories)
        }
        if parts.count == 2,
            events.contains(where: { $0.category == parts[0] && $0.name == parts[1] })
        {
            return "a topic is CATEGORY.SUBJECT.EVENT: \(parts[0]).SUBJECT.\(parts[1])"
        }
        guard parts.count > 2, !parts[2].isEmpty else { return nil }
        let names =
            events.filter { $0.category == parts[0] }.map(\.name)
            + (parts[0] == Self.server ? Self.uncounted : [])
        let isKnown = names.contains { parts.count > 3 ? $0 == parts[2] : $0.hasPrefix(parts[2]) }
        if isKnown, parts.count <= 3 { return nil }
        if isKnown { return "a topic must be CATEGORY.SUBJECT.EVENT, got \(quoted(prefix))" }
        return "the category \(parts[0]) has no event called \(quoted(parts[2]))"
            + Self.suggestion(parts[2], among: names)
    }

    /// Returns nil if `word` is a topic, a prefix of a topic, or the name of an event. Otherwise
    /// returns the reason why it is none of these.
    public func problem(event word: String) -> String? {
        if word.utf8.contains(UInt8(ascii: ".")) { return problem(prefix: word) }
        let names = events.map(\.name) + Self.uncounted
        if names.contains(word) || categories.contains(word) { return nil }
        return "there is no event called \(quoted(word))" + Self.suggestion(word, among: names)
    }

    /// The category of the daemon's own messages. Some of them have no sequence number.
    private static let server = DeclaredEvents.builtIn.name(of: .server).description
    /// The names of the daemon's messages without a sequence number that a client delivers.
    private static let uncounted = ["shutdown"]

    private static func suggestion(_ word: String, among words: [String]) -> String {
        let question = Spelling.question(about: word, among: words)
        guard question.isEmpty, words.count <= 20 else { return question }
        return "; the valid words are: \(words.joined(separator: ", "))"
    }
}
