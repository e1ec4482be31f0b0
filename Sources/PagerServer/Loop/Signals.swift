internal import Glibc
internal import SystemCalls

/// A pollable pipe that delivers the signals SIGTERM, SIGINT and SIGHUP, with one byte for each
/// signal.
package struct Signals: ~Copyable {
    let descriptor: Int32

    package init() {
        signal(SIGPIPE, SIG_IGN)
        // With SIGXFSZ ignored, a write beyond the file size limit returns an error instead of
        // ending the process.
        signal(SIGXFSZ, SIG_IGN)
        // The parent process may ignore SIGCHLD, which is inherited and would suppress
        // notifications about children.
        signal(SIGCHLD, SIG_DFL)
        let signals = [SIGTERM, SIGINT, SIGHUP]
        guard let pipe = signalBytes(signals) else {
            preconditionFailure("cannot create a pipe for signals: \(errorText(errno))")
        }
        descriptor = pipe
        // The parent process may have blocked the signals, which is inherited.
        unblockSignals(signals)
    }

    deinit { close(descriptor) }

    /// Returns the next signal, or nil if there is none.
    func next() -> Int32? {
        var byte: [UInt8] = [0]
        return read(descriptor, into: &byte) == 1 ? Int32(byte[0]) : nil
    }
}
