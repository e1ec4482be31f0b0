internal import PagerModel

/// What a kind of controller consists of in a book.
struct KindShape: Sendable {
    let kind: String
    let form: BookForm
    /// The options of its own; nil where they are not known.
    let options: [SchemaField]?
    /// The options that every controller has, as they are by default for this kind.
    let general: ControllerOptions

    init(declaredBy declaration: any KindDeclaration.Type) {
        kind = declaration.name.description
        form = declaration.book
        options = declaration.options.declaration
        general = declaration.generalOptions
    }

    /// As `server.describe` tells it; nil without a name.
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

    /// The list or slots of its own; nil where it has only children that a client adds.
    var contents: BookContents? { form.contents }

    var settings: [BookSetting] { form.settings }

    /// The members of a book with the contents.
    var keys: [String] { contents?.keys ?? [] }

    /// Other ways to write the option `content`.
    var fileNames: [String] { form.takesFiles ? BookForm.fileNames : [] }

    /// Whether one of the contents is selected.
    var selects: Bool { contents?.index != nil }

    /// The options of a controller in their full form: general ones and those of its kind, those
    /// that are not given as they are by default. A kind that is not known may have more.
    func complete(_ given: [Value.Member]) throws(CommandError) -> [Value.Member] {
        var decoder = FieldDecoder(given)
        var general = general
        try general.visit(&decoder)
        return (Value(fields: general, writesNull: true).members ?? [])
            + (try options?.read(given) ?? [])
    }

    /// The options that keep what is shown away from the edges: those with the form of insets.
    var insets: [String] {
        let sides = Insets.declaration.map(\.name)
        return (options ?? []).filter { field in
            guard case .object(let fields) = field.schema else { return false }
            return fields.map(\.name) == sides
        }.map(\.name)
    }

    /// Members that no option has.
    var structure: [String] {
        ["id", "kind"] + keys + [BookForm.children] + fileNames
            + (selects ? [BookForm.selected] : []) + settings.map(\.field.name)
            + ["view", "subviews"]
    }
}

extension BookSetting {
    /// A value of it as it is compared: 1 and 1.0 are the same.
    func complete(_ value: Value?) -> Value {
        value.map { (try? field.schema.read($0)) ?? $0 } ?? standard
    }
}
