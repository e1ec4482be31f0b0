internal import CLinux
internal import Glibc
internal import SystemCalls

/// Many descriptors that can be waited for as one.
///
/// It borrows them: each leaves before it is closed. Closing alone does not always do: a program that
/// is being started at that moment holds a copy, and the set would go on telling of it.
package final class DescriptorSet {
    /// Readable as long as one of them is.
    package let descriptor: Int32

    /// - Throws: `ProcessProblem` where the system has no descriptor to give.
    package init() throws(ProcessProblem) {
        descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard descriptor >= 0 else { throw Self.problem() }
    }

    deinit { close(descriptor) }

    /// - Throws: `ProcessProblem` where the system takes no more.
    package func add(_ member: Int32) throws(ProcessProblem) {
        let result = epollControl(
            descriptor, EPOLL_CTL_ADD, member, events: EPOLLIN.rawValue)
        guard result == 0 else { throw Self.problem() }
    }

    package func remove(_ member: Int32) {
        epollControl(descriptor, EPOLL_CTL_DEL, member, events: 0)
    }

    private static func problem() -> ProcessProblem {
        ProcessProblem("cannot watch processes: \(errorText(errno))")
    }
}
