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
        let place: [(String, Value)] = [
            ("loaded", Bool.schema.jsonSchema), ("superview", ["type": "null"]),
        ]
        properties.append(("view", .object(object(viewProperties + place))))
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
