internal import CLinux
internal import Glibc

/// Many descriptors that can be waited for as one.
///
/// It borrows them. One that is closed leaves the set by itself.
struct DescriptorSet: ~Copyable {
    /// Readable as long as one of them is.
    let descriptor: Int32

    /// - Throws: `ProcessProblem` where the system has no descriptor to give.
    init() throws(ProcessProblem) {
        descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard descriptor >= 0 else { throw Self.problem() }
    }

    deinit { close(descriptor) }

    /// - Throws: `ProcessProblem` where the system takes no more.
    func add(_ member: Int32) throws(ProcessProblem) {
        var wish = epoll_event()
        wish.events = EPOLLIN.rawValue
        guard epoll_ctl(descriptor, EPOLL_CTL_ADD, member, &wish) == 0 else {
            throw Self.problem()
        }
    }

    private static func problem() -> ProcessProblem {
        ProcessProblem("cannot watch processes: \(String(cString: strerror(errno)))")
    }
}
