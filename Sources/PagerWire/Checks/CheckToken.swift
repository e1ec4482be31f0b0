public import PagerModel

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
