internal import PagerModel

/// Functions that copy records and events for browsers that may only watch. The copies do not
/// contain the notes for the speaker.
enum AudienceCopy {
    private static let content = "content"
    /// The name of the member of a page's `content` that contains the replacement for a website.
    /// The viewer shows the replacement if it cannot show the website.
    static let fallback = "fallback"
    private static let notes = "notes"

    /// Returns a copy of a record or an event without notes for the speaker. Returns nil if the
    /// value contains no such notes. O(size of the value).
    static func of(_ value: Value) -> Value? { copy(value, isContent: false) }

    private static func copy(_ value: Value, isContent: Bool) -> Value? {
        switch value {
        case .array(let items):
            let copies = items.map { copy($0, isContent: isContent) }
            guard copies.contains(where: { $0 != nil }) else { return nil }
            return .array(zip(copies, items).map { $0 ?? $1 })
        case .object(let members):
            var hasChanged = false
            var kept: [Value.Member] = []
            for member in members {
                if isContent, member.name == notes {
                    hasChanged = true
                } else if let copy = copy(
                    member.value,
                    isContent: member.name == content || isContent && member.name == fallback)
                {
                    hasChanged = true
                    kept.append(.init(member.name, copy))
                } else {
                    kept.append(member)
                }
            }
            return hasChanged ? .object(kept) : nil
        default:
            return nil
        }
    }
}
