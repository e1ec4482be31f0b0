public import PagerModel

/// The kinds that a book can name, and how it writes each of them.
///
/// Kinds that a process hosts are not among them: their controllers have only children that a
/// client adds, and books take every other member as an option.
public struct BookKinds: Sendable {
    /// In the order of the reference.
    let all: [KindShape]
    private let places: TextDictionary<Int>

    /// The kinds that come with pagerd.
    public static let builtIn = BookKinds(adding: [])

    /// The kinds that come with pagerd, and those that a program adds.
    public init(adding kinds: [any KindDeclaration.Type]) {
        self.init((Kinds.all + kinds).map { KindShape(declaredBy: $0) })
    }

    /// The kinds that come with pagerd, and those that a daemon has beside them.
    ///
    /// - Parameter kinds: `kinds` of the result of `server.describe`.
    public init(describedBy kinds: Value) {
        let added = (kinds.array ?? []).compactMap { KindShape(described: $0) }
        self.init(Self.builtIn.all + added.filter { Kinds.named($0.kind) == nil })
    }

    private init(_ all: [KindShape]) {
        self.all = all
        var places = TextDictionary<Int>()
        for (place, shape) in all.enumerated() { places[shape.kind] = place }
        self.places = places
    }

    /// A kind that is not known has options that are not known either.
    subscript(_ kind: String) -> KindShape {
        places[kind].map { all[$0] } ?? KindShape(unknown: kind)
    }

    func isKnown(_ kind: String) -> Bool { places[kind] != nil }

    /// The kind that is meant where this member is written.
    func kind(with member: String) -> String? {
        all.first { ($0.keys + $0.fileNames).contains(member) }?.kind
    }
}
