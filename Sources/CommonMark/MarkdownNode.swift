internal import CCMark
internal import PagerModel

/// A node of libcmark-gfm's syntax tree. It is valid as long as its document exists.
struct MarkdownNode {
    private let node: OpaquePointer
    let type: String

    init(_ node: OpaquePointer) {
        self.node = node
        type = cmark_node_get_type_string(node).map { String(cString: $0) } ?? ""
    }

    var literal: String { cmark_node_get_literal(node).map { String(cString: $0) } ?? "" }

    /// Whether the node is an HTML comment.
    var isComment: Bool { literal.utf8.starts(with: "<!--".utf8) }

    private var address: Value {
        .string(cmark_node_get_url(node).map { String(cString: $0) } ?? "")
    }

    /// The name and attributes of the HTML element for this node. Nil for a node that has no
    /// element of its own; its children then become children of the element around it.
    var element: (name: String, attributes: [Value.Member])? {
        switch type {
        case "paragraph": isTight ? nil : ("p", [])
        case "heading": ("h\(min(max(cmark_node_get_heading_level(node), 1), 6))", [])
        case "block_quote": ("blockquote", [])
        case "list": list
        case "item": ("li", [])
        case "emph": ("em", [])
        case "strong": ("strong", [])
        case "strikethrough": ("del", [])
        case "link": ("a", [.init("href", address)])
        case "image": ("img", [.init("src", address)])
        case "table": ("table", [])
        case "table_header", "table_row": ("tr", [])
        case "table_cell": cell
        default: nil
        }
    }

    private var list: (name: String, attributes: [Value.Member]) {
        guard cmark_node_get_list_type(node) == CMARK_ORDERED_LIST else { return ("ul", []) }
        return ("ol", [.init("start", .integer(Int(cmark_node_get_list_start(node))))])
    }

    /// Whether the node is a paragraph of a tight list, which has no blank lines between its items.
    private var isTight: Bool {
        guard let list = cmark_node_parent(cmark_node_parent(node)) else { return false }
        return cmark_node_get_list_tight(list) != 0
    }

    private var cell: (name: String, attributes: [Value.Member]) {
        guard let row = cmark_node_parent(node), let table = cmark_node_parent(row) else {
            return ("td", [])
        }
        let name = MarkdownNode(row).type == "table_header" ? "th" : "td"
        var column = 0
        var other = cmark_node_previous(node)
        while let before = other {
            column += 1
            other = cmark_node_previous(before)
        }
        guard column < Int(cmark_gfm_extensions_get_table_columns(table)),
            let alignments = cmark_gfm_extensions_get_table_alignments(table)
        else { return (name, []) }
        switch alignments[column] {
        case UInt8(ascii: "r"): return (name, [.init("align", "end")])
        case UInt8(ascii: "c"): return (name, [.init("align", "center")])
        default: return (name, [])
        }
    }
}
