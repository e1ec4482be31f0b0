/// What a peer may do; each may what the one before it may.
public enum Role: String, FieldEnumeration, BitwiseCopyable, Comparable {
    /// Read the state and follow the events.
    case observe
    /// Change what is there and what is on show; be a plugin.
    case drive
    /// Advance the clock, forget plugins, end the daemon.
    case administer

    public static func < (one: Role, other: Role) -> Bool { one.rank < other.rank }

    private var rank: Int {
        switch self {
        case .observe: 0
        case .drive: 1
        case .administer: 2
        }
    }

    /// What a method needs, by its name alone: see `Access`.
    public init(neededFor method: String) {
        self.init(neededFor: method, Access(method: method))
    }

    /// What a method needs; a batch at least `drive`, and what each of its commands needs.
    public init(neededFor method: String, _ access: Access) {
        // Whoever hosts controllers and decides about pages does more than look.
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
