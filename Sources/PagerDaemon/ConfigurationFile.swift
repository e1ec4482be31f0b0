internal import PagerBook
internal import PagerModel
internal import PagerServer

/// Options of the daemon in a file: `name: hall`, `clock: manual`, `insecure-tcp: true`.
enum ConfigurationFile {
    /// The file's options as arguments; none where no file is named.
    ///
    /// - Throws: `DocumentProblem`, or `StartProblem` for what is no option.
    static func arguments(namedIn arguments: [String]) throws -> [String] {
        guard let path = path(in: arguments) else { return [] }
        let document = try Document.read(path: path)
        guard let members = document.value.members else {
            throw StartProblem("\(path): options by their names, such as `name: hall`")
        }
        return try members.flatMap { try argument($0, path) }
    }

    private static func path(in arguments: [String]) -> String? {
        for (index, argument) in arguments.enumerated() {
            if argument == "--config" { return arguments.dropFirst(index + 1).first }
            if argument.hasPrefix("--config=") { return String(argument.dropFirst(9)) }
        }
        return nil
    }

    private static func argument(_ member: Value.Member, _ path: String) throws -> [String] {
        switch member.value {
        case .bool(let flag): flag ? ["--\(member.name)"] : []
        case .string(let text): ["--\(member.name)=\(text)"]
        case .integer(let number): ["--\(member.name)=\(number)"]
        case .null, .number, .array, .object:
            throw StartProblem(
                "\(path): \(member.name) is a text, a number or true, not "
                    + member.value.typeName)
        }
    }
}
