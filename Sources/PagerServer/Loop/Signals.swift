internal import Glibc
internal import SystemCalls

/// SIGTERM, SIGINT and SIGHUP as something that can be polled: a pipe with one byte for each.
package struct Signals: ~Copyable {
    let descriptor: Int32

    package init() {
        signal(SIGPIPE, SIG_IGN)
        // A file that may not grow is an error to answer, not an end.
        signal(SIGXFSZ, SIG_IGN)
        // Whoever started us may ignore the ends of children; then the system tells us none.
        signal(SIGCHLD, SIG_DFL)
        let signals = [SIGTERM, SIGINT, SIGHUP]
        guard let pipe = signalBytes(signals) else {
            preconditionFailure("no pipe for signals: \(errorText(errno))")
        }
        descriptor = pipe
        // Whoever started us may have had them blocked, and that is inherited.
        unblockSignals(signals)
    }

    deinit { close(descriptor) }

    /// The next signal that has come, nil for none.
    func next() -> Int32? {
        var byte: [UInt8] = [0]
        return read(descriptor, into: &byte) == 1 ? Int32(byte[0]) : nil
    }
}
