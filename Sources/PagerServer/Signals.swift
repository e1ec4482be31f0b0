internal import Glibc

/// Where the handler writes to. Set once, before the handler is installed.
nonisolated(unsafe) private var signalPipe: Int32 = -1

/// SIGTERM, SIGINT and SIGHUP as something that can be polled: a pipe with one byte for each.
package struct Signals: ~Copyable {
    let descriptor: Int32

    package init() {
        signal(SIGPIPE, SIG_IGN)
        // A file that may not grow is an error to answer, not an end.
        signal(SIGXFSZ, SIG_IGN)
        // Whoever started us may ignore the ends of children; then the system tells us none.
        signal(SIGCHLD, SIG_DFL)
        var ends: [Int32] = [-1, -1]
        let made = pipe(&ends)
        precondition(made == 0, "no pipe for signals: \(String(cString: strerror(errno)))")
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        descriptor = ends[0]
        signalPipe = ends[1]
        for number in [SIGTERM, SIGINT, SIGHUP] {
            signal(number) { number in
                let before = errno
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(signalPipe, &byte, 1)
                errno = before
            }
        }
        // Whoever started us may have had them blocked, and that is inherited.
        var set = sigset_t()
        sigemptyset(&set)
        for number in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&set, number) }
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    deinit { close(descriptor) }

    /// The next signal that has come, nil for none.
    func next() -> Int32? {
        var byte: UInt8 = 0
        return read(descriptor, &byte, 1) == 1 ? Int32(byte) : nil
    }
}
