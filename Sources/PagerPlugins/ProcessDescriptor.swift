internal import CLinux
internal import Glibc
internal import SystemCalls
internal import PagerModel
internal import PagerWire

/// A process by its descriptor, which becomes readable at the process's end.
///
/// Unlike a number it never comes to mean another process.
package final class ProcessDescriptor {
    package let descriptor: Int32
    private var set: DescriptorSet?

    /// Nil where there is no such process (any more).
    ///
    /// - Throws: `ProcessProblem` where the system has no descriptor to give.
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

    /// Shows its end in a set as well, for as long as it lives.
    ///
    /// - Throws: `ProcessProblem` where the system takes no more.
    package func join(_ set: DescriptorSet) throws(ProcessProblem) {
        try set.add(descriptor)
        self.set = set
    }

    /// Waits for the process's end, through signals; false where it lives on.
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

/// What is wrong with a process, in a sentence that says what to do.
package struct ProcessProblem: Error, Hashable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
