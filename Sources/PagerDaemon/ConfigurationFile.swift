internal import PagerBook
internal import PagerModel
internal import PagerPlugins
internal import PagerServer

/// The configuration file of the daemon. It contains options, such as `name: hall`, `clock: manual`
/// or `insecure-tcp: true`, and the plugin processes that the daemon starts. The value of an option
/// that may be repeated can be a list: `allow: [/srv/photos]`.
///
/// ```yaml
/// plugins:
///   clock:
///     command: [python3, -m, pagerd_client.plugins.clock]
///     directory: .                # relative to this file's folder, which is the default
///     environment: {TZ: UTC}
///     kinds: [clock]
///     restart: onFailure          # always, onFailure or never
///     backOff: {first: 0.2, most: 30}
///     grants: [content, select]
/// ```
struct ConfigurationFile {
    private let document: Document

    /// Reads the file at the path in the option `--config`. Returns nil if the arguments have no
    /// such option.
    ///
    /// - Throws: `DocumentProblem`, for example if the file cannot be read.
    init?(namedIn arguments: [String]) throws {
        guard let path = Self.path(in: arguments) else { return nil }
        try self.init(path: path)
    }

    /// Reads a configuration file.
    ///
    /// - Throws: `DocumentProblem`, for example if the file cannot be read.
    init(path: String) throws {
        document = try Document.read(path: path, atMost: Self.mostBytes)
        guard document.value.members != nil else {
            throw document.problem(
                CommandError(
                    .invalidParams, "expected an object with options, such as `name: hall`"))
        }
        // Without this check, the argument parser compares an unknown name with each known one by
        // letters, which is slow for long names.
        try document.check(members: Self.options + [Self.plugins], of: "a configuration")
    }

    /// The size limit of the file, in bytes.
    private static let mostBytes = 256 << 10
    /// The size limit of one option's value, in bytes. It equals the maximum length of a path on
    /// Linux.
    private static let mostValueBytes = 4_096
    /// The maximum number of values of a repeatable option.
    private static let mostValues = 256

    /// The command line options that a configuration file may also set.
    static let options = [
        "name", "command", "events", "local", "insecure-tcp", "key", "access", "audit", "clock",
        "epoch", "uikit", "book", "allow", "journal", "journal-sync", "journal-growth", "recover",
        "retain", "log-level", "log-format",
    ]

    /// Returns the value of the last `--config` option, which takes precedence over earlier ones.
    private static func path(in arguments: [String]) -> String? {
        for (index, argument) in arguments.enumerated().reversed() {
            if argument == "--config" { return arguments.dropFirst(index + 1).first }
            if argument.hasPrefix("--config=") { return String(argument.dropFirst(9)) }
        }
        return nil
    }

    /// Returns the options of the file as command line arguments.
    ///
    /// - Throws: `DocumentProblem`, for example if an option has a value of the wrong type.
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
                        "must have at most \(Self.mostValues) values, got \(values.count)",
                        path: member.name))
            }
            return try values.enumerated().flatMap { index, value in
                try argument(.init(member.name, value), at: "\(member.name)[\(index)]")
            }
        }
    }

    /// The options that may be repeated.
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
                    "must have at most \(Self.mostValueBytes) bytes, got \(text.utf8.count)",
                    path: path
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

    /// Returns the configurations of the plugin processes.
    ///
    /// - Throws: `DocumentProblem` with the position of the first mistake.
    func plugins() throws -> [PluginConfiguration] {
        if document.value[Self.plugins]?.string != nil {
            throw document.problem(
                CommandError(
                    .invalidParams,
                    "must be an object with programs by name; the command line option --plugins "
                        + "sets the endpoint of the plugins socket", path: Self.plugins))
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

    /// Resolves a relative path against the folder of the configuration file.
    private func fromFolder(_ path: String) -> String {
        guard !path.hasPrefix("/"), let slash = document.name.lastIndex(of: "/") else {
            return path
        }
        let folder = document.name[...slash]
        return path == "." ? String(folder) : folder + path
    }
}
