internal import Glibc
internal import SystemCalls

/// A program that reads and writes lines through two non-blocking pipes.
struct PluginProgram {
    let pid: pid_t
    /// The pipe from the program's standard output.
    let output: Int32
    /// The pipe to the program's standard input.
    let input: Int32
    /// The bytes that pagerctl still has to write to the program, because the program has not read
    /// them yet.
    private(set) var unread: [UInt8] = []
    private var line: [UInt8] = []

    /// The limit of `unread` in bytes. While `unread` has this size or more, pagerctl does not
    /// receive messages from the daemon.
    static let most = 1 << 20

    /// Starts the program with pipes for its standard input and output.
    ///
    /// - Parameter extra: `NAME=VALUE` entries that are added to the environment and replace
    ///   variables of the same name.
    /// - Throws: `Failure` with exit status 1 if the program cannot be started.
    init(_ arguments: [String], environment extra: [String]) throws(Failure) {
        let down = try Pipe()
        let up = try Pipe()
        defer {
            close(down.reading)
            close(up.writing)
        }
        do {
            pid = try Subprocess.spawn(
                arguments, Self.environment(with: extra),
                [(down.reading, STDIN_FILENO), (up.writing, STDOUT_FILENO)])
        } catch {
            close(down.writing)
            close(up.reading)
            throw error
        }
        input = down.writing
        output = up.reading
        for end in [input, output] { _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK) }
    }

    private static func environment(with extra: [String]) -> [String] {
        let names = extra.map { $0.prefix { $0 != "=" } + "=" }
        return extra
            + environmentEntries().filter { line in
                !names.contains { line.hasPrefix($0) }
            }
    }

    /// Writes a line to the program. Bytes that do not fit into the pipe are kept for `flush`.
    mutating func feed(_ line: String) {
        unread += Array((line + "\n").utf8)
        flush()
    }

    /// Writes as many bytes as fit into the pipe. Drops all bytes if the program has closed its
    /// input.
    mutating func flush() {
        while !unread.isEmpty {
            let count = write(input, unread[...])
            if count > 0 {
                unread.removeFirst(count)
            } else if errno != EINTR {
                if errno == EPIPE { unread = [] }
                return
            }
        }
    }

    /// Returns the lines that the program has written, or nil at the end of its output.
    mutating func lines() -> [String]? {
        var found: [String] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(output, into: &buffer)
            if count < 0 && errno == EINTR { continue }
            if count == 0 && found.isEmpty { return nil }
            guard count > 0 else { return found }
            for byte in buffer.prefix(count) {
                if byte == UInt8(ascii: "\n") {
                    found.append(String(decoding: line, as: UTF8.self))
                    line.removeAll(keepingCapacity: true)
                } else {
                    line.append(byte)
                }
            }
        }
    }

    /// Closes the program's input, and kills the program if it does not exit soon afterwards.
    /// Returns its exit status, or 1 if a signal ended it.
    func end() -> Int32 {
        close(input)
        if let status = status(within: 0.2) { return status }
        kill(pid, SIGTERM)
        if let status = status(within: 0.5) { return status }
        kill(pid, SIGKILL)
        return status(within: .infinity) ?? 1
    }

    private func status(within seconds: Double) -> Int32? {
        var status: Int32 = 0
        var left = seconds
        while left >= 0 {
            let found = waitpid(pid, &status, seconds.isFinite ? WNOHANG : 0)
            if found == pid {
                let signal = status & 0x7F
                return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
            }
            if found < 0 && errno != EINTR { return 1 }
            usleep(5_000)
            left -= 0.005
        }
        return nil
    }
}
