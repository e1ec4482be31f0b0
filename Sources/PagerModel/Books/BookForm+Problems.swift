extension KindDeclaration {
    /// The first error in the kind's declaration `book`, such as an unknown command, an unknown
    /// parameter or a duplicate name. Nil if there is no error.
    package static var problemOfBook: String? {
        if book == BookForm() { return nil }
        return problemOfContents ?? problemOfSettings ?? problemOfBookNames
    }

    private static var problemOfContents: String? {
        guard let contents = book.contents else { return nil }
        let subject = "the contents of the kind \(name) in books"
        guard contents.form == .list ? contents.members.count == 1 : !contents.members.isEmpty
        else {
            return "\(subject) must be one list, or at least one slot, got "
                + "\(contents.members.count) members"
        }
        guard let command = declared(contents.method) else {
            return "\(subject): the kind does not declare the command \(contents.method)"
        }
        let members = contents.members.map { contents.form == .list ? Param.ids($0) : .slot($0) }
        let further = contents.furtherMembers.map { Param.slot($0) }
        guard further.count <= (contents.form == .list ? 0 : 1) else {
            return "\(subject): a list must have no further slots, and slots at most one"
        }
        let fixed = (contents.params.members ?? []).map { Param.taking($0.value, $0.name) }
        let selection = [contents.index.map { Param.index($0) }, contents.selected.map { .id($0) }]
        return problem(
            of: command, at: subject, takes: [.id("id")] + members + fixed,
            mayTake: further + selection.compactMap(\.self))
    }

    private static var problemOfSettings: String? {
        for setting in book.settings {
            let subject = "the setting \(setting.field.name) of the kind \(name) in books"
            for method in [setting.method] + [setting.reset].compactMap(\.self) {
                guard let command = declared(method) else {
                    return "\(subject): the kind does not declare the command \(method)"
                }
                let params =
                    [.id("id")] + (setting.param.map { [Param.like(setting.field, $0)] } ?? [])
                if let problem = problem(of: command, at: subject, takes: params) { return problem }
            }
        }
        return nil
    }

    private static var problemOfBookNames: String? {
        var names = BookForm.names + ControllerOptions.declaration.map(\.name)
        let own =
            (book.contents?.keys ?? []) + book.settings.map(\.field.name)
            + options.declaration.map(\.name)
            + (book.takesFiles ? BookForm.fileNames : [])
            + (book.contents?.index == nil ? [] : [BookForm.selected])
        for own in own {
            if names.contains(where: { $0 == own }) {
                return "the kind \(name) has the member \(quoted(own)) twice in books"
            }
            names.append(own)
        }
        return nil
    }

    private static func declared(_ method: String) -> (any Command.Type)? {
        commands.first { $0.method == method }
    }

    /// Checks that a command accepts the parameters with which programs call it to show a book (a
    /// file that describes pages). Returns an error message if a parameter is unknown, missing or
    /// of the wrong type. Otherwise returns nil.
    ///
    /// - Parameter others: Parameters that are needed only for some books.
    private static func problem(
        of command: any Command.Type, at subject: String, takes params: [Param],
        mayTake others: [Param] = []
    ) -> String? {
        let fields = command.declaration
        func field(_ name: String) -> SchemaField? { fields.first { $0.name == name } }
        for param in params + others where field(param.name) == nil {
            return "\(subject): the command \(command.method) has no param \(param.name)"
        }
        let missing = fields.first { field in
            field.isNeeded && !params.contains { $0.name == field.name }
        }
        if let missing {
            return
                "\(subject): the command \(command.method) needs the param \(missing.name), which "
                + "books do not pass"
        }
        for param in params + others {
            guard let field = field(param.name), !param.fits(field) else { continue }
            return "\(subject): the param \(field.name) of the command \(command.method) is "
                + "\(field.phrase), but books pass \(param.phrase)"
        }
        return nil
    }
}

/// A parameter of a command that programs call to show a book (a file that describes pages).
private struct Param {
    let name: String
    /// A description of the value, for error messages.
    let phrase: String
    /// A function that returns whether a declared field accepts the value.
    let fits: (SchemaField) -> Bool

    static func id(_ name: String) -> Param {
        Param(name: name, phrase: "an id") { $0.schema == .identifier }
    }

    static func ids(_ name: String) -> Param {
        Param(name: name, phrase: "a list of ids") { $0.schema == .array(.identifier) }
    }

    static func slot(_ name: String) -> Param {
        Param(name: name, phrase: "an id or null") {
            $0.schema == .identifier && $0.mayBeNull
        }
    }

    static func index(_ name: String) -> Param {
        Param(name: name, phrase: "an integer") { $0.schema == .integer }
    }

    /// Returns a parameter that has the same value for every book. The kind declares this value in
    /// `BookContents.params`.
    static func taking(_ value: Value, _ name: String) -> Param {
        Param(name: name, phrase: value.typeName) { $0.takes(value) }
    }

    /// Returns a parameter whose value is copied from a member of a book (a file that describes
    /// pages). The parameter must have the type of this member, which `field` declares.
    static func like(_ field: SchemaField, _ name: String) -> Param {
        Param(name: name, phrase: field.schema.phrase) { $0.schema == field.schema }
    }
}

extension SchemaField {
    /// Whether the field must be present in the parameters of a command.
    fileprivate var isNeeded: Bool { presence == .required || presence == .nullable }

    /// A description of the values that the field accepts.
    package var phrase: String { schema.phrase + (mayBeNull ? " or null" : "") }
}

extension BookForm {
    /// The name of the member that lists a controller's children in a book (a file that describes
    /// pages). `controller.addChild` adds these children. Controllers of every kind can have the
    /// member.
    package static let children = "children"
    /// The name of the member with the id or the index of the selected controller, in books (files
    /// that describe pages).
    package static let selected = "selected"
    /// The names of the members that can replace the option `content` in books (files that describe
    /// pages).
    package static let fileNames = ["file", "url"]
    /// The names of the members, other than options, that every controller may have in books (files
    /// that describe pages).
    package static let names = ["id", "kind", children, "view", "subviews"]

    /// The fields that controllers of this kind have both in records and in books (files that
    /// describe pages): those for the contained controllers, the selection and the settings.
    package var recordMembers: [SchemaField] {
        func member(_ name: String, _ schema: Schema) -> SchemaField {
            SchemaField(name: name, schema: schema, presence: .nullable, doc: "")
        }
        let isList = contents?.form == .list
        let contained = (contents?.members ?? []).map {
            isList
                ? SchemaField(
                    name: $0, schema: .array(.identifier), presence: .required, doc: "")
                : member($0, .identifier)
        }
        let selection = [
            contents?.index.map { member($0, .integer) },
            contents?.selected.map { member($0, .identifier) },
        ]
        let further = (contents?.furtherMembers ?? []).map { member($0, .identifier) }
        return contained + further + selection.compactMap(\.self)
            + settings.map { member($0.field.name, $0.field.schema) }
    }
}
