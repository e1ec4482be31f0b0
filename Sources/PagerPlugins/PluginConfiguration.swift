package import PagerModel

/// When a plugin's program that has ended is started again.
package enum RestartPolicy: String, FieldEnumeration, BitwiseCopyable {
    case always, onFailure, never
}

/// How long a program that keeps ending is waited for.
package struct BackOff: FieldObject, Hashable, BitwiseCopyable {
    /// Seconds before the first new start.
    package var first = 0.2
    /// Seconds that the doubling ends at.
    package var most = 30.0

    package init() {}

    package mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.defaulted("first", &first, "seconds before the first new start; then doubled")
        try visitor.defaulted("most", &most, "seconds before a new start at the most")
    }
}

/// A plugin that the daemon starts itself and keeps running.
package struct PluginConfiguration: FieldObject, Hashable {
    /// The name that it registers under; in the file it stands before the others.
    package var name = Identifier(unchecked: "plugin")
    /// The executable, found by PATH where it has no slash, and its arguments.
    package var command: [String] = []
    /// Where it runs; nil for the daemon's own folder.
    package var directory: String?
    package var environment = EnvironmentVariables()
    /// The kinds of controllers that it hosts.
    package var kinds: [Identifier] = []
    package var restart = RestartPolicy.onFailure
    package var backOff = BackOff()
    package var grants: [Grant] = []

    package init() {}

    package mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("command", &command, "the executable and its arguments")
        try visitor.optional("directory", &directory, "where it runs; from the file's folder")
        try visitor.defaulted("environment", &environment, "further variables of its environment")
        try visitor.defaulted("kinds", &kinds, "kinds of controllers that it hosts")
        try visitor.defaulted("restart", &restart, "when it is started again")
        try visitor.defaulted("backOff", &backOff, "how long it is waited for")
        try visitor.defaulted("grants", &grants, "what it may do with what is not its own")
    }

    /// Reads and checks one.
    ///
    /// - Throws: `invalidParams` or `invalidIdentifier` with the field's path.
    package init(reading value: Value) throws(CommandError) {
        guard case .object(let members) = value else {
            throw CommandError(
                .invalidParams, "expected \(Self.schema.phrase), found \(value.typeName)")
        }
        try self.init(reading: members)
        try checkCommand()
        try checkKinds()
        try checkBackOff()
    }

    private func checkCommand() throws(CommandError) {
        guard let executable = command.first, !executable.isEmpty else {
            throw CommandError(
                .invalidParams, "the executable is missing, such as [python3, plugin.py]",
                path: command.isEmpty ? "command" : "command[0]")
        }
        for (index, word) in command.enumerated() where word.utf8.contains(0) {
            throw CommandError(
                .invalidParams, "no argument can hold the character U+0000",
                path: "command[\(index)]")
        }
        if let directory, directory.isEmpty || directory.utf8.contains(0) {
            throw CommandError(
                .invalidParams, "this is no path; write . for here", path: "directory")
        }
    }

    private func checkKinds() throws(CommandError) {
        for (index, kind) in kinds.enumerated() {
            if kinds[..<index].contains(kind) {
                throw CommandError(
                    .invalidParams, "the kind \(kind) stands here twice", path: "kinds[\(index)]")
            }
            if Kinds.named(kind.text) != nil {
                throw CommandError(
                    .invalidParams, "the kind \(kind) is built in; choose another name",
                    path: "kinds[\(index)]")
            }
        }
    }

    private func checkBackOff() throws(CommandError) {
        guard backOff.first > 0, backOff.first <= Limits.seconds else {
            throw CommandError(
                .invalidParams, "seconds above 0, at most \(Limits.seconds), not \(backOff.first)",
                path: "backOff.first")
        }
        guard backOff.most >= backOff.first, backOff.most <= Limits.seconds else {
            throw CommandError(
                .invalidParams,
                "seconds from first, \(backOff.first), to \(Limits.seconds), not \(backOff.most)",
                path: "backOff.most")
        }
    }
}

extension PluginConfiguration {
    /// Refuses what two of them cannot share.
    ///
    /// - Throws: `invalidParams` with the path from the object of all: `clock.kinds[0]`.
    package static func check(_ configurations: [PluginConfiguration]) throws(CommandError) {
        var owners: [Identifier: Identifier] = [:]
        for configuration in configurations {
            for (index, kind) in configuration.kinds.enumerated() {
                if let owner = owners.updateValue(configuration.name, forKey: kind) {
                    throw CommandError(
                        .invalidParams, "the plugin \(owner) has the kind \(kind) already",
                        path: "\(configuration.name).kinds[\(index)]")
                }
            }
        }
    }
}
