internal import Glibc

/// Standard output and standard error.
enum Terminal {
    static let isInteractive = isatty(STDOUT_FILENO) == 1

    /// Writes a line. A reader that has gone away ends the process, silently and well.
    static func print(_ line: String) { write(STDOUT_FILENO, Array((line + "\n").utf8)) }

    static func print(bytes: [UInt8]) { write(STDOUT_FILENO, bytes + [UInt8(ascii: "\n")]) }

    /// A message that is not part of the output; each of its lines says whose it is.
    static func note(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let shown = lines.map { "pagerctl: \($0)\n" }.joined()
        write(STDERR_FILENO, Array(shown.utf8))
    }

    private static func write(_ descriptor: Int32, _ bytes: [UInt8]) {
        var start = 0
        while start < bytes.count {
            let count = bytes[start...].withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count > 0 {
                start += count
            } else if errno == EPIPE || errno == EIO {
                exit(0)
            } else if errno != EINTR && errno != EAGAIN {
                return
            }
        }
    }

    /// All of standard input.
    static func readAll() -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            if count > 0 { bytes += buffer.prefix(count) }
            if count == 0 || (count < 0 && errno != EINTR) { return bytes }
        }
    }
}
