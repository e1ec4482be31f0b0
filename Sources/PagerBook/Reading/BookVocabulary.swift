public import PagerModel

/// What a daemon has before anything is shown: the kinds that a book can name, with how it writes
/// each of them, and styles of transitions that a book need not define.
///
/// Kinds that a process hosts are not among them: their controllers have only children that a
/// client adds, and books take every other member as an option.
public struct BookVocabulary: Sendable {
    /// In the order of the reference.
    let kinds: [KindShape]
    private let places: TextDictionary<Int>
    private let styles: Set<TextKey>

    /// What comes with pagerd.
    public static let builtIn = BookVocabulary(adding: [])

    /// What comes with pagerd, and what a program adds.
    public init(adding kinds: [any KindDeclaration.Type], styles: [String] = []) {
        self.init((Kinds.all + kinds).map { KindShape(declaredBy: $0) }, styles)
    }

    /// What comes with pagerd, and what a daemon has beside that.
    ///
    /// - Parameter description: the result of `server.describe`, of which `kinds` and `styles` count.
    public init(describedBy description: Value) {
        let added = (description["kinds"]?.array ?? []).compactMap { KindShape(described: $0) }
        self.init(
            Self.builtIn.kinds + added.filter { Kinds.named($0.kind) == nil },
            (description["styles"]?.array ?? []).compactMap(\.string))
    }

    private init(_ kinds: [KindShape], _ styles: [String]) {
        self.kinds = kinds
        var places = TextDictionary<Int>()
        for (place, shape) in kinds.enumerated() { places[shape.kind] = place }
        self.places = places
        self.styles = Set<TextKey>(
            (TransitionStyle.builtIn.map(\.name) + styles).map { TextKey($0) })
    }

    /// A kind that is not known has options that are not known either.
    subscript(_ kind: String) -> KindShape {
        places[kind].map { kinds[$0] } ?? KindShape(unknown: kind)
    }

    func isKnown(_ kind: String) -> Bool { places[kind] != nil }

    func hasStyle(_ name: String) -> Bool { styles.contains(TextKey(name)) }

    /// The kind that is meant where this member is written.
    func kind(with member: String) -> String? {
        kinds.first { ($0.keys + $0.fileNames).contains(member) }?.kind
    }
}
