internal import CLinux
internal import Glibc
internal import SystemCalls
internal import PagerModel
internal import PagerWire

/// A descriptor of a process. It becomes readable at the end of the process.
///
/// Unlike a process id, a descriptor never refers to another process.
package final class ProcessDescriptor {
    package let descriptor: Int32
    private var set: DescriptorSet?

    /// Opens the descriptor. Returns nil if there is no such process.
    ///
    /// - Throws: `ProcessProblem` if the descriptor cannot be opened, for example because too many
    ///   are open.
    package init?(_ pid: Int32) throws(ProcessProblem) {
        let opened = pid > 0 ? linux_pidfd_open(pid) : -1
        guard opened >= 0 else {
            if pid <= 0 || errno == ESRCH { return nil }
            throw ProcessProblem(
                "cannot watch the process \(pid): \(errorText(errno))")
        }
        descriptor = opened
    }

    deinit {
        set?.remove(descriptor)
        close(descriptor)
    }

    /// Adds the descriptor to a set. The set contains it until this object is released.
    ///
    /// - Throws: `ProcessProblem` if the system does not allow more members of the set.
    package func join(_ set: DescriptorSet) throws(ProcessProblem) {
        try set.add(descriptor)
        self.set = set
    }

    /// Waits until the process ends, even if signals interrupt the wait. Returns false if it still
    /// runs after the given time.
    package func wait(seconds: Double) -> Bool {
        let deadline = MachineClock.monotonic().advanced(by: seconds)
        while true {
            let left = deadline.nanoseconds - MachineClock.monotonic().nanoseconds
            let milliseconds = left <= 0 ? 0 : Int32(clamping: (left + 999_999) / 1_000_000)
            if awaitInput(descriptor, milliseconds) > 0 { return true }
            if milliseconds == 0 { return false }
        }
    }

    package var hasEnded: Bool { wait(seconds: 0) }
}

/// An error about a process. Its description is a sentence with advice.
package struct ProcessProblem: Error, Hashable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
