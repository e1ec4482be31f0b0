/// A scanner that finds out, line by line, whether Markdown text is inside fenced code.
struct CodeFence {
    private var mark: UInt8 = 0
    private var length = 0

    var isOpen: Bool { length > 0 }

    /// Reads a line. Returns whether it begins or ends fenced code.
    mutating func read(_ line: ArraySlice<UInt8>) -> Bool {
        let indented = line.prefix(4).prefix { $0 == UInt8(ascii: " ") }.count
        let text = line.dropFirst(indented)
        guard indented < 4, let first = text.first,
            first == UInt8(ascii: "`") || first == UInt8(ascii: "~")
        else { return false }
        let count = text.prefix { $0 == first }.count
        let rest = text.dropFirst(count)
        if isOpen {
            guard first == mark, count >= length, rest.allSatisfy({ $0 <= 0x20 }) else {
                return false
            }
            length = 0
            return true
        }
        guard count >= 3, first != UInt8(ascii: "`") || !rest.contains(first) else { return false }
        mark = first
        length = count
        return true
    }
}
