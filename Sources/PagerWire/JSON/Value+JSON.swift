public import PagerModel

extension Value {
    /// The value as JSON without spaces. O(size).
    public var json: String {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.text
    }

    /// The value as readable JSON: one member or element per line, indented by two spaces. O(size).
    public var prettyJSON: String {
        var writer = JSONWriter()
        writePretty(to: &writer, indent: 0)
        return writer.text
    }

    private func writePretty(to writer: inout JSONWriter, indent: Int) {
        switch self {
        case .array(let items) where !items.isEmpty:
            writer.buffer.append(Ascii.openBracket)
            for (index, item) in items.enumerated() {
                Self.breakLine(&writer, indent + 2, comma: index > 0)
                item.writePretty(to: &writer, indent: indent + 2)
            }
            Self.breakLine(&writer, indent, comma: false)
            writer.buffer.append(Ascii.closeBracket)
        case .object(let members) where !members.isEmpty:
            writer.buffer.append(Ascii.openBrace)
            for (index, member) in members.enumerated() {
                Self.breakLine(&writer, indent + 2, comma: index > 0)
                Self.alone(.string(member.name), &writer)
                writer.buffer.append(Ascii.colon)
                writer.buffer.append(Ascii.space)
                member.value.writePretty(to: &writer, indent: indent + 2)
            }
            Self.breakLine(&writer, indent, comma: false)
            writer.buffer.append(Ascii.closeBrace)
        default: Self.alone(self, &writer)
        }
    }

    /// Writes a value as JSON without a comma before it. The writer itself would add a comma after
    /// the spaces of the indentation.
    private static func alone(_ value: Value, _ writer: inout JSONWriter) {
        var inner = JSONWriter()
        value.write(to: &inner)
        writer.buffer.append(inner.buffer)
    }

    private static func breakLine(_ writer: inout JSONWriter, _ indent: Int, comma: Bool) {
        if comma { writer.buffer.append(Ascii.comma) }
        writer.buffer.append(Ascii.newline)
        for _ in 0..<indent { writer.buffer.append(Ascii.space) }
    }
}
