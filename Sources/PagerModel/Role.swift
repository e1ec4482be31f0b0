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

    /// Creates the role that a client needs to call the given method. The method's name alone
    /// determines the required permission; see `Access`.
    public init(neededFor method: String) {
        self.init(neededFor: method, Access(method: method))
    }

    /// Creates the role that a client needs to call the given method, which requires the permission
    /// `access`. For a batch, the role is `drive`, although a command in the batch may require a
    /// higher role.
    public init(neededFor method: String, _ access: Access) {
        // A plugin hosts controllers and decides about pages, so it needs more than read access.
        if method == PluginRegister.method {
            self = .drive
        } else {
            self =
                switch access {
                case .free: .observe
                case .grant(.administer): .administer
                case .grant, .hosted, .batch: .drive
                }
        }
    }
}
