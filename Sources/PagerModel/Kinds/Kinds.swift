/// The built-in controller kinds.
public enum Kinds {
    /// The built-in controller kinds in the order of the protocol reference. A test compares them
    /// with the implementations in the engine.
    public static let all: [any KindDeclaration.Type] = [
        ViewKind.self, PagerKind.self, TabBarKind.self, NavigationKind.self, PageKind.self,
        SplitKind.self,
    ]

    public static let names = all.map { $0.name.description }

    /// Returns the built-in controller kind with the given name, or nil if there is none.
    public static func named(_ name: String) -> (any KindDeclaration.Type)? {
        all.first { $0.name.description == name }
    }

    /// The name of the kind that controllers in a book have by default. A page made from a file
    /// also has this kind.
    package static let plain = ViewKind.name.description
    /// The default id of a controller of the kind `plain` in a book.
    package static let plainID = "page"

    /// The name of the controller kind that shows a folder of files. In a book, a member with this
    /// name defines a root controller of this kind.
    package static let ofFolders = PagerKind.name.description

    /// The names of the built-in controller kinds as a phrase for help texts.
    @usableFromInline
    static let sentence =
        names.joined(separator: ", ") + ", or a kind that a package or a plugin adds"
}

/// The declaration of the kind `view`: a plain UIViewController.
public enum ViewKind: KindDeclaration {
    public static let name: StaticString = "view"
    public static let book = BookForm(takesFiles: true)
}
