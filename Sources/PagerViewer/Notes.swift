internal import Glibc
internal import PagerModel

/// Lines on standard error. Control characters are escaped, so that a terminal does not obey them.
enum Notes {
    static func write(_ text: String) {
        let line = Array((text.printable + "\n").utf8)
        // There is no other place to report that this failed.
        _ = line.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
