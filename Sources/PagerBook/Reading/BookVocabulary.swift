public import PagerModel

/// The controller kinds that a book can contain, and the transition styles that it can use without
/// defining them.
///
/// Kinds that a plugin process hosts are not included. For controllers of such kinds, a book can
/// set the members that all kinds have, such as `children`, and any other member counts as an
/// option.
public struct BookVocabulary: Sendable {
    /// The controller kinds in the order of the protocol reference.
    let kinds: [KindShape]
    private let places: TextDictionary<Int>
    private let styles: Set<TextKey>

    /// The vocabulary of a daemon that has only the built-in kinds and styles.
    public static let builtIn = BookVocabulary(adding: [])

    /// Creates the vocabulary of a program that adds `kinds` and `styles` to the built-in ones.
    public init(adding kinds: [any KindDeclaration.Type], styles: [String] = []) {
        self.init((Kinds.all + kinds).map { KindShape(declaredBy: $0) }, styles)
    }

    /// Creates the vocabulary of a daemon.
    ///
    /// - Parameter description: The result of `server.describe`. Only `kinds` and `styles` are
    ///   used.
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

    /// A description of the members that a book can set for a controller of a kind. For an unknown
    /// kind, the `options` of this description are nil.
    subscript(_ kind: String) -> KindShape {
        places[kind].map { kinds[$0] } ?? KindShape(unknown: kind)
    }

    func isKnown(_ kind: String) -> Bool { places[kind] != nil }

    package func hasStyle(_ name: String) -> Bool { styles.contains(TextKey(name)) }

    /// Returns the name of a controller kind that has a given member in a book. Only three sorts of
    /// members are considered: lists (such as `pages`), slots (such as `primary`), and the members
    /// `file` and `url`. If several kinds have the member, returns the first one. Returns nil if
    /// there is none.
    func kind(with member: String) -> String? {
        kinds.first { ($0.keys + $0.fileNames).contains(member) }?.kind
    }
}
