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
