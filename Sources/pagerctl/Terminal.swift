internal import Glibc
internal import SystemCalls
internal import PagerModel

/// The output of pagerctl to standard output and standard error. Text from other programs is
/// escaped, so that a terminal does not interpret its control characters.
///
/// Only `WatchScreen` writes to the terminal without this type. It shows text whose control
/// characters `Columns.fit` has replaced.
enum Terminal {
    static let isInteractive = isatty(STDOUT_FILENO) == 1

    /// Writes a line. Control characters and line breaks in it are escaped, for example as
    /// `\u{1B}`. If the reader has closed the pipe, the process ends silently with status 0.
    static func print(_ line: String) { write(STDOUT_FILENO, line.printable + "\n") }

    /// Writes several lines. Escapes each of them in the same way as `print(_:)`.
    static func print(lines: [String]) {
        write(STDOUT_FILENO, lines.map { $0.printable + "\n" }.joined())
    }

    /// Writes pagerctl's own text, which can have several lines, without escaping it.
    static func print(own text: String) { write(STDOUT_FILENO, text + "\n") }

    /// Writes text that has several lines and contains text from other programs. Escapes each line
    /// in the same way as `print(_:)`.
    static func print(foreign text: String) {
        print(lines: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    }

    /// Writes JSON. Escapes control characters in the form that JSON defines, such as `\u001b`.
    static func print(json: String) { write(STDOUT_FILENO, json.printableJSON + "\n") }

    /// Writes JSON from another program in the same way as `print(json:)`. Replaces invalid UTF-8.
    static func print(json bytes: [UInt8]) { print(json: String(decoding: bytes, as: UTF8.self)) }

    /// Writes the text of a file, which ends with a line break. If the output is a terminal, escapes
    /// each line in the same way as `print(_:)`.
    static func print(file text: String) {
        guard isInteractive else { return write(STDOUT_FILENO, text) }
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        print(lines: lines.dropLast().map { String($0) ?? "" })
    }

    /// Writes a message to standard error, with `pagerctl:` before each line. Parts that come from
    /// other programs must have been escaped with `printable`, so that they contain no line breaks.
    static func note(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        write(STDERR_FILENO, lines.map { "pagerctl: \(String($0).printable)\n" }.joined())
    }

    private static func write(_ descriptor: Int32, _ text: String) {
        let bytes = Array(text.utf8)
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

    /// Ends the process with an error status after a failed write, because status 0 would mean that
    /// the output was written.
    private static func fail(_ descriptor: Int32, _ reason: String) -> Never {
        if descriptor != STDERR_FILENO {
            note("cannot write to standard output: \(reason); the command was executed")
        }
        exit(Failure.unreachable)
    }

    /// Reads standard input to its end and returns the bytes.
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
