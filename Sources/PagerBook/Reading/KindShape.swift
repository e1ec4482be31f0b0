internal import PagerModel

/// The members of a kind of controllers in books.
struct KindShape: Sendable {
    let kind: String
    let form: BookForm
    /// The kind's own options. Nil if they are unknown.
    let options: [SchemaField]?
    /// The general options with the defaults of this kind.
    let general: ControllerOptions

    init(declaredBy declaration: any KindDeclaration.Type) {
        kind = declaration.name.description
        form = declaration.book
        options = declaration.options.declaration
        general = declaration.generalOptions
    }

    /// Creates a shape from `server.describe`. Returns nil without a name.
    init?(described value: Value) {
        guard let kind = value["kind"]?.string else { return nil }
        self.kind = kind
        form = BookForm(described: value["book"] ?? .null)
        options = (value["options"]?.array ?? []).compactMap { SchemaField(described: $0) }
        var general = ControllerOptions()
        general.definesPresentationContext = value["definesPresentationContext"] == true
        self.general = general
    }

    init(unknown kind: String) {
        self.kind = kind
        form = BookForm()
        options = nil
        general = ControllerOptions()
    }

    /// The kind's list or slots. Nil if it has only added children.
    var contents: BookContents? { form.contents }

    var settings: [BookSetting] { form.settings }

    /// The names of the members that can give the contents in a book.
    var keys: [String] { contents?.keys ?? [] }

    /// The members that are alternatives to the option `content`.
    var fileNames: [String] { form.takesFiles ? BookForm.fileNames : [] }

    /// Whether the kind selects one of its contents.
    var selects: Bool { contents?.index != nil }

    /// Returns the options of a controller with their defaults: general ones and those of its kind.
    /// An unknown kind may have more.
    func complete(_ given: [Value.Member]) throws(CommandError) -> [Value.Member] {
        var decoder = FieldDecoder(given)
        var general = general
        try general.visit(&decoder)
        return (Value(fields: general, writesNull: true).members ?? [])
            + (try options?.read(given) ?? [])
    }

    /// The options with insets, which keep pages away from the edges.
    var insets: [String] {
        let sides = Insets.declaration.map(\.name)
        return (options ?? []).filter { field in
            guard case .object(let fields) = field.schema else { return false }
            return fields.map(\.name) == sides
        }.map(\.name)
    }

    /// The members that are not options.
    var structure: [String] {
        ["id", "kind"] + keys + [BookForm.children] + fileNames
            + (selects ? [BookForm.selected] : []) + settings.map(\.field.name)
            + ["view", "subviews", BookReader.theme] + Airing.names
            + (form.takesFiles ? [Airing.duration, Airing.untilEnd] : [])
    }
}

extension BookSetting {
    /// Returns a value of the setting in a form for comparison, in which 1 and 1.0 are equal.
    func complete(_ value: Value?) -> Value {
        value.map { (try? field.schema.read($0)) ?? $0 } ?? standard
    }
}
