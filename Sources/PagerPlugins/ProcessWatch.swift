/// The life of a process that somebody else has started, such as a plugin's at the other end of a
/// local socket.
package final class ProcessWatch {
    package let pid: Int32
    /// Nil where it was gone before it could be watched.
    private let process: ProcessDescriptor?

    /// - Throws: `ProcessProblem` where the system has no descriptor to give.
    package init(_ pid: Int32) throws(ProcessProblem) {
        self.pid = pid
        process = try ProcessDescriptor(pid)
    }

    /// Readable from the process's end on; nil where it was gone already.
    package var descriptor: Int32? { process?.descriptor }

    package func join(_ set: DescriptorSet) throws(ProcessProblem) { try process?.join(set) }

    package var hasEnded: Bool { process?.hasEnded ?? true }

    /// Waits for its end, through signals; false where it lives on.
    package func wait(seconds: Double) -> Bool { process?.wait(seconds: seconds) ?? true }
}
