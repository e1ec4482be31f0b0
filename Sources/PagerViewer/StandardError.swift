internal import Glibc
internal import SystemCalls
internal import PagerModel

/// The standard error stream. Control characters in its lines are escaped, so that a terminal does
/// not interpret them.
enum StandardError {
    static func write(_ text: String) {
        // There is no other place to report that this failed.
        _ = SystemCalls.write(STDERR_FILENO, Array((text.printable + "\n").utf8)[...])
    }
}
