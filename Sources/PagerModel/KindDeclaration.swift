/// A kind of controllers that is built in, and what it adds to the options of every controller.
public struct KindDeclaration: Sendable {
    public let name: String
    public let options: any Fields.Type
    /// The options that every controller has, as they are by default for this kind.
    public let generalOptions: ControllerOptions

    private init(
        _ name: String, _ options: any Fields.Type = NoFields.self,
        definesPresentationContext: Bool = false
    ) {
        self.name = name
        self.options = options
        var general = ControllerOptions()
        general.definesPresentationContext = definesPresentationContext
        generalOptions = general
    }

    /// In the order of the reference. A test holds what the engine carries out against it.
    public static let all: [KindDeclaration] = [
        KindDeclaration("view"), KindDeclaration("pager", PagerOptions.self),
        KindDeclaration("tabBar"),
        KindDeclaration("navigation", definesPresentationContext: true),
        KindDeclaration("page", PageOptions.self), KindDeclaration("split"),
    ]

    /// Nil for a kind that is added.
    public static func named(_ name: String) -> KindDeclaration? {
        all.first { $0.name == name }
    }

    /// For people.
    @usableFromInline
    static let sentence = all.map(\.name).joined(separator: ", ") + " or added"
}
