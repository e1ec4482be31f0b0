internal import Glibc

/// Lines on standard error, for people.
enum Notes {
    static func write(_ text: String) {
        let line = Array((text + "\n").utf8)
        // Nobody is left to be told when this fails.
        _ = line.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
