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
