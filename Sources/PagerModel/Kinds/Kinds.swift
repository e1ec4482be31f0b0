/// The kinds that come with pagerd.
public enum Kinds {
    /// In the order of the reference. A test holds what the engine carries out against it.
    public static let all: [any KindDeclaration.Type] = [
        ViewKind.self, PagerKind.self, TabBarKind.self, NavigationKind.self, PageKind.self,
        SplitKind.self,
    ]

    public static let names = all.map { $0.name.description }

    /// Nil for a kind that is added.
    public static func named(_ name: String) -> (any KindDeclaration.Type)? {
        all.first { $0.name.description == name }
    }

    /// The kind of a controller that a book writes without `kind`, and of a page that is a file.
    package static let plain = ViewKind.name.description
    /// The id of such a controller where a book gives it none.
    package static let plainID = "page"

    /// The kind that shows a folder of files, and whose name is a member of books: a root of this
    /// kind.
    package static let ofFolders = PagerKind.name.description

    /// For people.
    @usableFromInline
    static let sentence = names.joined(separator: ", ") + " or added"
}

/// What clients know of the kind without anything of its own: a plain UIViewController.
public enum ViewKind: KindDeclaration {
    public static let name: StaticString = "view"
    public static let book = BookForm(takesFiles: true)
}
