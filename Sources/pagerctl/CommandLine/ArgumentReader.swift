internal import PagerModel
internal import PagerWire

/// A parser of a command's arguments on the command line. The command's declaration determines the
/// valid arguments.
struct ArgumentReader {
    private let form: CommandForm
    private var params: [Value.Member] = []

    private init(_ form: CommandForm) { self.form = form }

    private var fields: [SchemaField] { form.fields }

    /// Parses the arguments of a command and returns its parameters.
    ///
    /// - Parameter standIn: A word that is accepted in place of a transition's id, because the
    ///   transition does not exist yet.
    /// - Throws: `Failure` with exit status 64 and the usage of the command, before anything is
    ///   sent.
    static func read(
        _ arguments: [String], for form: CommandForm, standIn: String? = nil
    ) throws(Failure) -> [Value.Member] {
        var reader = ArgumentReader(form)
        try reader.place(try reader.options(arguments))
        try reader.check(standIn: standIn)
        return reader.params
    }

    private func usage(_ text: String) -> Failure { .usage(text, Usage.hint(for: form)) }

    /// Returns the declared field that an option sets. If there is none and the command accepts
    /// controller options, returns the controller option with the name. Otherwise returns nil.
    private func field(_ name: String) -> SchemaField? {
        if let found = fields.first(where: { $0.name == name && $0.presence != .rest }) {
            return found
        }
        return takesRest ? OptionFields.named(name) : nil
    }

    private func unknown(_ option: String) -> String {
        let names = fields.filter { $0.presence != .rest }.flatMap { field in
            field.schema == .boolean
                ? ["--\(field.name)", "--no-\(field.name)"] : ["--\(field.name)"]
        }
        return "there is no option \(option)"
            + Hint.option(option, among: names + GlobalOptions.flags)
    }

    private var takesRest: Bool { fields.contains { $0.presence == .rest } }

    /// Parses all options among the arguments, and returns the positional arguments.
    private mutating func options(_ arguments: [String]) throws(Failure) -> [String] {
        var positions: [String] = []
        var index = 0
        while index < arguments.count {
            let argument = arguments[index]
            index += 1
            if argument == "--" {
                positions += arguments[index...]
                break
            }
            guard argument.hasPrefix("-"), argument.count > 1, Double(argument) == nil else {
                positions.append(argument)
                continue
            }
            guard argument.hasPrefix("--") else { throw usage(unknown(argument)) }
            try option(String(argument.dropFirst(2)), arguments, &index)
        }
        return positions
    }

    private mutating func option(
        _ option: String, _ arguments: [String], _ index: inout Int
    ) throws(Failure) {
        let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        var text = parts.count == 2 ? String(parts[1]) : nil
        if name.hasPrefix("no-"), field(name) == nil, let flag = field(String(name.dropFirst(3))),
            flag.schema == .boolean
        {
            return set(flag, false)
        }
        let declared = field(name)
        if let declared, declared.schema == .boolean, text == nil {
            return set(declared, true)
        }
        guard declared != nil || takesRest else { throw usage(unknown("--\(name)")) }
        if text == nil, index < arguments.count {
            text = arguments[index]
            index += 1
        }
        guard let text else { throw usage("--\(name) needs a value") }
        var isList = false
        if case .array = declared?.schema { isList = true }
        guard isList || !params.contains(where: { $0.name == name }) else {
            throw usage("--\(name) is given twice")
        }
        guard let declared else {
            params.append(.init(name, FieldText.loose(text)))
            return
        }
        try set(declared, text)
    }

    private mutating func set(_ field: SchemaField, _ text: String) throws(Failure) {
        do {
            set(field, try FieldText.value(text, field))
        } catch {
            // An additional kind may have an option with the same name and a different type.
            guard OptionFields.isOfKind(field), !fields.contains(field) else {
                throw usage("\(field.name): \(error.text)")
            }
            set(field, FieldText.loose(text))
        }
    }

    /// Sets a parameter of the command. If the parameter is already set and is a list, the new list
    /// is appended to the old one. Any other new value, such as that of a repeated flag, replaces
    /// the old value.
    private mutating func set(_ field: SchemaField, _ value: Value) {
        guard let index = params.firstIndex(where: { $0.name == field.name }) else {
            params.append(.init(field.name, value))
            return
        }
        if case .array = field.schema, let old = params[index].value.array, let new = value.array {
            params[index].value = .array(old + new)
        } else {
            params[index].value = value
        }
    }

    /// Assigns positional arguments to the required fields in the order of their declaration. In a
    /// command without required fields, the only positional argument sets an optional field.
    private mutating func place(_ arguments: [String]) throws(Failure) {
        let slots = Usage.slots(of: fields).filter { slot in
            !params.contains { $0.name == slot.name }
        }
        var rest = arguments[...]
        for (index, slot) in slots.enumerated() {
            guard !rest.isEmpty else { return }
            if case .array = slot.schema, index == slots.count - 1 {
                for text in rest { try set(slot, text) }
                return
            }
            try set(slot, rest.removeFirst())
        }
        guard let text = rest.popFirst() else { return }
        guard let slot = Usage.optionalSlot(of: fields, for: text),
            !params.contains(where: { $0.name == slot.name })
        else { throw unexpected(text, after: arguments) }
        try set(slot, text)
        if let more = rest.first { throw unexpected(more, after: arguments) }
    }

    private func unexpected(_ text: String, after arguments: [String]) -> Failure {
        // kubectl's `get pod NAME`: here an id needs no kind.
        let kinds = Kinds.names + ["pages", "window", "controller"]
        let hasKind = arguments.count == 2 && kinds.contains(arguments[0])
        let short = form.type == ServerDescribe.self ? "get" : form.method
        return usage(
            "unexpected argument \"\(text)\"; "
                + (hasKind ? "an id needs no kind: pagerctl \(short) \(text)" : "remove it"))
    }

    /// Checks the parameters against the declaration of the command, in the same way as the daemon.
    private func check(standIn: String?) throws(Failure) {
        let example = Value.string("t1")
        let known = params.map { member in
            standIn.map { member.value == .string($0) } ?? false
                ? Value.Member(member.name, example) : member
        }
        do {
            try form.check(known)
        } catch {
            guard let path = error.path else { throw usage(error.message) }
            let options = OptionFields.groups.flatMap { $0.fields.map(\.name) }
            let isUnknown = takesRest && field(path) == nil
            let question = isUnknown ? Spelling.question(about: path, among: options) : ""
            throw usage("\(path): \(error.message)\(question)")
        }
    }
}

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

/// The declared options of controllers.
enum OptionFields {
    /// The groups of options: first the options that every controller has, then the options of each
    /// controller kind. In completions, each description of an option begins with the `mark` of the
    /// option's group, such as `pager: `.
    static let groups: [(title: String, mark: String, fields: [SchemaField])] =
        [("OPTIONS of every controller", "", ControllerOptions.declaration)]
        + Kinds.all.map {
            ("OPTIONS of the kind \($0.name)", "\($0.name): ", $0.options.declaration)
        }

    static func named(_ name: String) -> SchemaField? {
        groups.lazy.flatMap(\.fields).first { $0.name == name }
    }

    /// Returns whether only some kinds of controllers have the option.
    static func isOfKind(_ field: SchemaField) -> Bool {
        groups.dropFirst().contains { $0.fields.contains(field) }
    }

    /// Checks that the options of a new controller exist for its kind and have the right types.
    /// Options of kinds that are not built-in are not checked.
    ///
    /// - Throws: `invalidParams` with the option as its path.
    static func check(_ command: ControllerCreate) throws(CommandError) {
        guard let kind = Kinds.named(command.kind) else { return }
        try check(command.options, kind.options)
    }

    private static func check<Own: Fields>(
        _ members: [Value.Member], _: Own.Type
    ) throws(CommandError) {
        var decoder = FieldDecoder(members)
        var general = ControllerOptions()
        try general.read(from: &decoder)
        var own = Own()
        try own.read(from: &decoder)
        try decoder.finish()
    }
}
