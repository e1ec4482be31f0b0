internal import CCMark
public import PagerModel

/// A converter, based on libcmark-gfm, from CommonMark with tables and strikethrough to a tree of
/// elements.
///
/// In the tree, text is a string, and an element is `[name, attributes, child...]`, where
/// `attributes` is an object. The names are those of HTML: `p`, `h1` to `h6`, `blockquote`, `ul`,
/// `ol`, `li`, `pre`, `code`, `hr`, `br`, `em`, `strong`, `del`, `a`, `img`, `table`, `tr`, `th`
/// and `td`; `sub`, `sup`, `small`, `kbd`, `details` and `summary` come from HTML in the source, of
/// which only the elements in `MarkdownElements` are kept. A formula is `math` with its source.
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
        guard
            let parser = cmark_parser_new(
                CMARK_OPT_VALIDATE_UTF8 | CMARK_OPT_FOOTNOTES)
        else { return .array([]) }
        defer { cmark_parser_free(parser) }
        for name in ["table", "strikethrough", "tasklist"] {
            guard let addition = cmark_find_syntax_extension(name) else { continue }
            cmark_parser_attach_syntax_extension(parser, addition)
        }
        let formulas = Formulas(in: text)
        var copy = formulas.text
        copy.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                cmark_parser_feed(parser, $0.baseAddress, $0.count)
            }
        }
        guard let document = cmark_parser_finish(parser) else { return .array([]) }
        defer { cmark_node_free(document) }
        return .array(children(of: document, formulas))
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

    private static func children(of document: OpaquePointer, _ formulas: Formulas) -> [Value] {
        guard let iterator = cmark_iter_new(document) else { return [] }
        defer { cmark_iter_free(iterator) }
        var builder = TreeBuilder(deepest: deepest)
        var footnotes = 0
        while true {
            let event = cmark_iter_next(iterator)
            guard event != CMARK_EVENT_DONE, let node = cmark_iter_get_node(iterator) else {
                return builder.result
            }
            guard node != document else { continue }
            let item = MarkdownNode(node)
            if item.type == "footnote_definition" {
                // A footnote is a list of one item with its number.
                if event == CMARK_EVENT_EXIT {
                    builder.close()
                } else {
                    footnotes += 1
                    builder.open(("ol", [.init("start", .integer(footnotes))]))
                }
            }
            if event == CMARK_EVENT_EXIT {
                builder.close()
            } else {
                add(item, to: &builder, formulas)
            }
        }
    }

    private static func add(
        _ node: MarkdownNode, to builder: inout TreeBuilder, _ formulas: Formulas
    ) {
        switch node.type {
        case "text":
            for part in formulas.parts(of: node.literal) {
                switch part {
                case .text(let text): builder.add(text: text)
                case .formula(let formula):
                    let attributes: [Value.Member] =
                        formula.isDisplayed ? [.init("displayed", true)] : []
                    builder.add(["math", .object(attributes), .string(formula.source)])
                }
            }
        case "footnote_reference": builder.add(["sup", .object([]), .string(node.literal)])
        case "softbreak": builder.add(text: "\n")
        case "linebreak": builder.add(["br", .object([])])
        case "thematic_break": builder.add(["hr", .object([])])
        case "code":
            builder.add(["code", .object([]), .string(formulas.restored(node.literal))])
        case "code_block":
            let attributes = node.language.map { [Value.Member("lang", .string($0))] } ?? []
            let text = formulas.restored(node.literal)
            builder.add(["pre", .object([]), ["code", .object(attributes), .string(text)]])
        case "html_inline", "html_block":
            builder.add(
                html: Array(formulas.restored(node.literal).utf8),
                isBlock: node.type == "html_block")
        default:
            var element = node.element
            if let attributes = element?.attributes, !formulas.all.isEmpty {
                element?.attributes = attributes.map { member in
                    .init(
                        member.name,
                        member.value.string.map { .string(formulas.restored($0)) }
                            ?? member.value)
                }
            }
            builder.open(element)
            if node.type == "tasklist" { builder.add(text: node.isDone ? "☑ " : "☐ ") }
        }
    }
}

/// A node of libcmark-gfm's syntax tree. It is valid as long as its document exists.
struct MarkdownNode {
    private let node: OpaquePointer
    let type: String

    init(_ node: OpaquePointer) {
        self.node = node
        // The library has no names for these.
        type =
            switch cmark_node_get_type(node) {
            case CMARK_NODE_FOOTNOTE_REFERENCE: "footnote_reference"
            case CMARK_NODE_FOOTNOTE_DEFINITION: "footnote_definition"
            default: cmark_node_get_type_string(node).map { String(cString: $0) } ?? ""
            }
    }

    var literal: String { cmark_node_get_literal(node).map { String(cString: $0) } ?? "" }

    /// Whether the box of an item of a task list is ticked.
    var isDone: Bool { cmark_gfm_extensions_get_tasklist_item_checked(node) }

    /// The language of fenced code, or nil: the first word after the fence, without what other
    /// programs add to it, as in `js {1|2}` and `{.python}`.
    var language: String? {
        guard let info = cmark_node_get_fence_info(node).map({ String(cString: $0) }) else {
            return nil
        }
        let word = info.utf8.drop { $0 <= 0x20 || "{.".utf8.contains($0) }
            .prefix { $0 > 0x20 && !"{},:[".utf8.contains($0) }
        return word.isEmpty || word.count > 32 ? nil : String(Substring(word)).lowercased()
    }

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
        case "item", "tasklist", "footnote_definition": ("li", [])
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
        /// Whether the element comes from HTML in the source, so that it may have no end.
        var isHTML = false
        /// Whether the element is not part of the tree, with everything in it.
        var isHidden = false
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
        var copy = self
        copy.closeHTML(above: 0)
        var root = copy.open[0]
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
        closeHTML(above: open.lastIndex { !$0.isHTML } ?? 0)
        pop()
    }

    private mutating func pop() {
        guard open.count > 1, var element = open.popLast(), !element.isHidden else { return }
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

    // MARK: HTML

    /// Adds the elements and texts of HTML in the source.
    ///
    /// - Parameter isBlock: Whether the HTML is not part of a paragraph.
    mutating func add(html: [UInt8], isBlock: Bool) {
        let length = isBlock ? (html.lastIndex { $0 > 0x20 } ?? -1) + 1 : html.count
        var scanner = HTMLScanner(Array(html[..<length]))
        while let token = scanner.next() {
            switch token {
            case .text(let text):
                let text = HTMLScanner.decoded(text)
                guard isBlock, needsParagraph else {
                    add(text: text)
                    continue
                }
                if text.utf8.allSatisfy({ $0 <= 0x20 }) { continue }
                openHTML("p", [])
                add(text: text)
            case .begin(let tag): begin(tag, isBlock)
            case .end(let name): end(name)
            }
        }
        if isBlock, open[open.count - 1].isHTML, open[open.count - 1].name == "p" { pop() }
    }

    /// Whether text here would have no paragraph around it.
    private var needsParagraph: Bool {
        let name = open[open.count - 1].name
        return open.count == 1 || name == "blockquote" || name == "details"
    }

    private static let blocks: TextSet = [
        "p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "blockquote", "pre", "hr", "details",
        "table", "summary",
    ]

    private mutating func begin(_ tag: HTMLScanner.Tag, _ isBlock: Bool) {
        if MarkdownElements.isHidden(tag.name) {
            if tag.name != "embed" { openHTML(tag.name, [], isHidden: true) }
            return
        }
        guard let name = MarkdownElements.shown(tag.name) else { return }
        let isOfBlock = Self.blocks.contains(name)
        if isOfBlock, open[open.count - 1].isHTML, open[open.count - 1].name == "p" { pop() }
        // A block inside a paragraph of the source is text of this paragraph.
        if isOfBlock, !isBlock, name != "details", name != "summary" { return }
        if isBlock, !isOfBlock, needsParagraph { openHTML("p", []) }
        let attributes = Self.attributes(of: tag, name)
        if ["br", "hr", "img"].contains(where: { $0 == name }) {
            add(.array([.string(name), .object(attributes)]))
        } else {
            openHTML(name, attributes)
        }
    }

    private mutating func openHTML(
        _ name: String, _ attributes: [Value.Member], isHidden: Bool = false
    ) {
        guard open.count <= deepest else { return }
        open.append(
            Element(name: name, attributes: attributes, isHTML: true, isHidden: isHidden))
    }

    /// Closes the innermost element of HTML with a name, and those inside it.
    private mutating func end(_ tag: String) {
        let name = MarkdownElements.shown(tag) ?? tag
        let first = (open.lastIndex { !$0.isHTML } ?? 0) + 1
        guard let index = open.indices.dropFirst(first).last(where: { open[$0].name == name })
        else {
            return
        }
        closeHTML(above: index)
        pop()
    }

    private mutating func closeHTML(above index: Int) {
        while open.count > index + 1 { pop() }
    }

    private static func attributes(of tag: HTMLScanner.Tag, _ name: String) -> [Value.Member] {
        func member(_ name: String) -> [Value.Member] {
            tag.value(name).map { [.init(name, .string($0))] } ?? []
        }
        switch name {
        case "img":
            let alt = tag.value("alt") ?? ""
            return [.init("src", .string(tag.value("src") ?? ""))] + member("width")
                + member("height") + [.init("alt", .string(alt))]
        case "a": return [.init("href", .string(tag.value("href") ?? ""))]
        case "details": return tag.value("open").map { _ in [.init("open", true)] } ?? []
        case "ol": return [.init("start", .integer(tag.value("start").flatMap { Int($0) } ?? 1))]
        default:
            switch tag.value("align")?.lowercased() {
            case "center": return [.init("align", "center")]
            case "right": return [.init("align", "end")]
            default: return []
            }
        }
    }

    private static func text(of children: [Value]) -> String {
        children.map { child in
            if case .string(let text) = child { return text }
            return text(of: Array((child.array ?? []).dropFirst(2)))
        }.joined()
    }
}
