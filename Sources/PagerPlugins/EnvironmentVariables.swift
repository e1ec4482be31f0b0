package import PagerModel

/// The environment variables that a plugin's configuration sets for its program.
package struct EnvironmentVariables: FieldValue, Hashable {
    /// The names of variables that the daemon sets.
    package static let own = [
        "PAGERD_PLUGINS", "PAGERD_COMMAND", "PAGERD_EVENTS", "PAGERD_PLUGIN", ProgramMark.name,
    ]

    package struct Variable: Hashable, Sendable {
        package var name: String
        package var text: String
    }

    package var values: [Variable] = []

    package init() {}

    package static var schema: Schema { .members }

    package init(reading value: Value) throws(CommandError) {
        guard case .object(let members) = value else {
            throw CommandError(
                .invalidParams, "expected \(Self.schema.phrase), found \(value.typeName)")
        }
        for member in members {
            do throws(CommandError) {
                try Self.check(name: member.name)
                let text = try String(reading: member.value)
                guard !text.utf8.contains(0) else {
                    throw CommandError(
                        .invalidParams, "a variable cannot contain the character U+0000")
                }
                values.append(Variable(name: member.name, text: text))
            } catch {
                throw error.inside(member.name)
            }
        }
    }

    private static func check(name: String) throws(CommandError) {
        guard !name.isEmpty, !name.utf8.contains(0), !name.utf8.contains(UInt8(ascii: "=")) else {
            throw CommandError(.invalidParams, "a variable cannot be called \(quoted(name))")
        }
        guard !own.contains(name) else {
            throw CommandError(.invalidParams, "the daemon itself sets \(name); omit it")
        }
    }

    package func write<W: ValueWriter>(to writer: inout W) {
        writer.beginObject()
        for variable in values {
            writer.key(variable.name)
            writer.string(variable.text)
        }
        writer.endObject()
    }
}
