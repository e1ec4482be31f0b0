internal import Glibc
internal import SystemCalls
internal import PagerModel

/// The file descriptors of this process.
package enum OpenFiles {
    /// The number of descriptors for the journal, the sockets and temporary uses.
    private static let reserve = 64

    /// The maximum number of descriptors.
    package static var limit: Int {
        guard let limit = descriptorLimit() else { return 0 }
        return Int(clamping: limit.rlim_cur)
    }

    /// The maximum number of connections of each of the three sockets. A socket that cannot accept
    /// a connection would retry without a pause, and the journal needs descriptors too.
    package static var connections: Int {
        max(1, min(Limits.connections, (limit - reserve - processes) / parts))
    }

    /// The shares of the limit: one for the connections of each socket, and one for connections
    /// that libzmq has accepted and the daemon has not closed yet. libzmq aborts the process if it
    /// cannot accept more.
    private static let parts = 4

    /// The maximum number of watched plugin processes. Each takes a descriptor.
    package static var processes: Int { max(1, min(Limits.plugins, (limit - reserve) / 8)) }

    /// Raises the limit of descriptors to the number that the connections may need, or as far as
    /// the process is permitted to raise it. If the system refuses, the limit stays.
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
