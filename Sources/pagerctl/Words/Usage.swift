internal import PagerModel

/// Functions that derive a command's positional arguments and usage line from its declaration.
enum Usage {
    /// Returns those of a command's fields that are required. On the command line, positional
    /// arguments set these fields.
    static func slots(of fields: [SchemaField]) -> [SchemaField] {
        fields.filter { $0.presence == .required || $0.presence == .nullable }
    }

    /// Returns the field that a positional argument sets, for a command without required fields.
    /// Returns nil if there is no such field.
    ///
    /// If the command has the field `index`, a number sets this field. Any other word then sets the
    /// first id field that is declared after `index`. If the command has no field `index`, the
    /// argument sets the first optional field that is not a boolean.
    static func optionalSlot(of fields: [SchemaField], for text: String) -> SchemaField? {
        guard slots(of: fields).isEmpty else { return nil }
        guard let index = fields.firstIndex(where: { $0.name == "index" }) else {
            return fields.first { $0.presence == .optional && $0.schema != .boolean }
        }
        // `02` and `+1` are not numbers of pages that anybody would print.
        if let number = Int(text), "\(number)" == text { return fields[index] }
        return fields[(index + 1)...].first { $0.schema == .identifier }
    }

    /// Returns the usage line: `usage: pagerctl pager.swipe DIRECTION [--id ID] [--[no-]animated]
    /// ...`
    static func line(of form: CommandForm) -> String {
        let fields = form.fields
        var words = ["usage: pagerctl", form.method]
        words += slots(of: fields).map { slot in
            if case .array = slot.schema { return slot.name.uppercased() + "..." }
            return slot.name.uppercased()
        }
        if slots(of: fields).isEmpty {
            if let place = optionalSlot(of: fields, for: "0") {
                let other = optionalSlot(of: fields, for: "x").map(\.name) ?? place.name
                let names = place.name == other ? [other] : [place.name, other]
                words.append("[\(names.map { $0.uppercased() }.joined(separator: "|"))]")
            }
        }
        for field in fields where field.presence == .optional || field.presence == .defaulted {
            words.append("[\(option(field))]")
        }
        if form.startsTransition {
            words.append("[\(TransitionWait.flag)] [\(CommandFlags.exitCode)]")
        }
        if fields.contains(where: { $0.presence == .rest }) { words.append("[--OPTION VALUE]...") }
        return words.joined(separator: " ")
    }

    /// Returns the second part of an error in the arguments of a command.
    static func hint(for form: CommandForm) -> String {
        line(of: form) + "\nsee pagerctl help \(form.method)"
    }

    static func option(_ field: SchemaField) -> String {
        field.schema == .boolean
            ? "--[no-]\(field.name)" : "--\(field.name) \(placeholder(field.schema))"
    }

    private static func placeholder(_ schema: Schema) -> String {
        switch schema {
        case .any: "JSON"
        case .boolean: "true|false"
        case .integer: "N"
        case .number: "NUMBER"
        case .string: "TEXT"
        case .identifier: "ID"
        case .transition: "T"
        case .enumeration(let names): names.count > 5 ? "NAME" : names.joined(separator: "|")
        case .booleanOr(let names): (["true", "false"] + names).joined(separator: "|")
        case .array(let element): "\(placeholder(element)),..."
        case .object(let fields):
            fields.map(\.name) == ["width", "height"] ? "WxH" : "JSON"
        case .dictionary, .members: "JSON"
        }
    }
}
