internal import PagerModel

/// The members that a controller of one kind can have in a book.
struct KindShape: Sendable {
    let kind: String
    let form: BookForm
    /// The kind's own options. Nil if they are unknown.
    let options: [SchemaField]?
    /// The options that all kinds have, with the defaults for this kind.
    let general: ControllerOptions

    init(declaredBy declaration: any KindDeclaration.Type) {
        kind = declaration.name.description
        form = declaration.book
        options = declaration.options.declaration
        general = declaration.generalOptions
    }

    /// Creates the description of a controller kind from its entry in the result of
    /// `server.describe`. Returns nil if the entry has no name.
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

    /// The list, such as `pages`, or the slots that contain the controllers of a container in a
    /// book. Nil if this kind has neither.
    var contents: BookContents? { form.contents }

    var settings: [BookSetting] { form.settings }

    /// The names of the book members that contain a container's controllers, such as `pages`: the
    /// names of the list, or the names of the slots. Empty for a kind without a list or slots.
    var keys: [String] { contents?.keys ?? [] }

    /// The names of the members that a book can use instead of the option `content`: `file` and
    /// `url`.
    var fileNames: [String] { form.takesFiles ? BookForm.fileNames : [] }

    /// Whether a controller of this kind has a list of controllers and selects one of them, as a
    /// pager selects a page.
    var selects: Bool { contents?.index != nil }

    /// Returns the general options of a controller and those of its kind, with defaults for the
    /// options that `given` omits. If the kind is unknown, returns only the general ones.
    func complete(_ given: [Value.Member]) throws(CommandError) -> [Value.Member] {
        var decoder = FieldDecoder(given)
        var general = general
        try general.read(from: &decoder)
        return (Value(fields: general, writesNull: true).members ?? [])
            + (try options?.read(given) ?? [])
    }

    /// The names of the options that are insets. Such an option keeps pages away from the
    /// container's edges.
    var insets: [String] {
        let sides = Insets.declaration.map(\.name)
        return (options ?? []).filter { field in
            guard case .object(let fields) = field.schema else { return false }
            return fields.map(\.name) == sides
        }.map(\.name)
    }

    /// The names of the book members that are not options, such as `id` and `children`.
    var structure: [String] {
        ["id", "kind"] + keys + [BookForm.children] + fileNames
            + (selects ? [BookForm.selected] : []) + settings.map(\.field.name)
            + ["view", "subviews", BookReader.theme] + PageTiming.names
            + (form.takesFiles ? [PageTiming.duration, PageTiming.untilEnd] : [])
    }
}

extension BookSetting {
    /// Converts a value of this setting to a form in which equal values, such as 1 and 1.0, compare
    /// as equal. Returns the default for nil.
    func complete(_ value: Value?) -> Value {
        value.map { (try? field.schema.read($0)) ?? $0 } ?? standard
    }
}
