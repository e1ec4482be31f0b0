internal import PagerModel
internal import PagerWire

/// Functions that convert an argument's text to the value of a declared field.
enum FieldText {
    /// The error for an argument whose text is not valid for its field. `text` is the reason.
    struct Mismatch: Error, Equatable { let text: String }

    /// Converts an argument's text to a value of the field's type. Does not check whether the value
    /// is in the range that the command's declaration allows.
    ///
    /// - Throws: `Mismatch` if the text has the wrong type.
    static func value(_ text: String, _ field: SchemaField) throws(Mismatch) -> Value {
        if field.presence != .required, field.presence != .defaulted, text == "null" {
            return .null
        }
        return try value(text, field.schema)
    }

    private static func value(_ text: String, _ schema: Schema) throws(Mismatch) -> Value {
        switch schema {
        case .boolean:
            guard let flag = flag(text) else {
                throw Mismatch(text: "\"\(text)\" is neither true nor false")
            }
            return .bool(flag)
        case .booleanOr: return flag(text).map { .bool($0) } ?? .string(text)
        case .integer:
            guard let number = Int(text) else {
                throw Mismatch(text: "\"\(text)\" is not an integer")
            }
            return .integer(number)
        case .number:
            if let number = Int(text) { return .integer(number) }
            guard let number = Double(text) else {
                throw Mismatch(text: "\"\(text)\" is not a number")
            }
            return .number(number)
        case .string, .identifier, .transition, .enumeration: return .string(text)
        case .array(let element): return try array(text, element)
        case .object(let fields): return try object(text, fields)
        case .dictionary, .members: return try json(text)
        case .any: return loose(text)
        }
    }

    private static func flag(_ text: String) -> Bool? {
        switch text {
        case "true", "yes", "on": true
        case "false", "no", "off": false
        default: nil
        }
    }

    /// Parses a list, written as JSON or as elements separated by commas.
    private static func array(_ text: String, _ element: Schema) throws(Mismatch) -> Value {
        if text.hasPrefix("[") { return try json(text) }
        var items: [Value] = []
        for part in text.split(separator: ",") {
            items.append(try value(String(part), element))
        }
        return .array(items)
    }

    /// Parses an object in JSON. A size can also be written as `390x844`, and a frame as
    /// `0,20,390x844`.
    private static func object(_ text: String, _ fields: [SchemaField]) throws(Mismatch) -> Value {
        if text.hasPrefix("{") { return try json(text) }
        let names = fields.map(\.name)
        if names == ["width", "height"] || names == ["x", "y", "width", "height"] {
            let parts = text.split(whereSeparator: { $0 == "," || $0 == "x" }).map { Double($0) }
            let numbers = parts.compactMap { $0 }
            if numbers.count == names.count, parts.count == names.count {
                return .object(zip(names, numbers).map { .init($0, .number($1)) })
            }
            let form = names.count == 2 ? "390x844" : "0,20,390x844"
            throw Mismatch(text: "\"\(text)\" is neither JSON nor of the form \(form)")
        }
        throw Mismatch(
            text: "\"\(text)\" is not a JSON object {\(names.joined(separator: ", "))}")
    }

    private static func json(_ text: String) throws(Mismatch) -> Value {
        do {
            return try JSONParser.parse(text)
        } catch {
            throw Mismatch(text: "this is not JSON: \(error)")
        }
    }

    /// Returns the parsed JSON, or the text if it is not JSON.
    static func loose(_ text: String) -> Value {
        (try? JSONParser.parse(text)) ?? .string(text)
    }
}
