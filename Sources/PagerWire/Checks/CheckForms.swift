public import PagerModel

/// The notation of each event in check files (files with steps and the expected callbacks). The
/// notation of an event is a name, and those fields of the event that are written as arguments.
public struct CheckForms: Sendable {
    struct Form: Sendable {
        var name: String
        var fields: [String]
        /// The kind of the event, such as `delegate`. The list `record` of a check contains the
        /// kinds of events that the check compares.
        var kind: String

        init(_ check: EventDescription.Check) {
            (name, fields, kind) = (check.name, check.arguments, check.group)
        }
    }

    /// The notation of each event in check files, by `category.event`.
    private var forms: [TextKey: Form]
    private let byName: [TextKey: Form]
    /// The kinds of events that the list `record` of a check may contain.
    package let kinds: TextSet

    /// The notation in check files for a daemon that has only the built-in container kinds.
    public static let builtIn = CheckForms(.builtIn)

    /// Builds the table that maps each declared event to its notation in check files.
    ///
    /// - Parameter events: The events that the engine and its container kinds declare.
    public init(_ events: DeclaredEvents) {
        self.init(EventDescription.all(events).map { ($0.category, $0.name, $0.check) })
    }

    /// Builds the table that maps each event of a daemon to its notation in check files.
    ///
    /// - Parameter description: The result of `server.describe`.
    public init(describedBy description: Value) {
        self.init(
            (description["events"]?.array ?? []).map { event in
                let category = event["category"]?.string ?? ""
                let name = event["event"]?.string ?? ""
                let check = event["check"].flatMap { Self.check($0, of: "\(category).\(name)") }
                return (category, name, check)
            })
    }

    private static func check(_ value: Value, of topic: String) -> EventDescription.Check? {
        guard let group = value["group"]?.string, let arguments = value["arguments"]?.array else {
            return nil
        }
        return .init(
            name: value["name"]?.string ?? topic, group: group,
            arguments: arguments.compactMap(\.string))
    }

    private init(_ events: [(category: String, event: String, check: EventDescription.Check?)]) {
        forms = Self.core
        for event in events {
            guard let check = event.check else { continue }
            forms[TextKey("\(event.category).\(event.event)")] = Form(check)
        }
        byName = Dictionary(
            forms.values.map { (TextKey($0.name), $0) }, uniquingKeysWith: { first, _ in first })
        kinds = TextSet(forms.values.map(\.kind))
    }

    /// The names by which check files can refer to events, such as `viewWillAppear` and
    /// `pager.didSelect`.
    package var names: [String] { byName.values.map(\.name).sorted() }

    subscript(topic: String) -> Form? { forms[TextKey(topic)] }

    /// The notation of the event that check files call `name`. Nil if there is no such event.
    subscript(named name: String) -> Form? { byName[TextKey(name)] }

    /// The notation of the engine's own events in check files. It applies even if the description
    /// of a daemon omits these events.
    private static let core: [TextKey: Form] = {
        var forms: [TextKey: Form] = [:]
        for event in EventDescription.all(DeclaredEvents([])) {
            guard let check = event.check else { continue }
            forms[TextKey("\(event.category).\(event.name)")] = Form(check)
        }
        return forms
    }()
}

/// A callback as written in check files: `B.viewWillAppear(true)`.
public struct CheckToken: Hashable, Sendable {
    public var subject: String
    /// The event's name in checks, such as `viewWillAppear` or `pager.didSelect`.
    public var name: String
    public var arguments: [String]
    /// The kind of the event, such as `delegate`. The list `record` of a check contains the kinds
    /// of events that the check compares.
    public var kind: String

    /// The token without its arguments, such as `B.viewWillAppear`.
    public var call: String { "\(subject).\(name)" }

    public var text: String {
        arguments.isEmpty ? call : "\(call)(\(arguments.joined(separator: ",")))"
    }

    /// Returns whether the callback `other` matches this token of a check. If this token has fewer
    /// arguments than `other`, the remaining arguments of `other` may have any values.
    public func means(_ other: CheckToken) -> Bool {
        call == other.call && arguments.count <= other.arguments.count
            && zip(arguments, other.arguments).allSatisfy { $0 == $1 }
    }
}

extension CheckToken {
    /// Creates the token of an event. Returns nil if `forms` does not contain the event.
    public init?(event: Value, _ forms: CheckForms) {
        let topic = "\(event["category"]?.string ?? "").\(event["event"]?.string ?? "")"
        guard let form = forms[topic], let subject = event["subject"]?.string else { return nil }
        self.subject = subject
        name = form.name
        kind = form.kind
        arguments = form.fields.flatMap { Self.arguments(event[$0] ?? .null) }
    }

    private static func arguments(_ value: Value) -> [String] {
        switch value {
        case .null: ["nil"]
        case .array(let items): items.flatMap { arguments($0) }
        case .object: [Cell.text(value)]
        default: [Cell.text(value)]
        }
    }

    /// Parses a token such as `B.viewWillAppear(true)`. Returns nil if the text is malformed or
    /// `forms` contains no event with this name.
    public init?(_ text: String, _ forms: CheckForms) {
        let head = text.prefix { $0 != "(" }
        var inner = text.dropFirst(head.count)
        if !inner.isEmpty {
            guard inner.last == ")" else { return nil }
            inner = inner.dropFirst().dropLast()
        }
        guard let dot = head.utf8.firstIndex(of: UInt8(ascii: ".")) else { return nil }
        let name = String(head[head.index(after: dot)...])
        guard let form = forms[named: name] else { return nil }
        subject = String(head[..<dot])
        self.name = name
        kind = form.kind
        // A log message is one argument, even if it contains commas.
        let parts =
            kind == "log"
            ? [inner]
            : inner.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
                .map { Substring($0) }
        arguments = inner.isEmpty ? [] : parts.map { String($0.drop { $0 == " " }) }
    }
}
