internal import PagerModel

/// What a kind of controller consists of in a book.
struct Shape {
    /// Names of the list of members; each means the same.
    let lists: [String]
    /// Whether one of the members is selected.
    var selects = false
    var isSplit = false
    /// What is set after the list, by a command of its own.
    var settings: [String] = []
    /// Other ways to write the option `content`.
    var content: [String] = []
    /// Nil for kinds that are not built in.
    let options: OwnOptions?
    /// The options that every controller has, as they are by default for this kind.
    let general: ControllerOptions

    /// The options of one kind.
    struct OwnOptions {
        let fields: [SchemaField]
        var names: [String] { fields.map(\.name) }
        private let read: (inout FieldDecoder) throws(Refusal) -> [Value.Member]

        init<O: Fields>(_: O.Type) {
            fields = O.declaration
            read = { (decoder: inout FieldDecoder) throws(Refusal) in
                var options = O()
                try options.visit(&decoder)
                return Value(fields: options, writesNull: true).members ?? []
            }
        }

        /// All options in their full form, those that are not given as they are by default.
        func read(_ decoder: inout FieldDecoder) throws(Refusal) -> [Value.Member] {
            try read(&decoder)
        }
    }

    init(_ kind: String) {
        switch kind {
        case "pager":
            lists = ["pages"]
            selects = true
            settings = ["paused"]
        case "tabBar":
            lists = ["controllers"]
            selects = true
        case "navigation":
            lists = ["stack", "controllers"]
        case "page":
            lists = ["controllers"]
        case "split":
            lists = ["primary", "secondary"]
            isSplit = true
            settings = ["displayMode"]
        case "view":
            lists = ["children"]
            content = ["file", "url"]
        default:
            lists = ["children"]
        }
        let declaration = Kinds.named(kind)
        options = declaration.map { OwnOptions($0.options) }
        general = declaration?.generalOptions ?? ControllerOptions()
    }

    /// The options of a controller in their full form: general ones and those of its kind, those
    /// that are not given as they are by default. A plugin's kind may have more.
    func complete(_ given: [Value.Member]) throws(Refusal) -> [Value.Member] {
        var decoder = FieldDecoder(given)
        var general = general
        try general.visit(&decoder)
        return (Value(fields: general, writesNull: true).members ?? [])
            + (try options?.read(&decoder) ?? [])
    }

    /// Whether it has a list of its own, not only children that a client adds.
    var isContainer: Bool { lists != ["children"] }

    /// Members that are no options.
    var structure: [String] {
        ["id", "kind"] + lists + content + (selects ? ["selected"] : []) + settings
            + ["view", "subviews"]
    }

    /// The kind that somebody means who writes this member.
    static func kind(with member: String) -> String? {
        switch member {
        case "pages": "pager"
        case "stack": "navigation"
        case "primary", "secondary": "split"
        case "controllers": "tabBar"
        case "children", "file", "url": "view"
        default: nil
        }
    }
}
