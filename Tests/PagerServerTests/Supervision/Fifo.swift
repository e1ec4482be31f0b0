import Glibc

/// A named pipe through which a test's program reports its progress.
final class Fifo {
    struct Failure: Error, CustomStringConvertible { let description: String }

    let path: String
    private let descriptor: Int32

    init(_ path: String) throws {
        self.path = path
        guard mkfifo(path, 0o600) == 0 else { throw Failure(description: "mkfifo: \(errno)") }
        // The pipe is opened for writing too, so that no end of file occurs between two writers.
        descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(description: "open: \(errno)") }
    }

    deinit { close(descriptor) }

    /// Waits for the next line and returns it without its line break.
    func line() throws -> String {
        var text: [UInt8] = []
        while true {
            guard isReadable(descriptor, milliseconds: 60_000) else {
                throw Failure(description: "nothing comes after \(text)")
            }
            var byte: UInt8 = 0
            guard read(descriptor, &byte, 1) == 1 else {
                throw Failure(description: "read: \(errno)")
            }
            if byte == UInt8(ascii: "\n") { return String(decoding: text, as: UTF8.self) }
            text.append(byte)
        }
    }
}

func isReadable(_ descriptor: Int32, milliseconds: Int32) -> Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, milliseconds) > 0
}

/// Returns a file's text, or an empty text if the file does not exist.
func contents(of path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = fgetc(file), byte != EOF { bytes.append(UInt8(byte)) }
    return String(decoding: bytes, as: UTF8.self)
}
