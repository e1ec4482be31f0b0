/// The numbered list of all event types: first the built-in ones, then those of the controller
/// kinds of a scene (the engine's state).
public final class DeclaredEvents: Sendable {
    /// The event category of one controller kind.
    struct Category: Sendable {
        let name: StaticString
        let subject: String
    }

    let categories: [Category]
    public let all: [DeclaredEvent]
    /// The effects of each event in `all`, such as the start of a transition, in addition to its
    /// publication.
    public let traits: [EventTraits]
    public let texts: EventTexts
    /// The categories of `allCategories` as a set.
    private let everyCategory: EventCategories
    private let types: [any EventDeclaration.Type]
    /// The identity of each event type in `types`, for a fast comparison.
    @usableFromInline let identities: [ObjectIdentifier]
    private let indexes: [ObjectIdentifier: Range<Int>]

    /// Creates the list for an engine with the given controller kinds.
    ///
    /// - Precondition: At most `mostKinds` of the controller kinds declare events.
    public init(_ kinds: [any KindDeclaration.Type]) {
        var categories: [Category] = []
        var (all, types) = Self.core
        var indexes: [ObjectIdentifier: Range<Int>] = [:]
        for kind in kinds where !kind.events.isEmpty {
            let index = UInt8(categories.count)
            categories.append(Category(name: kind.name, subject: kind.subject))
            indexes[ObjectIdentifier(kind)] = all.count..<all.count + kind.events.count
            types += kind.events
            all += kind.events.map {
                Self.declared($0, .kind(index), named: kind.name.description)
            }
        }
        (self.categories, self.all) = (categories, all)
        (self.types, self.indexes) = (types, indexes)
        traits = all.map(\.traits)
        texts = EventTexts(of: all) { category in
            if case .kind(let index) = category {
                categories[Int(index)].name
            } else {
                category.coreName
            }
        }
        identities = types.map { ObjectIdentifier($0) }
        everyCategory = categories.indices.reduce(
            into: EventCategory.core.reduce(into: []) { $0.insert(EventCategories($1)) }
        ) { $0.insert(EventCategories(.kind(UInt8($1)))) }
    }

    private static let core: (all: [DeclaredEvent], types: [any EventDeclaration.Type]) = {
        var (all, types) = ([DeclaredEvent](), [any EventDeclaration.Type]())
        for list in CoreEvents.lists {
            // The conversion of the whole array would search all conformances of the program for
            // each element, which is a millisecond of each program's start.
            types += list.events.map { $0 }
            let name = list.category.coreName.description
            all += list.events.map { declared($0, list.category, named: name, $0.traits) }
        }
        return (all, types)
    }()

    private static func declared<E: EventDeclaration>(
        _ type: E.Type, _ category: EventCategory, named name: String, _ traits: EventTraits = []
    ) -> DeclaredEvent { DeclaredEvent(type, category, named: name, traits) }

    /// The maximum number of controller kinds that declare events. Each such kind has its own event
    /// category.
    public static let mostKinds = EventCategories.most - EventCategory.core.count

    /// The events of a daemon that has only the built-in controller kinds.
    public static let builtIn = DeclaredEvents(Kinds.all)

    @inlinable
    public subscript(record: EventRecord) -> DeclaredEvent { all[Int(record.number.index)] }

    /// The events that controller kinds declare.
    public var ofKinds: ArraySlice<DeclaredEvent> { all[Self.core.all.count...] }

    /// Returns the range of indexes at which `all` contains a controller kind's events. The range
    /// is empty for a kind without events.
    public func indexes(of kind: any KindDeclaration.Type) -> Range<Int> {
        indexes[ObjectIdentifier(kind)] ?? 0..<0
    }

    /// Returns the number and category of an event type. Searches only the event numbers in
    /// `indexes`, and returns nil if none of them is the number of the type. O(indexes).
    public func number(of type: ObjectIdentifier, at indexes: Range<Int>) -> EventNumber? {
        for index in indexes where identities[index] == type {
            return EventNumber(index, all[index].category)
        }
        return nil
    }

    /// Decodes the event in a record. Returns nil if the record contains an event of a different
    /// type than `E`.
    @inlinable
    public func read<E: EventDeclaration>(
        _: E.Type, from record: EventRecord, _ attachments: EventAttachments
    ) -> E? {
        guard identities[Int(record.number.index)] == ObjectIdentifier(E.self) else { return nil }
        var reader = EventReader(record, attachments)
        var event = E()
        event.visit(&reader)
        return event
    }

    /// Returns one record for each event type. All fields of the records are empty. For tests.
    package func exemplars(about subject: Handle, in log: inout EventLog) -> [EventRecord] {
        types.indices.map { number in
            let declared = EventNumber(number, all[number].category)
            return Self.empty(types[number], declared, subject, &log)
        }
    }

    private static func empty<E: EventDeclaration>(
        _: E.Type, _ number: EventNumber, _ subject: Handle, _ log: inout EventLog
    ) -> EventRecord {
        _ = log.record(E(), number, subject)
        return log.events[log.count - 1]
    }
}

/// Access to the event categories: the built-in ones, and one for each controller kind with events.
extension DeclaredEvents {
    /// The length of an array with one element for each category. The `index` of every category is
    /// below this length.
    public var indexCount: Int { max(15, 10 + categories.count) }

    /// All categories in the order of their `index`.
    public var allCategories: [EventCategory] {
        (EventCategory.core + categories.indices.map { .kind(UInt8($0)) })
            .sorted { $0.index < $1.index }
    }

    /// Returns the name of a category on the wire.
    public func name(of category: EventCategory) -> StaticString {
        if case .kind(let index) = category { return categories[Int(index)].name }
        return category.coreName
    }

    /// Returns a description of the object that the events of a category are about, such as
    /// `the controller`.
    public func subject(of category: EventCategory) -> String {
        if case .kind(let index) = category { return categories[Int(index)].subject }
        return category.coreSubject
    }

    /// Returns the categories whose events can have a topic that begins with `prefix`.
    public func categories(ofTopicsWith prefix: [UInt8]) -> EventCategories {
        if prefix.isEmpty { return everyCategory }
        return allCategories.reduce(into: EventCategories()) { categories, category in
            let start = Array("\(name(of: category)).".utf8)
            if start.starts(with: prefix) || prefix.starts(with: start) {
                categories.insert(EventCategories(category))
            }
        }
    }
}

/// The parts of all events that are the same in each event of a type, as published.
public struct EventTexts: Sendable {
    /// The index and the length of a text in `bytes`.
    public typealias Range = (start: Int, count: Int)

    /// The texts around an event's subject and moment.
    public struct Heading: Sendable {
        /// The category and a dot.
        public let topic: Range
        /// A dot and the event's name.
        public let name: Range
        /// The member `category` without the name of the member, and the name of `subject`.
        public let subject: Range
        /// The member `event`.
        public let ending: Range
        /// The index of the name of the event's first field in `keys`.
        public let firstKey: Int
        /// The bytes of all these texts.
        public let count: Int
    }

    public private(set) var bytes: [UInt8] = []
    public private(set) var headings: [Heading] = []
    /// The names of the fields of all events as JSON, each with a comma before it and a colon after
    /// it.
    public private(set) var keys: [Range] = []

    init(of events: [DeclaredEvent], _ name: (EventCategory) -> StaticString) {
        for event in events {
            let (start, category) = (bytes.count, name(event.category))
            headings.append(
                Heading(
                    topic: add("\(category)."), name: add(".\(event.name)"),
                    subject: add("\(category)\",\"subject\":\""),
                    ending: add("\",\"event\":\"\(event.name)\""), firstKey: keys.count,
                    count: bytes.count - start))
            for field in event.fields { keys.append(add(",\"\(field.name)\":")) }
        }
    }

    private mutating func add(_ text: String) -> Range {
        let start = bytes.count
        bytes += text.utf8
        return (start, bytes.count - start)
    }
}
