package import PagerModel

/// The policy for restarting a plugin's program after its end.
package enum RestartPolicy: String, FieldEnumeration, BitwiseCopyable {
    case always, onFailure, never
}

/// The delays before restarts of a program that fails repeatedly.
package struct BackOff: FieldObject, Hashable, BitwiseCopyable {
    /// The delay before the first restart, in seconds.
    package var first = 0.2
    /// The maximum delay in seconds. The delay doubles with each restart until it reaches this
    /// maximum.
    package var most = 30.0

    package init() {}

    package mutating func visit(_ v: inout some FieldVisitor) {
        v.field("first", &first, "seconds before the first restart, then doubled")
        v.field("most", &most, "maximum seconds before a restart")
    }
}

/// A plugin that the daemon starts and restarts.
package struct PluginConfiguration: FieldObject, Hashable {
    /// The name under which the plugin registers. In the configuration file, it is the key of the
    /// plugin's entry.
    package var name = Identifier(unchecked: "plugin")
    /// The executable and its arguments. An executable without a slash is looked up in PATH.
    package var command: [String] = []
    /// The working directory. Nil for the daemon's own.
    package var directory: String?
    package var environment = EnvironmentVariables()
    /// The controller kinds that the plugin hosts.
    package var kinds: [Identifier] = []
    package var restart = RestartPolicy.onFailure
    package var backOff = BackOff()
    package var grants: [Grant] = []

    package init() {}

    package mutating func visit(_ v: inout some FieldVisitor) {
        v.required("command", &command, "the executable and its arguments")
        v.field("directory", &directory, "working directory, relative to the file's folder")
        v.field("environment", &environment, "additional environment variables")
        v.field("kinds", &kinds, "the kinds that it hosts")
        v.field("restart", &restart, "when the daemon restarts the program")
        v.field("backOff", &backOff, "the delays before restarts")
        v.field("grants", &grants, "permissions beyond its own controllers")
    }

    /// Parses and checks the configuration of one plugin.
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
                .invalidParams,
                "the executable is missing; give a list such as [python3, plugin.py]",
                path: command.isEmpty ? "command" : "command[0]")
        }
        for (index, word) in command.enumerated() where word.utf8.contains(0) {
            throw CommandError(
                .invalidParams, "an argument cannot contain the character U+0000",
                path: "command[\(index)]")
        }
        if let directory, directory.isEmpty || directory.utf8.contains(0) {
            throw CommandError(
                .invalidParams, "this is not a path; write . for the current folder",
                path: "directory")
        }
    }

    private func checkKinds() throws(CommandError) {
        for (index, kind) in kinds.enumerated() {
            if kinds[..<index].contains(kind) {
                throw CommandError(
                    .invalidParams, "the kind \(kind) is listed twice", path: "kinds[\(index)]")
            }
            if Kinds.named(kind.text) != nil {
                throw CommandError(
                    .invalidParams, "the kind \(kind) is built into pagerd; choose another name",
                    path: "kinds[\(index)]")
            }
        }
    }

    private func checkBackOff() throws(CommandError) {
        guard backOff.first > 0, backOff.first <= Limits.seconds else {
            throw CommandError(
                .invalidParams,
                "must be above 0 and at most \(Limits.seconds) s, got \(backOff.first)",
                path: "backOff.first")
        }
        guard backOff.most >= backOff.first, backOff.most <= Limits.seconds else {
            throw CommandError(
                .invalidParams,
                "must be between first, \(backOff.first), and \(Limits.seconds) s, got "
                    + "\(backOff.most)",
                path: "backOff.most")
        }
    }
}

extension PluginConfiguration {
    /// Checks that no controller kind is in the configurations of two plugins.
    ///
    /// - Throws: `invalidParams` with the path of the kind in the second plugin, such as
    ///   `clock.kinds[0]`.
    package static func check(_ configurations: [PluginConfiguration]) throws(CommandError) {
        var owners: [Identifier: Identifier] = [:]
        for configuration in configurations {
            for (index, kind) in configuration.kinds.enumerated() {
                if let owner = owners.updateValue(configuration.name, forKey: kind) {
                    throw CommandError(
                        .invalidParams, "the plugin \(owner) already hosts the kind \(kind)",
                        path: "\(configuration.name).kinds[\(index)]")
                }
            }
        }
    }
}
