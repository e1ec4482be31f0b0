internal import PagerModel

/// What a kind of controller consists of in a book.
struct Shape {
    /// Names of the list of members; each means the same.
    let lists: [String]
    /// Whether one of the members is selected.
    var selects = false
    var isSplit = false
    /// Other ways to write the option `content`.
    var content: [String] = []
    /// Nil for kinds that are not built in.
    let options: OwnOptions?

    /// The options of one kind.
    struct OwnOptions {
        let names: [String]
        let read: (inout FieldDecoder) throws(Refusal) -> Void

        init<O: Fields>(_: O.Type) {
            names = O.declaration.map(\.name)
            read = { (decoder: inout FieldDecoder) throws(Refusal) in
                var options = O()
                try options.visit(&decoder)
            }
        }

        func read(_ decoder: inout FieldDecoder) throws(Refusal) { try read(&decoder) }
    }

    init(_ kind: String) {
        switch kind {
        case "pager":
            lists = ["pages"]
            selects = true
            options = OwnOptions(PagerOptions.self)
        case "tabBar":
            lists = ["controllers"]
            selects = true
            options = OwnOptions(NoFields.self)
        case "navigation":
            lists = ["stack", "controllers"]
            options = OwnOptions(NoFields.self)
        case "page":
            lists = ["controllers"]
            options = OwnOptions(PageOptions.self)
        case "split":
            lists = ["primary", "secondary"]
            isSplit = true
            options = OwnOptions(NoFields.self)
        case "view":
            lists = ["children"]
            content = ["file", "url"]
            options = OwnOptions(NoFields.self)
        default:
            lists = ["children"]
            options = nil
        }
    }

    /// Members that are no options.
    var structure: [String] { ["id", "kind"] + lists + content + (selects ? ["selected"] : []) }

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
