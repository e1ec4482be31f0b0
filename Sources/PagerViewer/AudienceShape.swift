internal import PagerModel

/// The part of a JSON value that browsers without the command token may receive. A value that does
/// not have the shape is left out.
indirect enum AudienceShape: Sendable {
    /// A number, a flag, or a name such as an id or `forward`.
    case word
    /// A text that is shown, or that a browser needs to draw.
    case text
    case list(AudienceShape)
    /// An object. Other members are left out.
    case members(TextDictionary<AudienceShape>)
    case either(AudienceShape, AudienceShape)
    /// The kind of a controller. One that a plugin or a package adds becomes `custom`.
    case kind
    /// The content of a page.
    case content
    /// A part of the protocol's description, or a value that the browser itself has sent.
    case anything

    /// Returns the permitted part of a value, or nil if there is none. O(size of the value).
    func copy(of value: Value) -> Value? {
        if value == .null { return value }
        switch self {
        // A conditional expression would convert nil to the value null.
        case .word:
            guard Self.isWord(value) else { return nil }
            return value
        case .text:
            guard value.string != nil else { return nil }
            return value
        case .list(let shape):
            // An element that is left out keeps its place.
            return value.array.map { .array($0.map { shape.copy(of: $0) ?? .null }) }
        case .members(let shapes):
            return value.members.map { .object(Self.copy(of: $0) { shapes[$0] }) }
        case .either(let first, let second): return first.copy(of: value) ?? second.copy(of: value)
        case .kind:
            return Kinds.names.contains { .string($0) == value } ? value : .string("custom")
        case .content: return Self.content(value)
        case .anything: return value
        }
    }

    /// Returns the members that have a shape, each with its permitted part.
    static func copy(
        of members: [Value.Member], _ shape: (String) -> AudienceShape?
    ) -> [Value.Member] {
        members.compactMap { member in
            shape(member.name)?.copy(of: member.value).map { .init(member.name, $0) }
        }
    }

    private static func isWord(_ value: Value) -> Bool {
        switch value {
        case .bool, .integer, .number: true
        case .string(let text): Identifier(text) != nil
        default: false
        }
    }

    /// Adds the shapes of further members to an object's.
    func adding(_ more: TextDictionary<AudienceShape>) -> AudienceShape {
        guard case .members(var shapes) = self else { return self }
        for (name, shape) in more { shapes[name] = shape }
        return .members(shapes)
    }

    subscript(name: String) -> AudienceShape? {
        if case .members(let shapes) = self { shapes[name] } else { nil }
    }
}

/// The content of pages.
extension AudienceShape {
    /// The members of a content that the viewer shows, or that affect how it is shown.
    private static let shown = AudienceShape.members([
        "type": .text, "body": .text, "url": .text, "theme": theme, "fit": .word, "step": .word,
        "alarm": .word, "untilEnd": .word, "trusted": .word, "reload": .word, "zoom": .word,
        "probe": .word, "fallback": .content,
    ])

    /// The members that show nothing by themselves, as in the viewer's `content.js`.
    private static let manner: TextDictionary<Bool> = [
        "theme": true, "fit": true, "notes": true, "step": true, "playlist": true, "alarm": true,
        "untilEnd": true,
    ]

    private static let theme = AudienceShape.either(
        .text,
        .members([
            "base": .word, "scheme": .word, "align": .word, "lang": .word, "fit": .word,
            "numbers": .word, "progress": .word, "incremental": .word, "font": .text,
            "headings": .text, "code": .text, "logo": .text, "picture": .text,
            "colors": .members([
                "background": .text, "text": .text, "muted": .text, "accent": .text,
                "line": .text, "raised": .text,
            ]),
        ]))

    private static func content(_ value: Value) -> Value {
        guard let members = value.members, !members.isEmpty else { return withoutNotes(value) }
        // The daemon's texts about a missing plugin and about a mistake in the book, with its name
        // and path.
        if value["placeholder"] == true { return unavailable }
        if value["problem"]?.string != nil { return unavailable }
        let isDrawn = value["body"]?.string != nil || value["url"]?.string != nil
        guard isDrawn || members.allSatisfy({ manner[$0.name] != nil }) else {
            // The viewer shows the object itself, as JSON.
            return withoutNotes(value)
        }
        let kept = copy(of: members) { shown[$0] }
        // An empty object would be shown as JSON, too.
        return kept.isEmpty ? .null : .object(kept)
    }

    private static let unavailable: Value = [
        "type": "text/plain", "body": "This page cannot be shown.",
    ]

    private static func withoutNotes(_ value: Value) -> Value {
        switch value {
        case .array(let items): .array(items.map(withoutNotes))
        case .object(let members):
            .object(
                members.filter { $0.name != "notes" && $0.name != "playlist" }
                    .map { .init($0.name, withoutNotes($0.value)) })
        default: value
        }
    }
}
