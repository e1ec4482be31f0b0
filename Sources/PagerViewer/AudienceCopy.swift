internal import PagerClient
internal import PagerModel
internal import PagerWire

/// The copies of messages for browsers that may only watch. They contain only what these lists
/// permit, by category and member: what a browser needs to draw the pages. So a new event, member
/// or message stays private until it is listed here.
enum AudienceCopy {
    /// The name of the member of a page's `content` that contains the replacement for a website.
    /// The viewer shows the replacement if it cannot show the website.
    static let fallback = "fallback"

    /// Returns an event. If its category is not listed, only its `seq` remains, with which a browser
    /// detects gaps.
    ///
    /// - Parameter changes: The changes that events of container kinds make to records.
    static func of(event: Value, _ changes: RecordChanges) -> Value {
        let members = event.members ?? []
        let category = event["category"]?.string ?? ""
        let name = event["event"]?.string ?? ""
        if let shape = events[category] {
            return .object(AudienceShape.copy(of: members) { envelope[$0] ?? shape[$0] })
        }
        let ofKind = changes.changes(category, name)
        guard ofKind != nil || Kinds.names.contains(category) else { return bare(event) }
        let fields = (ofKind ?? []).reduce(into: kindEvents) { $1.permit(&$0) }
        return .object(AudienceShape.copy(of: members) { envelope[$0] ?? fields[$0] })
    }

    private static func bare(_ event: Value) -> Value {
        .object([.init("seq", .integer(event["seq"]?.integer ?? 0))])
    }

    /// Returns a snapshot.
    static func of(snapshot: Value) -> Value { self.snapshot.copy(of: snapshot) ?? .object([]) }

    /// Returns the content of a page.
    static func of(content: Value) -> Value? { AudienceShape.content.copy(of: content) }

    /// Returns any other message, such as a reply. Returns nil if none of its members is listed.
    static func of(message: [UInt8]) -> [UInt8]? {
        guard let value = try? JSONParser.parse(message),
            let copy = messages.copy(of: value), copy.members?.isEmpty == false
        else { return nil }
        return Array(copy.json.utf8)
    }

    // MARK: records

    private static let insets = AudienceShape.members([
        "top": .word, "left": .word, "bottom": .word, "right": .word,
    ])
    private static let size = AudienceShape.members(["width": .word, "height": .word])
    private static let frame = size.adding(["x": .word, "y": .word])
    private static let transform = AudienceShape.members([
        "a": .word, "b": .word, "c": .word, "d": .word, "tx": .word, "ty": .word,
    ])

    private static let window = AudienceShape.members([
        "id": .word, "size": size, "root": .word, "subviews": .list(.word),
        "safeAreaInsets": insets,
    ])

    private static let view = AudienceShape.members([
        "id": .word, "superview": .word, "subviews": .list(.word), "frame": frame, "hidden": .word,
        "alpha": .word, "clipsToBounds": .word, "backgroundColor": .text,
        "autoresizing": .list(.word), "transform": transform,
    ])

    private static let controller = view.adding([
        "kind": .kind, "title": .text, "content": .content, "parent": .word,
        "children": .list(.word), "appearance": .word, "isViewLoaded": .word,
        "presentingViewController": .word, "additionalSafeAreaInsets": insets,
        "sheet": .members([
            "detents": .list(.members(["id": .word, "height": .word])), "selectedDetent": .word,
            "largestUndimmedDetent": .word, "prefersGrabberVisible": .word,
            "preferredCornerRadius": .word,
        ]),
        // What containers show.
        "pages": .list(.word), "controllers": .list(.word), "index": .word, "selected": .word,
        "top": .word, "barHidden": .word, "badge": .text, "disabled": .word, "primary": .word,
        "supplementary": .word,
        "secondary": .word, "collapsed": .word, "displayMode": .word,
        // How containers show it.
        "direction": .word, "navigationOrientation": .word, "rightToLeft": .word,
        "primaryEdge": .word, "presentsWithGesture": .word, "drawer": .word,
        "interPageSpacing": .word, "bottomToTop": .word, "transformer": tracks,
        "pagesPerView": .word, "spacing": .word, "peek": .word, "alignment": .word, "step": .word,
        "inset": insets, "wrap": .word, "rewind": .word, "reverse": .word, "paused": .word,
        "autoAdvance": .word, "autoAdvanceHeld": .word, "dwellTime": .word,
    ])

    private static let tracks = AudienceShape.list(
        .members([
            "property": .word, "keyframes": .list(.members(["at": .word, "value": .word])),
        ]))
    private static let alongside = AudienceShape.list(
        .members([
            "view": .word, "frame": frame, "alpha": .word, "backgroundColor": .text,
            "transform": transform,
        ]))

    private static let transition = AudienceShape.members([
        "transition": .word, "container": .word, "from": .word, "to": .word, "style": .word,
        "direction": .word, "duration": .word, "curve": .word, "animated": .word,
        "interactive": .word, "progress": .word, "began": .word,
        "tracks": .members(["from": tracks, "to": tracks]), "alongside": alongside,
    ])

    private static let snapshot = AudienceShape.members([
        "seq": .word, "windows": .list(window), "controllers": .list(controller),
        "views": .list(view), "transitions": .list(transition), "changes": .anything,
    ])

    // MARK: events

    /// The members of every event.
    private static let envelope = AudienceShape.members([
        "seq": .word, "revision": .word, "time": .word, "category": .word, "subject": .word,
        "event": .word,
    ])

    /// The members of the core's events by category.
    private static let events: TextDictionary<AudienceShape> = [
        "containment": .members(["parent": .word, "index": .word]),
        "lifecycle": .members([:]),
        "view": .members([
            "frame": frame, "superview": .word, "index": .word, "hidden": .word, "changes": view,
        ]),
        "transition": transition.adding(["views": alongside, "outcome": .word]),
        "presentation": .members([
            "presenter": .word, "completed": .word, "detent": .word, "animated": .word,
            "duration": .word, "curve": .word,
        ]),
        "window": .members([
            "size": size, "controller": .word, "insets": insets, "duration": .word,
        ]),
        "controller": controller.adding(["changes": controller]),
    ]

    /// The members of the events of container kinds, besides those that change a listed member of a
    /// record.
    private static let kindEvents: TextDictionary<AudienceShape> = ["edge": .word]

    /// Returns the shape of a member of a controller's record.
    fileprivate static func shape(ofMember name: String) -> AudienceShape? { controller[name] }

    // MARK: other messages

    private static let messages = AudienceShape.members([
        "welcome": .members([
            "mayCommand": .word, "folder": .text, "tokenIsWrong": .word, "skipsFailures": .word,
        ]),
        "talk": .members([
            "pointer": .either(.word, .list(.word)),
            "frozen": .either(.word, .members(["container": .word, "shown": .word])),
        ]),
        "daemon": .members([
            "name": .text, "version": .text, "uikit": .word, "clock": .word,
        ]),
        "beat": .word, "files": .either(.word, .list(.text)),
        "reply": .members([
            "jsonrpc": .text, "id": .anything,
            "result": .members(["methods": .anything, "events": .anything]),
            "error": .members([
                "code": .word, "message": .text, "data": .members(["name": .word]),
            ]),
        ]),
    ])
}

extension RecordChange {
    /// Permits the event field that the change copies into a listed member of the record.
    fileprivate func permit(_ fields: inout TextDictionary<AudienceShape>) {
        switch self {
        case .set(let member, let field):
            if let shape = AudienceCopy.shape(ofMember: member) { fields[field] = shape }
        case .select(_, let field): fields[field] = .word
        case .reselect, .last: break
        }
    }
}

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
        "type": .text, "body": .text, "url": .text, "base": .text, "theme": theme, "fit": .word,
        "step": .word,
        "alarm": .word, "untilEnd": .word, "muted": .word, "trusted": .word, "reload": .word,
        "zoom": .word, "probe": .word, "fallback": .content, "playlist": playlist,
    ])

    /// When pages are due, so that a screen follows the schedule while the daemon is away.
    private static let playlist = AudienceShape.list(
        .members([
            "page": .word, "enabled": .word,
            "schedule": .members([
                "days": .list(.word), "hours": .list(.text), "dates": .list(.text),
                "timeZone": .text,
            ]),
        ]))

    /// The members that show nothing by themselves, as in the viewer's `content.js`.
    private static let manner: TextDictionary<Bool> = [
        "theme": true, "fit": true, "notes": true, "step": true, "playlist": true, "alarm": true,
        "untilEnd": true, "muted": true,
    ]

    private static let theme = AudienceShape.either(
        .text,
        .members([
            "base": .word, "scheme": .word, "align": .word, "side": .word, "lang": .word,
            "fit": .word,
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
        "problem": "This page cannot be shown.",
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
