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
