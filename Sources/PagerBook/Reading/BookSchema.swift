public import PagerModel
internal import PagerSchedule

/// The JSON Schema of book files, which editors use for completion and validation.
public enum BookSchema {
    private static let kinds = BookVocabulary.builtIn.kinds

    public static var value: Value {
        var members: [Value.Member] = [
            .init("$schema", "https://json-schema.org/draft/2020-12/schema"),
            .init("title", "a book of pagerd"),
            .init("description", "Windows, controllers, pages, content and options to show."),
        ]
        members += object([
            ("window", window(["id", "size", "safeAreaInsets"])),
            ("windows", array(window(["id", "size", "safeAreaInsets", "root", Kinds.ofFolders]))),
            ("root", reference("controller")), (Kinds.ofFolders, reference(Kinds.ofFolders)),
            ("controllers", array(reference("controller"))),
            ("views", array(reference("plainView"))),
            ("present", array(presentation)),
            ("styles", array(TransitionStyle.schema.jsonSchema)), ("theme", reference("theme")),
        ])
        members.append(
            .init(
                "$defs",
                .object(
                    [
                        .init("controller", controller), .init("plainView", plainView),
                        .init("theme", Theme.jsonSchema),
                    ] + kinds.map(definition))))
        return .object(members)
    }

    private static func object(
        _ properties: [(name: String, schema: Value)], required: [String] = []
    ) -> [Value.Member] {
        var members: [Value.Member] = [
            .init("type", "object"),
            .init("properties", .object(properties.map { .init($0.name, $0.schema) })),
        ]
        if !required.isEmpty {
            members.append(.init("required", .array(required.map { .string($0) })))
        }
        return members + [.init("additionalProperties", false)]
    }

    private static func array(_ items: Value) -> Value { ["type": "array", "items": items] }

    private static func reference(_ name: String) -> Value { .jsonReference(name) }

    private static func window(_ names: [String]) -> Value {
        let all: [(String, Value)] = [
            ("id", Schema.identifier.jsonSchema), ("size", Size.schema.jsonSchema),
            ("safeAreaInsets", Insets.schema.jsonSchema),
            ("root", reference("controller")), (Kinds.ofFolders, reference(Kinds.ofFolders)),
        ]
        return .object(object(all.filter { names.contains($0.0) }))
    }

    /// The names and schemas of a view's properties: the parameters of the command `view.set`,
    /// except `view`.
    private static var viewProperties: [(name: String, schema: Value)] {
        ViewSet.declaration.filter { $0.name != "view" }.jsonProperties()
            .map { ($0.name, $0.value) }
    }

    private static var plainView: Value {
        .object(
            object(
                [("id", Schema.identifier.jsonSchema)] + viewProperties + [("subviews", subviews)]))
    }

    /// The schema of a list of subviews: ids of controllers, and views without controllers.
    private static var subviews: Value {
        array(["anyOf": [Schema.identifier.jsonSchema, reference("plainView")]])
    }

    private static var presentation: Value {
        .object(
            object(
                [
                    ("from", Schema.identifier.jsonSchema),
                    ("controller", reference("controller")),
                    ("style", PresentationStyle.schema.jsonSchema),
                    ("transition", ["type": "string"]),
                    ("removesPresentersView", ["type": "boolean"]),
                ], required: ["from", "controller"]))
    }

    /// The schema of a controller: a file's name, a web address, or an object. If the object's kind
    /// is not built in, any options are valid, because a plugin declares them.
    private static var controller: Value {
        let others: Value = [
            "type": "object",
            "properties": [
                "kind": ["not": ["enum": .array(kinds.map { .string($0.kind) })]],
                "children": array(reference("controller")),
            ],
            "required": ["kind"],
        ]
        return [
            "anyOf": .array(
                [["type": "string", "minLength": 1]] + kinds.map { reference($0.kind) } + [others])
        ]
    }

    /// The schema of a page's schedule. A single text is also valid where a list is expected.
    private static var schedule: Value {
        .object(
            object(
                Schedule.declaration.map { field in
                    guard case .array(let item) = field.schema else {
                        return (field.name, field.schema.jsonSchema)
                    }
                    return (
                        field.name, ["anyOf": [item.jsonSchema, field.schema.jsonSchema]]
                    )
                }))
    }

    private static func definition(_ shape: KindShape) -> Value.Member {
        let kind = shape.kind
        var properties: [(String, Value)] = [
            ("id", Schema.identifier.jsonSchema), ("kind", ["const": .string(kind)]),
        ]
        let one = reference("controller")
        for name in shape.keys {
            properties.append((name, shape.contents?.form == .slots ? one : array(one)))
        }
        properties.append((BookForm.children, array(one)))
        for field in shape.settings.map(\.field) {
            properties.append((field.name, field.schema.jsonSchema))
        }
        let inactive: [(String, Value)] = [
            ("loaded", Bool.schema.jsonSchema), ("superview", ["type": "null"]),
        ]
        properties.append(("view", .object(object(viewProperties + inactive))))
        properties.append(("subviews", subviews))
        properties.append((BookReader.theme, reference("theme")))
        properties += [("enabled", Bool.schema.jsonSchema), ("schedule", schedule)]
        if shape.selects {
            properties.append((BookForm.selected, ["type": ["string", "integer"]]))
        }
        for name in shape.fileNames {
            properties.append((name, ["type": "string", "minLength": 1]))
        }
        if shape.form.takesFiles {
            properties += [
                (PageTiming.duration, Double.schema.jsonSchema),
                (PageTiming.untilEnd, Bool.schema.jsonSchema),
            ]
        }
        let fields = ControllerOptions.declaration + (shape.options ?? [])
        properties += fields.jsonProperties().map { ($0.name, $0.value) }
        let needsKind = kind != Kinds.plain && kind != Kinds.ofFolders
        return .init(kind, .object(object(properties, required: needsKind ? ["kind"] : [])))
    }
}

/// The controller kinds that a book can contain, and the transition styles that it can use without
/// defining them.
///
/// Kinds that a plugin process hosts are not included. For controllers of such kinds, a book can
/// set the members that all kinds have, such as `children`, and any other member counts as an
/// option.
public struct BookVocabulary: Sendable {
    /// The controller kinds in the order of the protocol reference.
    let kinds: [KindShape]
    private let indexes: TextDictionary<Int>
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
        var indexes = TextDictionary<Int>()
        for (index, shape) in kinds.enumerated() { indexes[shape.kind] = index }
        self.indexes = indexes
        self.styles = Set<TextKey>(
            (TransitionStyle.builtIn.map(\.name) + styles).map { TextKey($0) })
    }

    /// A description of the members that a book can set for a controller of a kind. For an unknown
    /// kind, the `options` of this description are nil.
    subscript(_ kind: String) -> KindShape {
        indexes[kind].map { kinds[$0] } ?? KindShape(unknown: kind)
    }

    func isKnown(_ kind: String) -> Bool { indexes[kind] != nil }

    package func hasStyle(_ name: String) -> Bool { styles.contains(TextKey(name)) }

    /// Returns the name of a controller kind that has a given member in a book. Only three sorts of
    /// members are considered: lists (such as `pages`), slots (such as `primary`), and the members
    /// `file` and `url`. If several kinds have the member, returns the first one. Returns nil if
    /// there is none.
    func kind(with member: String) -> String? {
        kinds.first { ($0.keys + $0.fileNames).contains(member) }?.kind
    }
}

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

    private static let generalNames = ControllerOptions.declaration.map(\.name)

    /// Returns the general options of a controller and those of its kind, with defaults for the
    /// options that `given` omits. If the kind is unknown, returns only the general ones.
    func complete(_ given: [Value.Member]) throws(CommandError) -> [Value.Member] {
        var decoder = FieldDecoder(given)
        var general = general
        try general.read(from: &decoder)
        let written = Value(fields: general, writesNull: true).members ?? []
        let others = Self.generalNames.filter { written[$0] == nil }
        return written + others.map { .init($0, .null) } + (try options?.read(given) ?? [])
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
