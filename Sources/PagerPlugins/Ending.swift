/// The way in which a process has ended: its exit code, or the signal that killed it.
package enum Ending: Hashable, Sendable, CustomStringConvertible {
    case exited(Int32)
    case killed(signal: Int32)
    /// An unknown way of ending. The status was lost, or the process is not a child of this
    /// process.
    case unseen

    /// Converts a status that `waitpid` has returned.
    package init(status: Int32) {
        let signal = status & 0x7F
        self = signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
    }

    package var description: String {
        switch self {
        case .exited(let code): "exited \(code)"
        case .killed(let signal): "killed by signal \(signal)"
        case .unseen: "ended"
        }
    }
}
