/// The events of all kinds that a scene knows, numbered.
public struct DeclaredEvents: Sendable {
    /// A kind that has events, and so a category of its own.
    struct Category: Sendable {
        let name: StaticString
        let subject: String
    }

    let categories: [Category]
    public let all: [DeclaredEvent]
    /// The types of `all`, each with its empty record.
    private let types: [(event: any KindEvent.Type, record: KindEventRecord)]
    /// The same types, as they are looked for at each event.
    private let identities: [ObjectIdentifier]
    private let places: [ObjectIdentifier: Range<Int>]

    /// - Precondition: at most `mostKinds` of them have events; see `Plugins`.
    public init(_ kinds: [any KindDeclaration.Type]) {
        var (categories, all) = ([Category](), [DeclaredEvent]())
        var types: [(event: any KindEvent.Type, record: KindEventRecord)] = []
        var places: [ObjectIdentifier: Range<Int>] = [:]
        for kind in kinds where !kind.events.isEmpty {
            let place = UInt8(categories.count)
            categories.append(Category(name: kind.name, subject: kind.subject))
            places[ObjectIdentifier(kind)] = all.count..<all.count + kind.events.count
            for event in kind.events {
                types.append((event, KindEventRecord(UInt16(all.count), of: place)))
                all.append(Self.declared(event, .kind(place), of: kind.name.description))
            }
        }
        (self.categories, self.all) = (categories, all)
        (self.types, self.places) = (types, places)
        identities = types.map { ObjectIdentifier($0.event) }
    }

    private static func declared<E: KindEvent>(
        _ type: E.Type, _ category: EventCategory, of kind: String
    ) -> DeclaredEvent { DeclaredEvent(type, category, of: kind) }

    /// Of how many kinds that have events each has a category.
    public static let mostKinds = EventCategories.most - EventCategory.core.count

    /// Those of the kinds that come with pagerd.
    public static let builtIn = DeclaredEvents(Kinds.all)

    @inlinable
    public subscript(record: KindEventRecord) -> DeclaredEvent { all[Int(record.number)] }

    /// Where the events of a kind are in `all`; empty for a kind without any.
    public func places(of kind: any KindDeclaration.Type) -> Range<Int> {
        places[ObjectIdentifier(kind)] ?? 0..<0
    }

    /// What an event is written into; nil for a type that is not at one of these places.
    /// O(places).
    public func writer(
        of type: ObjectIdentifier, at places: Range<Int>, into log: EventLog
    ) -> KindEventWriter? {
        for place in places where identities[place] == type {
            return KindEventWriter(types[place].record, log)
        }
        return nil
    }

    /// An event of each type, with empty fields.
    package func exemplars(in log: EventLog) -> [EventBody] {
        types.map { entry in
            var (event, writer) = (entry.event.init(), KindEventWriter(entry.record, log))
            event.visit(&writer)
            return .ofKind(writer.record)
        }
    }

    /// The event of a record, nil where it is of another type.
    public func read<E: KindEvent>(
        _: E.Type, from record: KindEventRecord, in log: EventLog
    ) -> E? {
        guard types[Int(record.number)].event == E.self else { return nil }
        var reader = KindEventReader(record, log)
        var event = E()
        event.visit(&reader)
        return event
    }
}

/// The categories, those of the kinds among them.
extension DeclaredEvents {
    /// More than the largest `index` of a category.
    public var indexCount: Int { max(15, 10 + categories.count) }

    /// In the order of their `index`.
    public var allCategories: [EventCategory] {
        (EventCategory.core + categories.indices.map { .kind(UInt8($0)) })
            .sorted { $0.index < $1.index }
    }

    /// The name of a category on the wire.
    public func name(of category: EventCategory) -> StaticString {
        if case .kind(let place) = category { return categories[Int(place)].name }
        return category.coreName
    }

    /// A description of the subjects of the category's events.
    public func subject(of category: EventCategory) -> String {
        if case .kind(let place) = category { return categories[Int(place)].subject }
        return category.coreSubject
    }

    /// Those of which a topic can begin with the prefix.
    public func categories(ofTopicsWith prefix: [UInt8]) -> EventCategories {
        allCategories.reduce(into: EventCategories()) { categories, category in
            let start = Array("\(name(of: category)).".utf8)
            if start.starts(with: prefix) || prefix.starts(with: start) {
                categories.insert(EventCategories(category))
            }
        }
    }
}
