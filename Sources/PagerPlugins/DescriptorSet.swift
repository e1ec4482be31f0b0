internal import CLinux
internal import Glibc
internal import SystemCalls

/// A set of descriptors that can be polled as one descriptor.
///
/// The set does not own its members: remove each member before you close it. It is not enough to
/// close a member, because a program that is just being started may have a copy of the descriptor.
/// The set would then remain readable.
package final class DescriptorSet {
    /// The descriptor of the set. It is readable while a member of the set is readable.
    package let descriptor: Int32

    /// Creates an empty set.
    ///
    /// - Throws: `ProcessProblem` if the system has no descriptor left.
    package init() throws(ProcessProblem) {
        descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard descriptor >= 0 else { throw Self.problem() }
    }

    deinit { close(descriptor) }

    /// Adds a descriptor.
    ///
    /// - Throws: `ProcessProblem` if the system does not allow more members.
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
