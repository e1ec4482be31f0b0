/// The members that controllers of a kind have in books (files or folders that describe pages) in
/// addition to their options: the contained controllers, and the settings that commands change.
///
/// `server.describe` publishes this form, so that books can contain kinds that other packages
/// define.
public struct BookForm: Hashable, Sendable {
    /// The book members that contain a container's controllers: one list, or slots for one
    /// controller each. Nil for a kind whose only children are those that `controller.addChild` has
    /// added.
    public var contents: BookContents?
    /// The settings, in the order in which commands apply them.
    public var settings: [BookSetting]
    /// Whether a controller of the kind can have the member `file` or `url` in a book, instead of
    /// the option `content`.
    public var takesFiles: Bool

    public init(
        contents: BookContents? = nil, settings: [BookSetting] = [], takesFiles: Bool = false
    ) {
        self.contents = contents
        self.settings = settings
        self.takesFiles = takesFiles
    }
}

/// A declaration of how books describe a container's controllers, and of the command that sets
/// these controllers. A container has either one list of controllers, such as `pages`, or slots for
/// one controller each, such as `primary` and `secondary`.
///
/// The list or slots have the same names in books, in records (replies to `controller.get`) and in
/// the params of the command. In books, a list can have a second name, `alias`.
public struct BookContents: Fields, Hashable {
    /// The two ways in which a container holds its controllers: in one list, or in slots for one
    /// controller each.
    public enum Form: String, FieldEnumeration {
        case list, slots
    }

    /// The source of the frames of a container's controllers. It determines which of these frames
    /// books contain.
    public enum Frames: String, FieldEnumeration {
        /// A controller normally fills its container. Books contain only the frames of controllers
        /// that do not fill it.
        case fill
        /// The container computes the frames. Books contain none.
        case computed
        /// The container computes the frames, but a client may change them afterwards. So books
        /// contain the frames of all controllers.
        case written
    }

    public var form = Form.list
    /// The name of the list of controllers or, for slots, the name of each slot. Records, commands
    /// and books use the same names.
    public var members: [String] = []
    /// A second name for the list, valid only in books. `pagerctl dump` writes this name. Nil if
    /// there is none.
    public var alias: String?
    /// The word for the slots in error messages, such as `columns`. Not used for a list.
    public var noun = "controllers"
    /// The method that sets the container's controllers. Its parameters are `id`, the constant
    /// parameters in `params`, and the parameters whose names are in `members`, `furtherMembers`,
    /// `index` and `selected`.
    public var method = ""
    /// Constant parameters, such as `direction: forward`, of the command that sets the container's
    /// controllers.
    public var params: Value = .object([])
    /// The name of the member with the index of the selected controller, in the container's record
    /// and in the parameters of `method`. Nil if the kind has no selection.
    public var index: String?
    /// The name of the member with the id of the selected controller, in the container's record and
    /// in the parameters of `method`. Nil if the kind has no selection, or only an index.
    public var selected: String?
    /// Whether one command must replace the whole list when a book changes. True if the container
    /// would refuse the shorter lists that exist while pages are removed and added one by one.
    public var changesAtOnce = false
    public var frames = Frames.computed
    /// The names of optional slots. An optional slot may be empty even if all slots in `members`
    /// have a controller.
    public var furtherMembers: [String] = []

    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("form", &form, "list: one list; slots: one controller per slot")
        v.required(
            "members", &members, "names of the list or the slots in records, commands and books")
        v.field("alias", &alias, "another name of the list in books, which pagerctl dump writes")
        v.field("noun", &noun, "the word for the slots in error messages")
        v.required("method", &method, "the method that sets the contents")
        v.field("params", &params, "further parameters of the command, which are constant")
        v.field("index", &index, "the name of the member with the index of the selected controller")
        v.field(
            "selected", &selected, "the name of the member with the id of the selected controller")
        v.field(
            "changesAtOnce", &changesAtOnce,
            "whether a book replaces the list by one command, without shorter lists in between")
        v.field(
            "frames", &frames,
            "the source of the frames. fill: a controller fills the container, and books contain "
                + "only frames that differ; computed: the container computes the frames, and "
                + "books contain none; written: books contain all frames")
        v.field(
            "furtherMembers", &furtherMembers,
            "further slots, which may be empty when the others are filled")
    }
}

extension BookContents {
    /// Returns the declaration for a container with one ordered list of controllers, such as the
    /// pages of a pager.
    ///
    /// - Parameter member: The name of the list in records, commands and books.
    /// - Parameter alias: A second name for the list in books. `pagerctl dump` writes this name.
    /// - Parameter command: The command that sets the list. It has the parameter `id` and a
    ///   parameter for the list.
    public static func list(
        _ member: String, alias: String? = nil, setBy command: any Command.Type,
        frames: Frames = .computed
    ) -> BookContents {
        var contents = BookContents()
        contents.members = [member]
        contents.alias = alias
        contents.method = command.method
        contents.frames = frames
        return contents
    }

    /// Returns the declaration for a container with slots for one controller each, such as the
    /// columns of a split view controller. A book fills all slots in `members` or none. The command
    /// accepts null for an empty slot.
    ///
    /// - Parameter members: The names of the slots in records, commands and books.
    /// - Parameter further: The names of slots that may be empty when all slots in `members` are
    ///   filled.
    /// - Parameter noun: The word for the slots in error messages, such as `columns`.
    /// - Parameter command: The command that sets the slots. It has the parameter `id` and one
    ///   parameter for each slot.
    public static func slots(
        _ members: [String], orAlso further: [String] = [], called noun: String,
        setBy command: any Command.Type, frames: Frames = .computed
    ) -> BookContents {
        var contents = BookContents()
        contents.form = .slots
        contents.members = members
        contents.furtherMembers = further
        contents.noun = noun
        contents.method = command.method
        contents.frames = frames
        return contents
    }

    /// Returns a copy of this declaration for a kind that has a selected controller. In books, the
    /// member `selected` contains the id or the index of this controller.
    ///
    /// - Parameter index: The name of the record member with the index, and of the optional
    ///   parameter that sets it.
    /// - Parameter selected: The name of the record member with the id, and of the optional
    ///   parameter that sets it. Nil if the kind has only an index.
    public func selecting(index: String, selected: String? = nil) -> BookContents {
        var contents = self
        contents.index = index
        contents.selected = selected
        return contents
    }

    /// The names of the book members that can contain the controllers. For a list, the names are
    /// synonyms, and `pagerctl dump` writes the first one. For slots, each name is the name of one
    /// slot.
    public var keys: [String] { (alias.map { [$0] } ?? []) + members + furtherMembers }
}

/// A setting of a container, such as `paused` of a pager. It is a member of the container in books
/// (files that describe pages) and in records. A separate command sets it, after the command that
/// sets the container's controllers.
public struct BookSetting: Hashable, Sendable {
    /// The name, schema and default value of the member. Books omit the member if it has its
    /// default value.
    public var field: SchemaField
    /// The method that sets the value. Its parameters are `id` and `param`.
    public var method: String
    /// The name of the parameter of `method` that contains the value. Nil for a flag, which
    /// `method` sets to true.
    public var param: String?
    /// The method that clears a flag. Its only parameter is `id`. Nil for a setting with `param`.
    public var reset: String?

    init(_ field: SchemaField, method: String, param: String?, reset: String?) {
        self.field = field
        self.method = method
        self.param = param
        self.reset = reset
    }

    /// Creates a setting that the given command sets. The command receives the value in the
    /// parameter `param`.
    public init<T: FieldValue>(
        _ name: String, _ standard: T, _ doc: String, setBy command: any Command.Type,
        param: String
    ) {
        self.init(
            SchemaField(
                name: name, schema: T.schema, presence: .defaulted, doc: doc,
                standard: Value(standard)),
            method: command.method, param: param, reset: nil)
    }

    /// Creates a flag. One command sets the flag, and a different command clears it.
    public init(
        flag name: String, _ doc: String, setBy command: any Command.Type,
        clearedBy reset: any Command.Type
    ) {
        self.init(
            SchemaField(
                name: name, schema: Bool.schema, presence: .defaulted, doc: doc, standard: false),
            method: command.method, param: nil, reset: reset.method)
    }

    /// The value of the setting if it is absent from the book or record.
    public var standard: Value { field.standard ?? .null }
}

/// Functions that convert a `BookForm` to and from its description, which is a part of the result
/// of `server.describe`. They skip members that a newer daemon has added to the description.
extension BookForm {
    public var description: Value {
        [
            "contents": contents.map { Value(fields: $0, writesNull: true) } ?? .null,
            "settings": .array(settings.map(\.description)), "takesFiles": .bool(takesFiles),
        ]
    }

    /// Creates a `BookForm` from its description in the result of `server.describe`. Skips the
    /// parts of the description that this program does not support.
    public init(described value: Value) {
        self.init(
            contents: value["contents"].flatMap { BookContents(described: $0) },
            settings: (value["settings"]?.array ?? []).compactMap { BookSetting(described: $0) },
            takesFiles: value["takesFiles"]?.bool ?? false)
    }
}

extension BookContents {
    /// Creates a `BookContents` from its description in the result of `server.describe`. Returns
    /// nil for null and for a description that this program does not support.
    init?(described value: Value) {
        var decoder = FieldDecoder(value.members ?? [])
        self.init()
        guard (try? read(from: &decoder)) != nil, params.members != nil else { return nil }
        guard form == .list ? members.count == 1 : !members.isEmpty else { return nil }
    }
}

extension BookSetting {
    var description: Value {
        .object(
            (field.description.members ?? []) + [
                .init("method", .string(method)),
                .init("param", param.map { .string($0) } ?? .null),
                .init("reset", reset.map { .string($0) } ?? .null),
            ])
    }

    /// Creates a setting from its description in the result of `server.describe`. Returns nil if
    /// this program does not support the description.
    init?(described value: Value) {
        guard let field = SchemaField(described: value), let method = value["method"]?.string
        else { return nil }
        let (param, reset) = (value["param"]?.string, value["reset"]?.string)
        guard param != nil || reset != nil else { return nil }
        self.init(field, method: method, param: param, reset: reset)
    }
}

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
