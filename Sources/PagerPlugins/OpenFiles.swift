internal import Glibc
internal import SystemCalls
internal import PagerModel

/// The file descriptors of this process.
package enum OpenFiles {
    /// For the journal, the sockets themselves and what is opened for a moment.
    private static let reserve = 64

    /// How many there may be.
    package static var limit: Int {
        guard let limit = descriptorLimit() else { return 0 }
        return Int(clamping: limit.rlim_cur)
    }

    /// Connections that each of the three sockets may have: who accepts without being able to
    /// spins, and the journal must find a descriptor, too.
    package static var connections: Int {
        max(1, min(Limits.connections, (limit - reserve - processes) / parts))
    }

    /// One for the connections of each socket, and one for those that libzmq has accepted and that
    /// are still to be cut off: it ends the process where it can accept no more.
    private static let parts = 4

    /// Processes of plugins that may be watched: each takes a descriptor.
    package static var processes: Int { max(1, min(Limits.plugins, (limit - reserve) / 8)) }

    /// Lets there be as many as the connections may need, as far as this process may. Where that is
    /// refused there are as many as before.
    package static func allowMany() {
        guard var limit = descriptorLimit() else { return }
        let wanted = rlim_t(parts * Limits.connections + Limits.plugins + reserve)
        guard limit.rlim_cur < wanted else { return }
        limit.rlim_cur = min(limit.rlim_max, wanted)
        setDescriptorLimit(limit)
    }

    /// How many there are, 0 where the kernel does not say.
    package static var count: Int {
        guard let names = names(in: "/proc/self/fd") else { return 0 }
        // The one that reads the folder is among them.
        return names.count - 1
    }
}
