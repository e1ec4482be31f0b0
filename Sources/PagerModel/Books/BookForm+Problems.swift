extension KindDeclaration {
    /// What is wrong with the form of books of this kind: a command, param or name that cannot be.
    /// Nil where nothing is.
    package static var problemOfBook: String? {
        if book == BookForm() { return nil }
        return problemOfContents ?? problemOfSettings ?? problemOfBookNames
    }

    private static var problemOfContents: String? {
        guard let contents = book.contents else { return nil }
        let place = "the contents of the kind \(name) in books"
        guard contents.form == .list ? contents.members.count == 1 : !contents.members.isEmpty
        else { return "\(place): one list or slots, not \(contents.members.count) members" }
        guard let command = declared(contents.method) else {
            return "\(place): the kind does not declare the command \(contents.method)"
        }
        let fixed = (contents.params.members ?? []).map(\.name)
        let selection = [contents.index, contents.selected].compactMap(\.self)
        return problem(
            of: command, at: place, takes: ["id"] + contents.members + fixed, mayTake: selection)
    }

    private static var problemOfSettings: String? {
        for setting in book.settings {
            let place = "the setting \(setting.field.name) of the kind \(name) in books"
            for method in [setting.method] + [setting.reset].compactMap(\.self) {
                guard let command = declared(method) else {
                    return "\(place): the kind does not declare the command \(method)"
                }
                let params = ["id"] + [setting.param].compactMap(\.self)
                if let problem = problem(of: command, at: place, takes: params) { return problem }
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

    /// Whether the command can be sent with these params, and needs no others.
    private static func problem(
        of command: any Command.Type, at place: String, takes params: [String],
        mayTake others: [String] = []
    ) -> String? {
        let fields = command.declaration
        for param in params + others where !fields.contains(where: { $0.name == param }) {
            return "\(place): the command \(command.method) has no param \(param)"
        }
        let missing = fields.first { field in
            (field.presence == .required || field.presence == .nullable)
                && !params.contains { $0 == field.name }
        }
        return missing.map {
            "\(place): the command \(command.method) needs the param \($0.name), which is not given"
        }
    }
}

extension BookForm {
    /// The list of children that a client adds; every kind has it.
    package static let children = "children"
    /// The selected one of the contents, an id or an index.
    package static let selected = "selected"
    /// Other ways to write the option `content`.
    package static let fileNames = ["file", "url"]
    /// What every controller may have in books beside its options.
    package static let names = ["id", "kind", children, "view", "subviews"]

    /// The members of records that it reads.
    package var recordMembers: [String] {
        (contents?.members ?? []) + [contents?.index, contents?.selected].compactMap(\.self)
            + settings.map(\.field.name)
    }
}
