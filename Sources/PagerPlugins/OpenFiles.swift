internal import Glibc
internal import SystemCalls
internal import PagerModel

/// The limits for the file descriptors of this process.
package enum OpenFiles {
    /// The number of descriptors reserved for the journal, the sockets and temporary uses.
    private static let reserve = 64

    /// The maximum number of descriptors that this process may have open; 0 if the system does not
    /// report it.
    package static var limit: Int {
        guard let limit = descriptorLimit() else { return 0 }
        return Int(clamping: limit.rlim_cur)
    }

    /// The maximum number of connections of each of the daemon's three sockets. The maximum leaves
    /// some descriptors for the journal. If libzmq has no descriptor for a new connection, it
    /// aborts the process (ipc) or retries without a pause (tcp).
    package static var connections: Int {
        max(1, min(Limits.connections, (limit - reserve - processes) / parts))
    }

    /// The number of equal parts into which the available descriptors are divided. Three parts are
    /// for the connections of the daemon's three sockets. The fourth is for connections above the
    /// maximum that the daemon has accepted but not yet closed.
    private static let parts = 4

    /// The maximum number of plugin processes that the daemon watches. Each needs a descriptor.
    package static var processes: Int { max(1, min(Limits.plugins, (limit - reserve) / 8)) }

    /// Raises the limit of open descriptors to the number that this process may need, but not above
    /// the hard limit. If the system refuses, the limit does not change.
    package static func allowMany() {
        guard var limit = descriptorLimit() else { return }
        let wanted = rlim_t(parts * Limits.connections + Limits.plugins + reserve)
        guard limit.rlim_cur < wanted else { return }
        limit.rlim_cur = min(limit.rlim_max, wanted)
        setDescriptorLimit(limit)
    }

    /// The number of open descriptors, or 0 if the kernel does not report it.
    package static var count: Int {
        guard let names = names(in: "/proc/self/fd") else { return 0 }
        // The count includes the descriptor that reads the folder.
        return names.count - 1
    }
}
