/// What a plugin may do beyond the controllers it hosts; its configuration gives it.
public enum Grant: String, FieldEnumeration, BitwiseCopyable {
    /// Make and destroy controllers of kinds that it does not host.
    case create
    /// Change options and content of controllers that it does not host.
    case content
    /// Turn pages and select tabs.
    case select
    /// Push and pop.
    case navigate
    /// Present and dismiss.
    case present
    /// Contain, move views, drive appearance.
    case contain
    /// Make, resize and fill windows.
    case window
    /// Move, finish and cancel transitions; define styles.
    case transition
    /// Decide about controllers that it does not host.
    case decide
    /// Advance the clock, forget plugins, end the daemon.
    case administer
}

/// What a method needs from a plugin that calls it.
public enum Access: Hashable, Sendable {
    /// Nothing: it only reads, or is about the plugin itself.
    case free
    case grant(Grant)
    /// Nothing on controllers that the plugin hosts, else a grant.
    case hosted(Grant)
    /// What the commands inside need.
    case batch

    /// What a command needs by its declaration.
    ///
    /// - Parameter kinds: those whose commands there are.
    public init(_ command: any Command.Type, kinds: [any KindDeclaration.Type] = Kinds.all) {
        self = command.onlyReads ? .free : Access(method: command.method, kinds: kinds)
    }

    /// By the name of a method alone: of those of every daemon, what they declare. Of others the
    /// name does not tell whether they only read, and a family that is not known needs the most.
    ///
    /// - Parameter kinds: those whose commands there are.
    public init(method: String, kinds: [any KindDeclaration.Type] = Kinds.all) {
        if let known = Self.exceptions[TextKey(method)] {
            self = known
            return
        }
        // A peer chooses the text: it may be empty, or nothing but dots.
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

    /// The methods of every daemon that need something else than their family.
    private static let exceptions: [TextKey: Access] = {
        var exceptions: [TextKey: Access] = [
            "controller.create": .hosted(.create), "controller.destroy": .hosted(.create),
            "controller.update": .hosted(.content), "view.set": .hosted(.contain),
            "batch": .batch, "plugin.register": .free, "plugin.heartbeat": .free,
            "plugin.controllers": .free,
        ]
        for command in CommandList.all where command.onlyReads {
            exceptions[TextKey(command.method)] = .free
        }
        return exceptions
    }()
}
