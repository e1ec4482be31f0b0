internal import Glibc
internal import SystemCalls
internal import PagerModel

/// Standard output and standard error: everything that pagerctl writes for people passes here,
/// and nothing that came from outside reaches a terminal as something that it obeys.
///
/// `WatchScreen` alone writes past it: it draws, and what it draws has passed `Columns.fit`.
enum Terminal {
    static let isInteractive = isatty(STDOUT_FILENO) == 1

    /// Writes a line, control characters shown as `\u{1B}`, line ends among them. A reader that has
    /// gone away ends the process, silently and well.
    static func print(_ line: String) { write(STDOUT_FILENO, line.printable + "\n") }

    /// Writes lines, each as `print` does.
    static func print(lines: [String]) {
        write(STDOUT_FILENO, lines.map { $0.printable + "\n" }.joined())
    }

    /// Writes pagerctl's own text of several lines as it is.
    static func print(own text: String) { write(STDOUT_FILENO, text + "\n") }

    /// Writes a text of several lines in which a daemon's words stand, each line as `print` does.
    static func print(foreign text: String) {
        print(lines: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    }

    /// Writes JSON, control characters escaped by JSON's rules.
    static func print(json: String) { write(STDOUT_FILENO, json.printableJSON + "\n") }

    /// The same with JSON that came from outside; what is not UTF-8 is replaced.
    static func print(json bytes: [UInt8]) { print(json: String(decoding: bytes, as: UTF8.self)) }

    /// Writes a file's text as it is, its lines as `print` does where a terminal shows them.
    static func print(file bytes: [UInt8]) {
        guard isInteractive else { return write(STDOUT_FILENO, bytes + [UInt8(ascii: "\n")]) }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        print(lines: lines.map { String(decoding: $0, as: UTF8.self) })
    }

    /// A message that is not part of the output; each of its lines says whose it is. What comes
    /// from outside stands in it as `printable`, so that its line ends make no lines.
    static func note(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        write(STDERR_FILENO, lines.map { "pagerctl: \(String($0).printable)\n" }.joined())
    }

    private static func write(_ descriptor: Int32, _ text: String) {
        write(descriptor, Array(text.utf8))
    }

    private static func write(_ descriptor: Int32, _ bytes: [UInt8]) {
        var start = 0
        while start < bytes.count {
            let count = SystemCalls.write(descriptor, bytes[start...])
            if count > 0 {
                start += count
            } else if errno == EPIPE || errno == EIO {
                exit(0)
            } else if errno != EINTR && errno != EAGAIN {
                fail(descriptor, errorText(errno))
            }
        }
    }

    /// What was to be read is lost, and status 0 would say that it was not.
    private static func fail(_ descriptor: Int32, _ reason: String) -> Never {
        if descriptor != STDERR_FILENO {
            note("cannot write to standard output: \(reason); what was asked for is done")
        }
        exit(Failure.unreachable)
    }

    /// All of standard input.
    static func readAll() -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(STDIN_FILENO, into: &buffer)
            if count > 0 { bytes += buffer.prefix(count) }
            if count == 0 || (count < 0 && errno != EINTR) { return bytes }
        }
    }
}
