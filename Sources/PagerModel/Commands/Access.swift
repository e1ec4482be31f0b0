/// A permission in a plugin's configuration, beyond changing the controllers that it hosts.
public enum Grant: String, FieldEnumeration, BitwiseCopyable {
    case create, content, select, navigate, present, contain, window, transition, decide
    case administer

    /// What the grant permits, for the protocol reference.
    package var summary: String {
        switch self {
        case .create: "create and destroy controllers"
        case .content: "change options and content; report books, forget screens"
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

    /// The permission that a command requires: what it declares, or the default; see
    /// `Command.access`.
    ///
    /// - Parameter kinds: The controller kinds that can declare the command.
    public init(_ command: any Command.Type, kinds: [any KindDeclaration.Type] = Kinds.all) {
        if let declared = command.access {
            self = declared
        } else if command.onlyReads {
            self = .free
        } else {
            let kind = kinds.first { $0.commands.contains { $0 == command } }
            self = .grant(kind?.grant ?? .administer)
        }
    }
}

/// The role of a client, which determines its permissions. Each role includes the permissions of
/// the preceding roles.
public enum Role: String, FieldEnumeration, BitwiseCopyable, Comparable {
    /// The client may read the state and receive events.
    case observe
    /// The client may change the state and register as a plugin.
    case drive
    /// The client may advance the clock, remove disconnected plugins and stop the daemon.
    case administer

    public static func < (one: Role, other: Role) -> Bool { one.rank < other.rank }

    private var rank: Int {
        switch self {
        case .observe: 0
        case .drive: 1
        case .administer: 2
        }
    }

    /// The role that a client needs to send a command. For a batch, the role is `drive`, although a
    /// command in the batch may require a higher role.
    ///
    /// - Parameter kinds: The controller kinds that can declare the command.
    public init(
        neededFor command: any Command.Type, kinds: [any KindDeclaration.Type] = Kinds.all
    ) {
        switch Access(command, kinds: kinds) {
        case .free: self = command.leastRole
        case .grant(.administer): self = .administer
        case .grant, .hosted, .batch: self = .drive
        }
    }
}
