/// How books write the controllers of a kind, beside their options: what they contain, and what is
/// set afterwards.
///
/// It is data. `server.describe` publishes it, so that books can have kinds of other packages.
public struct BookForm: Hashable, Sendable {
    /// The list or slots of the kind; nil for a kind that has only the children that a client adds.
    public var contents: BookContents?
    /// In the order in which they are set.
    public var settings: [BookSetting]
    /// Whether `file` and `url` are other ways to write the option `content`.
    public var takesFiles: Bool

    public init(
        contents: BookContents? = nil, settings: [BookSetting] = [], takesFiles: Bool = false
    ) {
        self.contents = contents
        self.settings = settings
        self.takesFiles = takesFiles
    }
}

/// The list or slots of a kind: how books write them, where records have them, and which command
/// sets them.
///
/// A member of the record and the param of the command that sets it have the same name.
public struct BookContents: Fields, Hashable {
    /// Whether there is one list, or a slot for each controller.
    public enum Form: String, FieldEnumeration {
        case list, slots
    }

    /// Who gives the controllers in it their frames, and whether books have those frames.
    public enum Frames: String, FieldEnumeration {
        /// A controller fills its container; books have only frames that differ from that.
        case fill
        /// The container computes frames; books have none.
        case computed
        /// The container computes frames, and books have them all, because a client may set others.
        case written
    }

    public var form = Form.list
    /// The name of the list, or of each slot: in the record, in the command, and in books.
    public var members: [String] = []
    /// Another name of the list in books, which `pagerctl dump` writes.
    public var alias: String?
    /// What the slots are called in error messages.
    public var noun = "controllers"
    /// The command: `id`, the members, and `params`.
    public var method = ""
    /// Further params of the command, which are always the same.
    public var params: Value = .object([])
    /// The member of the record, and the param, with the index of the selected controller; nil
    /// where none is selected.
    public var index: String?
    /// The same with its id; nil where there is only the index.
    public var selected: String?
    /// Whether the list is never made shorter on the way to another one, because the command would
    /// refuse it.
    public var changesAtOnce = false
    public var frames = Frames.computed
    /// Further slots, which may be empty while the others are filled.
    public var furtherMembers: [String] = []

    public init() {}

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("form", &form, "list: one list; slots: one controller each")
        try visitor.required(
            "members", &members, "the list or the slots, in the record, the command and books")
        try visitor.optional("alias", &alias, "another name of the list in books, written by dump")
        try visitor.defaulted("noun", &noun, "what the slots are called")
        try visitor.required("method", &method, "the command that sets them")
        try visitor.defaulted("params", &params, "further params, always the same")
        try visitor.optional(
            "index", &index, "member and param with the index of the selected controller")
        try visitor.optional("selected", &selected, "member and param with its id")
        try visitor.defaulted(
            "changesAtOnce", &changesAtOnce, "whether the list is never shorter on the way")
        try visitor.defaulted("frames", &frames, "who gives frames, and whether books have them")
        try visitor.defaulted(
            "furtherMembers", &furtherMembers,
            "further slots, which may be empty while the others are filled")
    }
}

extension BookContents {
    /// One list: all controllers in order.
    ///
    /// - Parameter member: its name in the record, in the command and in books.
    /// - Parameter alias: another name in books, which `pagerctl dump` writes.
    /// - Parameter command: takes `id` and the list.
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

    /// One controller in each slot. Books fill all slots or none, and the command takes null for an
    /// empty one.
    ///
    /// - Parameter members: the slots, as the record, the command and books name them.
    /// - Parameter further: slots that may be empty while those are filled.
    /// - Parameter noun: what they are called in error messages: `columns`.
    /// - Parameter command: takes `id` and each slot.
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

    /// The same contents, one of them selected. Books write `selected`, an id or an index.
    ///
    /// - Parameter index: the member of the record, and the optional param, with its index.
    /// - Parameter selected: the same with its id, where there is one.
    public func selecting(index: String, selected: String? = nil) -> BookContents {
        var contents = self
        contents.index = index
        contents.selected = selected
        return contents
    }

    /// The members of books. Those of a list all mean the same, and the first one is written.
    public var keys: [String] { (alias.map { [$0] } ?? []) + members + furtherMembers }
}

/// A member of books and records that a command sets after the contents: `paused` of a pager.
public struct BookSetting: Hashable, Sendable {
    /// Its name, form and default. Books leave out what is as by default.
    public var field: SchemaField
    /// The command that sets it, given `id` and `param`.
    public var method: String
    /// The param that takes the value; nil for a flag that the command itself sets.
    public var param: String?
    /// The command that clears such a flag, given `id`.
    public var reset: String?

    init(_ field: SchemaField, method: String, param: String?, reset: String?) {
        self.field = field
        self.method = method
        self.param = param
        self.reset = reset
    }

    /// A value that a command takes as one of its params.
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

    /// A flag that one command sets and another one clears.
    public init(
        flag name: String, _ doc: String, setBy command: any Command.Type,
        clearedBy reset: any Command.Type
    ) {
        self.init(
            SchemaField(
                name: name, schema: Bool.schema, presence: .defaulted, doc: doc, standard: false),
            method: command.method, param: nil, reset: reset.method)
    }

    /// What it is where neither a book nor a record says so.
    public var standard: Value { field.standard ?? .null }
}
