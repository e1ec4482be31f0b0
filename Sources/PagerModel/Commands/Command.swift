/// A method of the wire protocol. The type says everything about it: its name, its parameters and
/// its result, who may send it, and what the daemon does with a request. Each property that has a
/// default has the safe one.
public protocol Command: Fields {
    /// The members of the result. None by default.
    associatedtype Reply: Fields = NoFields
    static var method: String { get }
    /// One sentence that describes the command's effect.
    static var summary: String { get }
    /// The errors of this method, beyond those that every method may return. None by default.
    static var errors: [ErrorName] { get }
    /// Whether the method only reads the state. False by default. If true, every client and plugin
    /// may call the method, and the journal does not record the calls. So the method must not
    /// change the state, because the change would be lost at a restart.
    static var onlyReads: Bool { get }
    /// The permission that a plugin needs to call the method. It also determines the role that
    /// other clients need. Nil by default: none for a method that only reads, the `grant` of the
    /// kind for another command of a kind, and `administer` for any other command.
    static var access: Access? { get }
    /// The lowest role of the clients that may call the method, even if it needs no permission.
    static var leastRole: Role { get }
    /// Whether the journal records the calls. By default, it records those of methods that do not
    /// only read. A method may be left out if a restart ends its effect, or must not repeat it.
    static var isRecorded: Bool { get }
    /// Whether only a plugin may send the command, over the plugins socket. False by default.
    static var isOnlyForPlugins: Bool { get }
    /// Whether a client may send a request again if it got no reply. True by default: the daemon
    /// remembers the replies to requests with a client name.
    static var isRepeatable: Bool { get }
    /// The member of the result that is a list which clients may request in pages; see `ListRange`.
    /// Nil by default.
    static var pagedList: String? { get }
}

extension Command {
    public static var errors: [ErrorName] { [] }
    public static var onlyReads: Bool { false }
    public static var access: Access? { nil }
    public static var leastRole: Role { .observe }
    public static var isRecorded: Bool { !onlyReads }
    public static var isOnlyForPlugins: Bool { false }
    public static var isRepeatable: Bool { true }
    public static var pagedList: String? { nil }
}

/// All commands of the built-in families and kinds, for clients of the daemon.
public enum CommandList {
    /// All commands in the order of the protocol reference.
    public static let all: [any Command.Type] =
        ofService + WindowCommands.all + ControllerCommands.all + ModalCommands.all
        + ViewCommands.all + TransitionCommands.all + Kinds.all.flatMap { $0.commands }

    /// The commands that the daemon executes outside of the engine.
    package static let ofService = ServerCommands.all + ScreenCommands.all + PluginCommands.all

    /// The commands that every scene executes, whatever kinds it has.
    package static let ofScenes =
        WindowCommands.all + ControllerCommands.all + ViewCommands.all + TransitionCommands.all
        + ModalCommands.all

    private static let byMethod = Dictionary(
        uniqueKeysWithValues: all.map { (TextKey($0.method), $0) })

    /// Returns the built-in command with a method's name, or nil if there is none.
    public static func named(_ method: String) -> (any Command.Type)? { byMethod[TextKey(method)] }
}

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
