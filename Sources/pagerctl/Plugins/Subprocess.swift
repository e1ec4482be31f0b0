internal import Glibc
internal import SystemCalls

/// A program that pagerctl has started, and a pipe from one of its output streams.
struct Subprocess {
    let pid: pid_t
    /// The read end of the pipe from the program.
    private let descriptor: Int32

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - stream: The stream to read: `STDOUT_FILENO` or `STDERR_FILENO`.
    ///   - extra: `NAME=VALUE` entries to add to the program's environment. The program also
    ///     inherits pagerctl's environment without the variables that begin with `PAGERD_`.
    /// - Throws: `Failure` with exit status 1 if the program cannot be started.
    init(
        _ arguments: [String], reading stream: Int32, environment extra: [String]
    ) throws(Failure) {
        let output = try Pipe()
        defer { close(output.writing) }
        do {
            pid = try Self.spawn(
                arguments, Self.environment() + extra, [(output.writing, stream)])
        } catch {
            close(output.reading)
            throw error
        }
        descriptor = output.reading
    }

    /// Starts a program.
    ///
    /// - Parameter streams: The descriptors that the program inherits. The descriptor `here` of
    ///   this process becomes the descriptor `there` of the program.
    /// - Throws: `Failure` with exit status 1 if the program cannot be started.
    static func spawn(
        _ arguments: [String], _ environment: [String], _ streams: [(here: Int32, there: Int32)]
    ) throws(Failure) -> pid_t {
        var options = SpawnOptions()
        options.streams = streams
        options.defaultSignals = [SIGPIPE]
        let (pid, code) = SystemCalls.spawn(arguments, environment: environment, options)
        guard code == 0 else {
            throw Failure(
                Failure.unreachable, "cannot run \(arguments[0]): \(errorText(code))")
        }
        return pid
    }

    private static func environment() -> [String] {
        environmentEntries().filter { !$0.hasPrefix("PAGERD_") }
    }

    /// Returns the first line of the output and closes the stream.
    func readLine() -> String {
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while !bytes.contains(UInt8(ascii: "\n")) {
            let count = SystemCalls.read(descriptor, into: &buffer)
            if count > 0 { bytes += buffer.prefix(count) }
            if count == 0 || (count < 0 && errno != EINTR) { break }
        }
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    func terminate() {
        kill(pid, SIGTERM)
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    }
}

/// A pipe that other programs do not inherit.
struct Pipe {
    let reading: Int32
    let writing: Int32

    /// Creates a pipe.
    ///
    /// - Throws: `Failure` with exit status 1 if the system cannot create a pipe.
    init() throws(Failure) {
        guard let ends = pipeEnds() else {
            throw Failure(Failure.unreachable, "cannot create a pipe")
        }
        (reading, writing) = ends
    }
}
