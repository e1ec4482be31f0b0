internal import PagerModel

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
