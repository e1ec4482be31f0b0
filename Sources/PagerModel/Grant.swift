/// A permission of a plugin beyond the controllers that it hosts. The plugin's configuration grants
/// it.
public enum Grant: String, FieldEnumeration, BitwiseCopyable {
    /// Creates and destroys controllers of kinds that the plugin does not host.
    case create
    /// Changes options and content of controllers that the plugin does not host.
    case content
    /// Turns pages and selects tabs.
    case select
    /// Pushes and pops controllers.
    case navigate
    /// Presents and dismisses controllers.
    case present
    /// Adds children, moves views and sends appearance callbacks.
    case contain
    /// Creates and resizes windows, and sets their roots.
    case window
    /// Controls transitions and defines styles.
    case transition
    /// Decides about controllers that the plugin does not host.
    case decide
    /// Advances the clock, forgets plugins, stops the daemon.
    case administer
}

/// The permission that a method requires from a plugin.
public enum Access: Hashable, Sendable {
    /// No permission: the method only reads, or concerns the plugin itself.
    case free
    case grant(Grant)
    /// No permission for controllers that the plugin hosts, otherwise a grant.
    case hosted(Grant)
    /// The permissions of the commands in the batch.
    case batch

    /// Creates the required permission of a command from its declaration.
    ///
    /// - Parameter kinds: The kinds whose commands exist.
    public init(_ command: any Command.Type, kinds: [any KindDeclaration.Type] = Kinds.all) {
        self = command.onlyReads ? .free : Access(method: command.method, kinds: kinds)
    }

    /// Creates the required permission of a method from its name. For methods of added kinds the
    /// name does not tell whether they only read, and an unknown family requires `administer`.
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
