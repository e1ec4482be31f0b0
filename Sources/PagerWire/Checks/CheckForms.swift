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
