/// A permission of a plugin beyond the controllers that it hosts. The plugin's configuration grants
/// it.
public enum Grant: String, FieldEnumeration, BitwiseCopyable {
    /// The plugin may create and destroy controllers of kinds that it does not host.
    case create
    /// The plugin may change options and content of controllers that it does not host.
    case content
    /// The plugin may turn pages and select tabs.
    case select
    /// The plugin may push and pop controllers.
    case navigate
    /// The plugin may present and dismiss controllers.
    case present
    /// The plugin may add children, move views and send appearance callbacks.
    case contain
    /// The plugin may create and resize windows, and set their roots.
    case window
    /// The plugin may control transitions and define styles.
    case transition
    /// The plugin may decide about controllers that it does not host.
    case decide
    /// The plugin may advance the clock, remove disconnected plugins and stop the daemon.
    case administer
}

/// The permission that a method requires from a plugin.
public enum Access: Hashable, Sendable {
    /// No permission, because the method only reads or concerns the plugin itself.
    case free
    case grant(Grant)
    /// No permission if the plugin hosts the controller, otherwise the given permission.
    case hosted(Grant)
    /// The permissions of the commands in the batch.
    case batch

    /// Creates the required permission of a command from its declaration.
    ///
    /// - Parameter kinds: The kinds whose commands exist.
    public init(_ command: any Command.Type, kinds: [any KindDeclaration.Type] = Kinds.all) {
        self = command.onlyReads ? .free : Access(method: command.method, kinds: kinds)
    }

    /// Creates the required permission of a method from its name alone. The name does not show
    /// whether a method of an added kind only reads. A method with an unknown prefix requires
    /// `administer`.
    ///
    /// - Parameter kinds: The kinds whose commands exist.
    public init(method: String, kinds: [any KindDeclaration.Type] = Kinds.all) {
        if let known = Self.exceptions[TextKey(method)] {
            self = known
            return
        }
        // The text comes from a client: it may be empty or consist of dots.
        let dot = method.utf8.firstIndex(of: UInt8(ascii: ".")) ?? method.endIndex
        let family = TextKey(String(method[..<dot]))
        self =
            Self.families[family]
            ?? .grant(kinds.first { TextKey($0.name.description) == family }?.grant ?? .administer)
    }

    private static let families: [TextKey: Access] = [
        "window": .grant(.window), "controller": .grant(.contain), "view": .grant(.contain),
        "transition": .grant(.transition), "modal": .grant(.present),
    ]

    /// The built-in methods whose required permission differs from that of methods with the same
    /// prefix.
    private static let exceptions: [TextKey: Access] = {
        var exceptions: [TextKey: Access] = [
            "controller.create": .hosted(.create), "controller.destroy": .hosted(.create),
            "controller.update": .hosted(.content), "view.set": .hosted(.contain),
            "batch": .batch, "plugin.register": .free, "plugin.heartbeat": .free,
            "plugin.controllers": .free, "server.reportBook": .grant(.content),
            "screen.report": .free,
        ]
        for command in CommandList.all where command.onlyReads {
            exceptions[TextKey(command.method)] = .free
        }
        return exceptions
    }()
}
