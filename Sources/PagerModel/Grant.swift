/// A permission in a plugin's configuration, beyond changing the controllers that it hosts.
public enum Grant: String, FieldEnumeration, BitwiseCopyable {
    case create, content, select, navigate, present, contain, window, transition, decide
    case administer

    /// What the grant permits, for the protocol reference.
    package var summary: String {
        switch self {
        case .create: "create and destroy controllers"
        case .content: "change options and content; report books"
        case .select: "turn pages, select tabs, change columns"
        case .navigate: "push and pop"
        case .present: "present and dismiss"
        case .contain: "add and remove children, move views, set `on`"
        case .window: "create and resize windows, set their roots"
        case .transition: "control transitions, define styles"
        case .decide: "declare decisions about controllers of others"
        case .administer: "advance the clock, remove disconnected plugins, stop the daemon"
        }
    }
}

/// The permission that a plugin needs to call a method.
public enum Access: Hashable, Sendable {
    /// The method requires no permission, because it only reads the state, or because its effects
    /// are limited to the plugin that calls it.
    case free
    case grant(Grant)
    /// The method requires the given permission for a controller that the calling plugin does not
    /// host.
    case hosted(Grant)
    /// The method is `batch`. Each command in the batch requires its own permission.
    case batch

    /// Determines the permission that a command requires, from the command's declaration.
    ///
    /// - Parameter kinds: The controller kinds whose names can be prefixes of methods.
    public init(_ command: any Command.Type, kinds: [any KindDeclaration.Type] = Kinds.all) {
        self = command.onlyReads ? .free : Access(method: command.method, kinds: kinds)
    }

    /// Determines the permission that a method requires, from its name alone. A method of an added
    /// kind is treated as one that changes the state, because its name does not show whether it
    /// only reads. A method with an unknown prefix requires `administer`.
    ///
    /// - Parameter kinds: The controller kinds whose names can be prefixes of methods.
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

    /// The built-in methods that require a different permission from the other methods with the
    /// same prefix.
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
