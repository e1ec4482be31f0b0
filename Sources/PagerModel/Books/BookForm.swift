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
