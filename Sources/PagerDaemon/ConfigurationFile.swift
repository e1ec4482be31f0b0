internal import PagerBook
internal import PagerModel
internal import PagerPlugins
internal import PagerServer

/// Options of the daemon in a file: `name: hall`, `clock: manual`, `insecure-tcp: true`, and those
/// that may be repeated as a list, `allow: [/srv/photos]`; and the plugins that it starts.
///
/// ```yaml
/// plugins:
///   clock:
///     command: [python3, -m, pagerd_client.plugins.clock]
///     directory: .                # seen from this file; where left out, the file's folder
///     environment: {TZ: UTC}
///     kinds: [clock]
///     restart: onFailure          # always, onFailure or never
///     backOff: {first: 0.2, most: 30}
///     grants: [content, select]
/// ```
struct ConfigurationFile {
    private let document: Document

    /// The file named in the arguments, nil for none.
    ///
    /// - Throws: `DocumentProblem`.
    init?(namedIn arguments: [String]) throws {
        guard let path = Self.path(in: arguments) else { return nil }
        try self.init(path: path)
    }

    /// - Throws: `DocumentProblem`.
    init(path: String) throws {
        document = try Document.read(path: path, atMost: Self.mostBytes)
        guard document.value.members != nil else {
            throw document.problem(
                CommandError(.invalidParams, "options by their names, such as `name: hall`"))
        }
        // The parser of arguments compares an unknown name with each known one, letter by letter.
        try document.check(members: Self.options + [Self.plugins], of: "a configuration")
    }

    /// Bytes of the file.
    private static let mostBytes = 256 << 10
    /// Bytes of one option's value: no path is longer.
    private static let mostValueBytes = 4_096
    /// Values of an option that may be given several times.
    private static let mostValues = 256

    /// All options of the command line but those that only it can have.
    static let options = [
        "name", "command", "events", "insecure-tcp", "key", "access", "audit", "clock", "uikit",
        "book", "allow", "journal", "journal-sync", "journal-growth", "recover", "retain",
        "log-level", "log-format",
    ]

    /// The last one: that is the one whose options count.
    private static func path(in arguments: [String]) -> String? {
        for (index, argument) in arguments.enumerated().reversed() {
            if argument == "--config" { return arguments.dropFirst(index + 1).first }
            if argument.hasPrefix("--config=") { return String(argument.dropFirst(9)) }
        }
        return nil
    }

    /// The options as arguments.
    ///
    /// - Throws: `DocumentProblem` for what is no option.
    func arguments() throws -> [String] {
        let members = document.value.members ?? []
        return try members.filter { $0.name != Self.plugins }.flatMap { member in
            guard Self.repeated.contains(member.name), let values = member.value.array else {
                return try argument(member, at: member.name)
            }
            guard values.count <= Self.mostValues else {
                throw document.problem(
                    CommandError(
                        .invalidParams,
                        "at most \(Self.mostValues) values, these are \(values.count)",
                        path: member.name))
            }
            return try values.enumerated().flatMap { index, value in
                try argument(.init(member.name, value), at: "\(member.name)[\(index)]")
            }
        }
    }

    /// Options that may be given several times.
    private static let repeated: TextSet = ["allow"]

    private func argument(_ member: Value.Member, at path: String) throws -> [String] {
        switch member.value {
        case .bool(let flag): flag ? ["--\(member.name)"] : []
        case .string(let text) where text.utf8.count <= Self.mostValueBytes:
            ["--\(member.name)=\(text)"]
        case .string(let text):
            throw document.problem(
                CommandError(
                    .invalidParams,
                    "at most \(Self.mostValueBytes) bytes, these are \(text.utf8.count)", path: path
                ))
        case .integer(let number): ["--\(member.name)=\(number)"]
        case .null, .number, .array, .object:
            throw document.problem(
                CommandError(
                    .invalidParams,
                    "expected a text, an integer or true, found \(member.value.typeName)",
                    path: path))
        }
    }

    private static let plugins = "plugins"

    /// The plugins that the daemon starts.
    ///
    /// - Throws: `DocumentProblem`.
    func plugins() throws -> [PluginConfiguration] {
        if document.value[Self.plugins]?.string != nil {
            throw document.problem(
                CommandError(
                    .invalidParams,
                    "here stand programs by their names; the endpoint of the socket is an option "
                        + "of the command line, --plugins", path: Self.plugins))
        }
        let read = try document.read(
            eachOf: Self.plugins, as: PluginConfiguration.self, called: "a plugin")
        var configurations: [PluginConfiguration] = []
        for (name, value) in read {
            var configuration = value
            configuration.name = name
            configuration.directory = fromFolder(value.directory ?? ".")
            configurations.append(configuration)
        }
        do {
            try PluginConfiguration.check(configurations)
        } catch {
            throw document.problem(error.inside(Self.plugins))
        }
        return configurations
    }

    /// A path that is seen from the folder of the file.
    private func fromFolder(_ path: String) -> String {
        guard !path.hasPrefix("/"), let slash = document.name.lastIndex(of: "/") else {
            return path
        }
        let folder = document.name[...slash]
        return path == "." ? String(folder) : folder + path
    }
}
