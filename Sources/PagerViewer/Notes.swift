internal import Glibc
internal import PagerModel

/// Lines on standard error, for people: nothing in them is obeyed by a terminal.
enum Notes {
    static func write(_ text: String) {
        let line = Array((text.printable + "\n").utf8)
        // Nobody is left to be told when this fails.
        _ = line.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
