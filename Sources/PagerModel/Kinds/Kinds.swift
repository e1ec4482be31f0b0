/// The built-in controller kinds.
public enum Kinds {
    /// The built-in controller kinds in the order of the protocol reference. A test compares them
    /// with the implementations in the engine.
    public static let all: [any KindDeclaration.Type] = [
        ViewKind.self, PagerKind.self, TabBarKind.self, NavigationKind.self, PageKind.self,
        SplitKind.self,
    ]

    /// The members that a controller's record omits if they are null.
    package static let omittedMembers =
        (ControllerRecord.declaration + all.flatMap { $0.options.declaration })
        .filter(\.isOmitted).map(\.name)

    public static let names = all.map { $0.name.description }

    /// Returns the built-in controller kind with the given name, or nil if there is none.
    public static func named(_ name: String) -> (any KindDeclaration.Type)? {
        all.first { $0.name.description == name }
    }

    /// The name of the kind that controllers in a book have by default. A page made from a file
    /// also has this kind.
    package static let plain = ViewKind.name.description
    /// The default id of a page of the kind `view` in a book. It is used if the book contains
    /// neither an id for the page, nor a title, file name or address from which an id can be
    /// derived.
    package static let plainID: Identifier = "page"

    /// The name of the controller kind that shows a folder of files. In a book, a member with this
    /// name defines a root controller of this kind.
    package static let ofFolders = PagerKind.name.description

    /// A sentence that lists the controller kinds, for help output. Contains the names of the
    /// built-in kinds, and a hint that packages and plugins can add kinds.
    @usableFromInline
    static let sentence =
        names.joined(separator: ", ") + ", or a kind that a package or a plugin adds"
}

/// The declaration of the kind `view`: a plain UIViewController.
public enum ViewKind: KindDeclaration {
    public static let name: StaticString = "view"
    public static let book = BookForm(takesFiles: true)
}
