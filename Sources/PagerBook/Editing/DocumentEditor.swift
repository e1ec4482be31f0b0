internal import PagerModel
internal import PagerWire

/// A change of one value of a document.
enum DocumentChange {
    /// Sets a member of the object at a path, or removes it. A text at the path names a file or an
    /// address, and becomes an object first.
    case set(path: String, member: String, value: Value?)
    /// Brings the elements of the list at a path into another order. Each number is the present
    /// index of the element that comes next.
    case order(path: String, [Int])
    /// Appends values to the list at a path.
    case append(path: String, [Value])
}

/// An editor that replaces bytes of a YAML or JSON text at the marks of its parser. All other bytes
/// stay as they are, comments too.
///
/// The new text is parsed again. If its value is not the expected one, for example because another
/// part is an alias of the changed one, the change is refused.
struct DocumentEditor {
    private let name: String
    private let bytes: [UInt8]
    private let document: Document
    private let root: SourceNode

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Returns the bytes of a text after a change.
    ///
    /// - Parameter name: The name of the text: one that ends in `.json` is JSON, any other YAML.
    /// - Throws: `DocumentProblem` with the reason why the text cannot be changed.
    static func edit(
        _ bytes: [UInt8], name: String, _ change: DocumentChange
    ) throws(DocumentProblem) -> [UInt8] {
        let mark = bytes.starts(with: Self.mark) ? Self.mark : []
        let editor = try DocumentEditor(Array(bytes.dropFirst(mark.count)), name: name)
        return mark + (try editor.edit(change))
    }

    private init(_ bytes: [UInt8], name: String) throws(DocumentProblem) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw DocumentProblem(name, "the file is not UTF-8; save it in that encoding")
        }
        self.name = name
        self.bytes = bytes
        document = try Document.parse(text, name: name)
        root = try SourceNode.read(text, name: name)
    }

    private var isJSON: Bool { name.hasSuffix(".json") }

    private func edit(_ change: DocumentChange) throws(DocumentProblem) -> [UInt8] {
        let (path, text) =
            switch change {
            case .set(let path, let member, let value): (path, try set(member, value, in: path))
            case .order(let path, let order): (path, try reorder(order, in: path))
            case .append(let path, let values): (path, try append(values, in: path))
            }
        guard let steps = DocumentPath(path, in: document.value)?.steps,
            let written = String(validating: text, as: UTF8.self),
            let found = try? Document.parse(written, name: name).value,
            found.sorted == document.value.changing(steps[...], change.result).sorted
        else { throw refusal(path) }
        return text
    }

    private func refusal(_ path: String) -> DocumentProblem {
        document.problem(
            path,
            "this is written in a form that cannot be changed here without changing more; change "
                + "it in the file")
    }

    private func node(_ path: String) throws(DocumentProblem) -> SourceNode {
        guard let way = DocumentPath(path, in: document.value) else {
            throw document.problem(path, "there is no \(quoted(path)) in the file")
        }
        guard let node = root.find(way) else { throw refusal(path) }
        if case .alias = node.form {
            throw DocumentProblem(
                name,
                "this is an alias, so that other parts of the book have the same value; write the "
                    + "value out in the file, then change it here", at: position(of: node))
        }
        return node
    }

    private func position(of node: SourceNode) -> (line: Int, column: Int) {
        let start = node.bytes.lowerBound
        return (bytes[..<start].count { $0 == newline } + 1, column(of: start) + 1)
    }

    private func replacing(_ range: Range<Int>, by text: String) -> [UInt8] {
        Array(bytes[..<range.lowerBound]) + Array(text.utf8) + Array(bytes[range.upperBound...])
    }

    private func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    // MARK: Members

    private func set(
        _ member: String, _ value: Value?, in path: String
    ) throws(DocumentProblem) -> [UInt8] {
        let node = try node(path)
        guard let members = node.members else {
            guard let value else { return bytes }
            return try makeObject(of: node, path, with: rendered(member, value))
        }
        guard let index = members.firstIndex(where: { isSame($0.name, member) })
        else {
            guard let value else { return bytes }
            return node.isFlow
                ? insert(
                    rendered(member, value),
                    behind: members.last.map { $0.key.lowerBound..<$0.value.bytes.upperBound },
                    in: node)
                : insert(rendered(member, value), in: members)
        }
        let old = members[index].value
        if case .alias = old.form { _ = try self.node(joined(path, member)) }
        if let anchor = old.anchor {
            throw document.problem(
                joined(path, member),
                "this has the anchor &\(beginning(of: anchor)), so other parts of the book may have "
                    + "the same value; change it in the file")
        }
        guard let value else {
            return node.isFlow
                ? try removeFlow(index, of: members, path) : removeBlock(index, of: members, node)
        }
        return replacing(old.bytes, by: (old.bytes.isEmpty ? " " : "") + rendered(value))
    }

    private func rendered(_ value: Value) -> String {
        isJSON ? value.json : YAMLText.inFlow(value)
    }

    private func rendered(_ name: String, _ value: Value) -> String {
        (isJSON ? Value.string(name).json : YAMLText.name(name)) + ": " + rendered(value)
    }

    /// Replaces a text, which names a file or an address, by an object.
    private func makeObject(
        of node: SourceNode, _ path: String, with member: String
    ) throws(DocumentProblem) -> [UInt8] {
        guard let way = DocumentPath(path, in: document.value),
            let text = document.value.at(way)?.string
        else { throw refusal(path) }
        let written = self.text(node.bytes)
        let isKept =
            isJSON || written.hasPrefix("\"") || written.hasPrefix("'")
            || !written.utf8.contains { ",[]{}\n\r".utf8.contains($0) }
        let name = WebAddress.isWeb(text) ? "url" : "file"
        let first = isJSON ? "\"\(name)\"" : name
        let value = isKept ? written : rendered(.string(text))
        return replacing(node.bytes, by: "{\(first): \(value), \(member)}")
    }

    /// Inserts text behind the last part of a list or object in brackets or braces.
    private func insert(
        _ text: String, behind last: Range<Int>?, in node: SourceNode
    ) -> [UInt8] {
        guard let last else {
            let start = node.bytes.lowerBound + 1
            return replacing(start..<start, by: text)
        }
        let end = last.upperBound
        let lead = bytes[lineStart(last.lowerBound)..<last.lowerBound]
        let gap =
            lead.allSatisfy { $0 == space || $0 == tab } && !lead.isEmpty
            ? ending(at: last.lowerBound) + String(decoding: lead, as: UTF8.self) : " "
        return replacing(end..<end, by: ",\(gap)\(text)")
    }

    /// Inserts a member into an object without braces: behind the last of the first members that are
    /// on one line each.
    private func insert(_ text: String, in members: [SourceNode.Member]) -> [UInt8] {
        let first = members.first?.key.lowerBound ?? 0
        let indent = String(repeating: " ", count: column(of: first))
        guard
            let member = members.prefix(while: isOnOneLine).last ?? members.last(where: isOnOneLine)
        else { return replacing(first..<first, by: text + ending(at: first) + indent) }
        let end = lineEnd(member.value.bytes.upperBound)
        return replacing(end..<end, by: ending(at: first) + indent + text)
    }

    private func isOnOneLine(_ member: SourceNode.Member) -> Bool {
        let end = member.value.bytes.upperBound
        let isSimple = if case .scalar = member.value.form { true } else { member.value.isFlow }
        return isSimple && lineStart(end) == lineStart(member.key.lowerBound) && endsLine(end)
    }

    /// Returns whether a line has only a comment after an offset.
    private func endsLine(_ offset: Int) -> Bool {
        let rest = bytes[offset..<lineEnd(offset)]
        let text = rest.drop { $0 == space || $0 == tab }
        return text.isEmpty || (text.first == hash && text.count < rest.count)
    }

    private func removeBlock(
        _ index: Int, of members: [SourceNode.Member], _ node: SourceNode
    ) -> [UInt8] {
        guard members.count > 1 else { return replacing(node.bytes, by: "{}") }
        let (start, end) = (members[index].key.lowerBound, members[index].value.bytes.upperBound)
        let line = lineStart(start)
        let isBlankBefore = bytes[line..<start].allSatisfy { $0 == space }
        let rest = bytes[end..<lineEnd(end)].allSatisfy { $0 == space || $0 == tab }
        if isBlankBefore, rest {
            let next = lineEnd(end) + ending(after: lineEnd(end))
            // Without a line behind it, the end of the line before goes.
            let before = line > 0 && next == lineEnd(end) ? line - ending(before: line) : line
            return replacing(before..<next, by: "")
        }
        if index + 1 < members.count {
            let next = members[index + 1].key.lowerBound
            if bytes[end..<next].allSatisfy({ $0 <= space }) {
                return replacing(start..<next, by: "")
            }
        }
        return replacing(start..<end, by: "")
    }

    private func removeFlow(
        _ index: Int, of members: [SourceNode.Member], _ path: String
    ) throws(DocumentProblem) -> [UInt8] {
        let (start, end) = (members[index].key.lowerBound, members[index].value.bytes.upperBound)
        var range = start..<end
        if index + 1 < members.count {
            range = start..<members[index + 1].key.lowerBound
        } else if index > 0 {
            range = members[index - 1].value.bytes.upperBound..<end
        }
        // A comment would go with the comma.
        let gaps = Array(bytes[range.lowerBound..<start]) + Array(bytes[end..<range.upperBound])
        guard !gaps.contains(hash) else { throw refusal(joined(path, members[index].name)) }
        return replacing(range, by: "")
    }

    // MARK: Lists

    private func list(_ path: String) throws(DocumentProblem) -> (SourceNode, [SourceNode]) {
        let node = try node(path)
        guard let elements = node.elements else { throw refusal(path) }
        return (node, elements)
    }

    private func reorder(_ order: [Int], in path: String) throws(DocumentProblem) -> [UInt8] {
        let (node, elements) = try list(path)
        guard order.sorted() == Array(elements.indices) else {
            throw document.problem(path, "the new order must have each element of the list once")
        }
        guard !node.isFlow else {
            var result = bytes
            for (slot, element) in zip(elements, order).reversed() {
                result.replaceSubrange(slot.bytes, with: bytes[elements[element].bytes])
            }
            return result
        }
        let chunks = try chunks(of: node, elements, path)
        guard let first = chunks.first, let last = chunks.last else { return bytes }
        // The last line of the file may have no end.
        let ends = chunks.map { ending(before: $0.upperBound) }
        var text: [UInt8] = []
        for (slot, element) in order.enumerated() {
            text += bytes[chunks[element].lowerBound..<(chunks[element].upperBound - ends[element])]
            text += bytes[(chunks[slot].upperBound - ends[slot])..<chunks[slot].upperBound]
        }
        return Array(bytes[..<first.lowerBound]) + text + Array(bytes[last.upperBound...])
    }

    /// Returns the lines of each element of a list without brackets, with the comments directly
    /// above the element.
    private func chunks(
        of node: SourceNode, _ elements: [SourceNode], _ path: String
    ) throws(DocumentProblem) -> [Range<Int>] {
        let column = column(of: node.bytes.lowerBound)
        var starts: [Int] = []
        var bound = 0
        for element in elements {
            var line = lineStart(element.bytes.lowerBound)
            while !isDash(line, column), line > bound { line = previousLine(line) }
            guard isDash(line, column), line >= bound else { throw refusal(path) }
            while line > bound, isComment(previousLine(line), column) { line = previousLine(line) }
            starts.append(line)
            let end = element.bytes.upperBound
            bound = end == lineStart(end) ? end : lineEnd(end) + ending(after: lineEnd(end))
        }
        return zip(starts, starts.dropFirst() + [bound]).map { $0..<max($0, $1) }
    }

    private func isDash(_ line: Int, _ column: Int) -> Bool {
        begins(line, column, UInt8(ascii: "-"))
    }

    private func isComment(_ line: Int, _ column: Int) -> Bool { begins(line, column, hash) }

    private func begins(_ line: Int, _ column: Int, _ byte: UInt8) -> Bool {
        line + column < bytes.count && bytes[line..<(line + column)].allSatisfy { $0 == space }
            && bytes[line + column] == byte
    }

    private func append(_ values: [Value], in path: String) throws(DocumentProblem) -> [UInt8] {
        let (node, elements) = try list(path)
        guard !node.isFlow else {
            let text = values.map(rendered).joined(separator: ", ")
            return insert(text, behind: elements.last?.bytes, in: node)
        }
        guard let end = try chunks(of: node, elements, path).last?.upperBound else {
            throw refusal(path)
        }
        let lead = String(repeating: " ", count: column(of: node.bytes.lowerBound)) + "- "
        let lines = values.map { lead + rendered($0) }
        let eol = ending(at: node.bytes.lowerBound)
        let isEnded = ending(before: end) > 0
        let text = lines.joined(separator: eol)
        return replacing(end..<end, by: isEnded ? text + eol : eol + text)
    }

    // MARK: Lines

    private func lineStart(_ offset: Int) -> Int {
        (bytes[..<offset].lastIndex { $0 == newline || $0 == carriageReturn } ?? -1) + 1
    }

    private func previousLine(_ line: Int) -> Int { lineStart(line - ending(before: line)) }

    private func lineEnd(_ offset: Int) -> Int {
        bytes[offset...].firstIndex { $0 == newline || $0 == carriageReturn } ?? bytes.count
    }

    /// Returns the number of characters before an offset in its line.
    private func column(of offset: Int) -> Int {
        bytes[lineStart(offset)..<offset].count { $0 & 0xC0 != 0x80 }
    }

    /// Returns the number of bytes of the end of a line that begins at an offset.
    private func ending(after offset: Int) -> Int {
        guard offset < bytes.count else { return 0 }
        return bytes[offset...].starts(with: [carriageReturn, newline]) ? 2 : 1
    }

    /// Returns the number of bytes of the end of a line before an offset.
    private func ending(before offset: Int) -> Int {
        guard offset > 0, [newline, carriageReturn].contains(bytes[offset - 1]) else { return 0 }
        return bytes[..<offset].suffix(2).elementsEqual([carriageReturn, newline]) ? 2 : 1
    }

    /// Returns the end of the line around an offset, or else that of the first line.
    private func ending(at offset: Int) -> String {
        let end = lineEnd(offset) < bytes.count ? lineEnd(offset) : lineEnd(0)
        let count = ending(after: end)
        return count == 0 ? "\n" : text(end..<(end + count))
    }
}

private let space = UInt8(ascii: " ")
private let tab = UInt8(ascii: "\t")
private let hash = UInt8(ascii: "#")
private let newline = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")

extension DocumentChange {
    /// Returns the value at the change's path after the change.
    fileprivate func result(_ value: Value) -> Value {
        switch (self, value) {
        case (.set(_, _, nil), .string): return value
        case (.set(_, let name, let new?), .string(let text)):
            let first = WebAddress.isWeb(text) ? "url" : "file"
            return .object([.init(first, value), .init(name, new)])
        case (.set(_, let name, let new), .object(let members)):
            let others = members.filter { !isSame($0.name, name) }
            return .object(others + (new.map { [.init(name, $0)] } ?? []))
        case (.order(_, let order), .array(let items)): return .array(order.map { items[$0] })
        case (.append(_, let values), .array(let items)): return .array(items + values)
        default: return value
        }
    }
}

extension Value {
    /// Returns the value at the end of a way.
    func at(_ path: DocumentPath) -> Value? {
        path.steps.reduce(self as Value?) { value, step in
            switch step {
            case .member(let name): value?[name]
            case .element(let index):
                value?.array.flatMap { $0.indices.contains(index) ? $0[index] : nil }
            }
        }
    }
}

extension YAMLText {
    /// Returns the form of a value on one line, also inside brackets and braces.
    static func inFlow(_ value: Value) -> String {
        switch value {
        case .string(let text): name(text)
        case .array(let items): "[" + items.map(inFlow).joined(separator: ", ") + "]"
        case .object(let members):
            "{" + members.map { "\(name($0.name)): \(inFlow($0.value))" }.joined(separator: ", ")
                + "}"
        case .null, .bool, .integer, .number: value.json
        }
    }
}
