internal import Glibc
internal import SystemCalls
package import PagerModel

/// The output of a plugin's program on its way to the daemon's standard error.
///
/// Of each second, the first `Limits.pluginOutputLines` lines and `Limits.pluginOutputBytes` bytes
/// are written, and `Limits.pluginReadBytes` are read; a program that has written more waits for
/// the next second. So neither the log nor the daemon's work grows with what a program writes.
package final class ProgramOutput {
    /// A number of lines and bytes.
    package struct Amount: Hashable, Sendable {
        package var lines = 0
        package var bytes = 0

        package init(lines: Int = 0, bytes: Int = 0) {
            self.lines = lines
            self.bytes = bytes
        }
    }

    private let descriptor: Int32
    private var set: DescriptorSet?
    private let write: ([UInt8]) -> Bool
    /// The line whose end has not been read yet.
    private var line: [UInt8] = []
    private var begin: Instant?
    private var read = 0
    private var written = Amount()
    private var leftOut = Amount()
    private var isPaused = false

    private static let period = 1.0
    /// The bytes of a line that are written. With its end, a pipe that is writable has room for it.
    private static let longestLine = 4_095

    /// Takes over the reading end of a pipe.
    ///
    /// - Parameter write: Writes whole lines. Returns false if that would block.
    package init(
        reading descriptor: Int32, to write: @escaping ([UInt8]) -> Bool = ProgramOutput.log
    ) {
        self.descriptor = descriptor
        self.write = write
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    deinit {
        if !isPaused { set?.remove(descriptor) }
        close(descriptor)
    }

    /// Adds the reading end to a set, which it leaves while the program has to wait.
    ///
    /// - Throws: `ProcessProblem` if the system does not allow more members of the set.
    package func join(_ set: DescriptorSet) throws(ProcessProblem) {
        try set.add(descriptor)
        self.set = set
    }

    /// The time at which the period ends, if something must be done then.
    package var nextDeadline: Instant? {
        guard isPaused || leftOut.bytes > 0 else { return nil }
        return begin?.advanced(by: Self.period)
    }

    /// Writes what the program has written. Returns what was left out in the period that has ended,
    /// if anything was.
    package func pass(at time: Instant) -> Amount? {
        var report: Amount?
        if let begin, begin.advanced(by: Self.period) <= time {
            if leftOut.bytes > 0 { report = leftOut }
            (self.begin, read, written, leftOut) = (nil, 0, Amount(), Amount())
            resume()
        }
        readAvailable(at: time)
        return report
    }

    /// Writes what an ended program has left in the pipe. Returns what was left out.
    package func finish(at time: Instant) -> Amount? {
        _ = pass(at: time)
        if !line.isEmpty { endLine() }
        return leftOut.bytes > 0 ? leftOut : nil
    }

    private func resume() {
        guard isPaused else { return }
        isPaused = false
        try? set?.add(descriptor)
    }

    private func pause() {
        isPaused = true
        set?.remove(descriptor)
    }

    private func readAvailable(at time: Instant) {
        while !isPaused {
            let most = min(16 << 10, Limits.pluginReadBytes - read)
            var buffer = [UInt8](repeating: 0, count: most)
            let count = SystemCalls.read(descriptor, into: &buffer)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                // At the end of the file, the descriptor would stay readable.
                if count == 0 { pause() }
                return
            }
            begin = begin ?? time
            take(buffer[..<count])
            read += count
            if read >= Limits.pluginReadBytes { pause() }
        }
    }

    private func take(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            append(rest[..<end])
            endLine()
            rest = rest[(end + 1)...]
        }
        append(rest)
    }

    private func append(_ bytes: ArraySlice<UInt8>) {
        let fitting = bytes.prefix(Self.longestLine - line.count)
        line += fitting
        leftOut.bytes += bytes.count - fitting.count
    }

    private func endLine() {
        line.append(UInt8(ascii: "\n"))
        defer { line.removeAll(keepingCapacity: true) }
        guard written.lines < Limits.pluginOutputLines,
            written.bytes + line.count <= Limits.pluginOutputBytes, write(line)
        else {
            leftOut.lines += 1
            leftOut.bytes += line.count
            return
        }
        written.lines += 1
        written.bytes += line.count
    }

    /// Writes a line to the standard error, unless that would block the daemon.
    package static func log(_ line: [UInt8]) -> Bool {
        var wish = [pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)]
        guard SystemCalls.poll(&wish, 0) > 0 else { return false }
        return SystemCalls.write(STDERR_FILENO, line, line.count) == line.count
    }
}
