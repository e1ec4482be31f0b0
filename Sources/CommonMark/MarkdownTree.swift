internal import CCMark
public import PagerModel

/// A converter, based on libcmark-gfm, from CommonMark with tables and strikethrough to a tree of
/// elements.
///
/// In the tree, text is a string, and an element is `[name, attributes, child...]`, where
/// `attributes` is an object. The names are those of HTML: `p`, `h1` to `h6`, `blockquote`, `ul`,
/// `ol`, `li`, `pre`, `code`, `hr`, `br`, `em`, `strong`, `del`, `a`, `img`, `table`, `tr`, `th`
/// and `td`. HTML in the source becomes plain text, but HTML comments are left out.
public enum MarkdownTree {
    /// The maximum size in bytes of a text that is parsed.
    public static let longestText = 256 << 10
    /// The maximum number of `|` in a line. The parsing time of libcmark-gfm grows with the square
    /// of this number.
    static let mostPipes = 256
    /// The maximum number of `[` in a text. The parsing time of libcmark-gfm grows with the square
    /// of this number.
    static let mostBrackets = 4_096
    /// The maximum nesting depth of elements. The content of more deeply nested elements is added
    /// to the deepest allowed element.
    static let deepest = 32

    /// Returns the tree of elements for a Markdown text. A text that exceeds `longestText`,
    /// `mostPipes` or `mostBrackets` is not parsed; it becomes one `pre` element.
    public static func parse(_ text: String) -> Value {
        guard isBounded(text) else { return .array([["pre", .object([]), .string(text)]]) }
        cmark_gfm_core_extensions_ensure_registered()
        guard let parser = cmark_parser_new(CMARK_OPT_VALIDATE_UTF8) else { return .array([]) }
        defer { cmark_parser_free(parser) }
        for name in ["table", "strikethrough"] {
            guard let addition = cmark_find_syntax_extension(name) else { continue }
            cmark_parser_attach_syntax_extension(parser, addition)
        }
        var copy = text
        copy.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                cmark_parser_feed(parser, $0.baseAddress, $0.count)
            }
        }
        guard let document = cmark_parser_finish(parser) else { return .array([]) }
        defer { cmark_node_free(document) }
        return .array(children(of: document))
    }

    private static func isBounded(_ text: String) -> Bool {
        guard text.utf8.count <= longestText else { return false }
        var pipes = 0
        var brackets = 0
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): pipes = 0
            case UInt8(ascii: "|"): pipes += 1
            case UInt8(ascii: "["): brackets += 1
            default: continue
            }
            if pipes > mostPipes || brackets > mostBrackets { return false }
        }
        return true
    }

    private static func children(of document: OpaquePointer) -> [Value] {
        guard let iterator = cmark_iter_new(document) else { return [] }
        defer { cmark_iter_free(iterator) }
        var builder = TreeBuilder(deepest: deepest)
        while true {
            let event = cmark_iter_next(iterator)
            guard event != CMARK_EVENT_DONE, let node = cmark_iter_get_node(iterator) else {
                return builder.result
            }
            guard node != document else { continue }
            let item = MarkdownNode(node)
            if event == CMARK_EVENT_EXIT { builder.close() } else { add(item, to: &builder) }
        }
    }

    private static func add(_ node: MarkdownNode, to builder: inout TreeBuilder) {
        switch node.type {
        case "text": builder.add(text: node.literal)
        case "softbreak": builder.add(text: "\n")
        case "linebreak": builder.add(["br", .object([])])
        case "thematic_break": builder.add(["hr", .object([])])
        case "code": builder.add(["code", .object([]), .string(node.literal)])
        case "code_block":
            builder.add(["pre", .object([]), ["code", .object([]), .string(node.literal)]])
        case "html_inline":
            if !node.isComment { builder.add(text: node.literal) }
        case "html_block":
            guard !node.isComment else { return }
            let text = node.literal
            let line = text.utf8.last == UInt8(ascii: "\n") ? String(text.dropLast()) : text
            builder.add(["p", .object([]), .string(line)])
        default: builder.open(node.element)
        }
    }
}

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

/// A builder that receives the elements of a tree in document order. It keeps a stack of the
/// elements that are still open.
struct TreeBuilder {
    private struct Element {
        /// The name of the element. If nil, the tree does not contain this element; its children
        /// become children of the element around it.
        var name: String?
        var attributes: [Value.Member] = []
        var children: [Value] = []
        /// The text after the last child, not yet added as a child.
        var text = ""

        mutating func endText() {
            guard !text.isEmpty else { return }
            children.append(.string(text))
            text = ""
        }
    }

    private let deepest: Int
    private var open = [Element()]
    /// The number of open elements that were left out because they are nested too deeply.
    private var skipped = 0

    init(deepest: Int) { self.deepest = deepest }

    /// The finished tree.
    var result: [Value] {
        var root = open[0]
        root.endText()
        return root.children
    }

    mutating func open(_ element: (name: String, attributes: [Value.Member])?) {
        guard open.count <= deepest else {
            skipped += 1
            return
        }
        open.append(Element(name: element?.name, attributes: element?.attributes ?? []))
    }

    mutating func close() {
        guard skipped == 0 else {
            skipped -= 1
            return
        }
        guard open.count > 1, var element = open.popLast() else { return }
        element.endText()
        guard let name = element.name else {
            for child in element.children { add(child) }
            return
        }
        if name == "img" {
            element.attributes.append(.init("alt", .string(Self.text(of: element.children))))
            element.children = []
        }
        add(.array([.string(name), .object(element.attributes)] + element.children))
    }

    mutating func add(_ child: Value) {
        if case .string(let text) = child { return add(text: text) }
        open[open.count - 1].endText()
        open[open.count - 1].children.append(child)
    }

    /// Appends text to the innermost open element. Adjacent pieces of text, without an element
    /// between them, become one string.
    mutating func add(text: String) { open[open.count - 1].text += text }

    private static func text(of children: [Value]) -> String {
        children.map { child in
            if case .string(let text) = child { return text }
            return text(of: Array((child.array ?? []).dropFirst(2)))
        }.joined()
    }
}
