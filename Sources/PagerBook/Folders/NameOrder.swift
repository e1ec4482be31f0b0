/// The order of the files in a folder. Names are compared byte by byte, except that runs of digits
/// are compared as numbers.
enum NameOrder {
    /// Returns whether the name `left` precedes the name `right`. For example, `2.md` precedes
    /// `10.md`, and `B` precedes `a`. Names that differ only in leading zeros are ordered by bytes.
    static func precedes(_ left: String, _ right: String) -> Bool {
        var a = left.utf8[...]
        var b = right.utf8[...]
        while let x = a.first, let y = b.first {
            if isDigit(x), isDigit(y) {
                let one = number(&a)
                let other = number(&b)
                if one.count != other.count { return one.count < other.count }
                if !one.elementsEqual(other) { return one.lexicographicallyPrecedes(other) }
            } else if x != y {
                return x < y
            } else {
                a = a.dropFirst()
                b = b.dropFirst()
            }
        }
        if a.isEmpty, b.isEmpty { return left.utf8.lexicographicallyPrecedes(right.utf8) }
        return a.isEmpty
    }

    /// Removes the digits at the beginning of the text and returns them without leading zeros.
    private static func number(_ text: inout Substring.UTF8View) -> Substring.UTF8View {
        let run = text.prefix(while: isDigit)
        text = text.dropFirst(run.count)
        return run.drop { $0 == UInt8(ascii: "0") }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
