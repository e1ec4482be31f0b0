/// A watch on a process that need not be a child of this process, such as a plugin at the other end
/// of a local socket.
package final class ProcessWatch {
    package let pid: Int32
    /// The watched process. Nil if it had already ended when the watch began.
    private let process: ProcessDescriptor?

    /// Watches a process.
    ///
    /// - Throws: `ProcessProblem` if the system has no descriptor left.
    package init(_ pid: Int32) throws(ProcessProblem) {
        self.pid = pid
        process = try ProcessDescriptor(pid)
    }

    /// The descriptor, which becomes readable when the process ends. Nil if the process had already
    /// ended when the watch began.
    package var descriptor: Int32? { process?.descriptor }

    package func join(_ set: DescriptorSet) throws(ProcessProblem) { try process?.join(set) }

    package var hasEnded: Bool { process?.hasEnded ?? true }

    /// Waits until the process ends, even if signals interrupt the wait. Returns false if it still
    /// runs after the given time.
    package func wait(seconds: Double) -> Bool { process?.wait(seconds: seconds) ?? true }
}
