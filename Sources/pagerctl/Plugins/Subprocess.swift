internal import Glibc
internal import SystemCalls

/// A program that pagerctl has started, and a pipe from one of its output streams.
struct Subprocess {
    let pid: pid_t
    /// The read end of the pipe from the program.
    private let descriptor: Int32

    /// Runs a program with an input and returns its standard output.
    ///
    /// - Parameter status: The exit status of pagerctl if the program exits with an error.
    /// - Throws: `Failure` with exit status 1 if the program cannot be started or a signal ends it.
    ///   If the program exits with an error, `Failure` with exit status `status` and the program's
    ///   output as the message.
    static func output(
        of arguments: [String], input: [UInt8] = [], failing status: Int32 = Failure.misused
    ) throws(Failure) -> [UInt8] {
        let standardInput = try Pipe()
        defer { close(standardInput.reading) }
        let process: Subprocess
        do {
            process = try Subprocess(
                arguments, reading: STDOUT_FILENO, environment: [ParentProcess.variable],
                standardInput: standardInput.reading)
        } catch {
            close(standardInput.writing)
            throw error
        }
        // If the program ends before it has read everything, its exit status gives the reason.
        SystemCalls.write(all: input, to: standardInput.writing)
        close(standardInput.writing)
        let bytes = process.readAll()
        switch process.wait() {
        case 0: return bytes
        case -1:
            throw Failure(
                Failure.unreachable,
                "a signal ended \(arguments[0]): it crashed, or was killed because it used too "
                    + "much memory; its input had \(input.count) bytes")
        default: throw Failure(status, String(decoding: bytes, as: UTF8.self))
        }
    }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - stream: The stream to read: `STDOUT_FILENO` or `STDERR_FILENO`.
    ///   - extra: `NAME=VALUE` entries to add to the program's environment. The program also
    ///     inherits pagerctl's environment without the variables that begin with `PAGERD_`.
    /// - Throws: `Failure` with exit status 1 if the program cannot be started.
    init(
        _ arguments: [String], reading stream: Int32, environment extra: [String] = [],
        standardInput: Int32? = nil
    ) throws(Failure) {
        let output = try Pipe()
        defer { close(output.writing) }
        var streams = [(output.writing, stream)]
        if let standardInput { streams.append((standardInput, STDIN_FILENO)) }
        do {
            pid = try Self.spawn(arguments, Self.environment() + extra, streams)
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
        let bytes = read { $0.contains(UInt8(ascii: "\n")) }
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    /// Returns all output and closes the stream.
    func readAll() -> [UInt8] { read { _ in false } }

    private func read(until isEnough: ([UInt8]) -> Bool) -> [UInt8] {
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while !isEnough(bytes) {
            let count = SystemCalls.read(descriptor, into: &buffer)
            if count > 0 { bytes += buffer.prefix(count) }
            if count == 0 || (count < 0 && errno != EINTR) { break }
        }
        return bytes
    }

    /// Waits for the end of the program. Returns its exit status, or -1 if a signal ended it.
    @discardableResult
    func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0 {
            guard errno == EINTR else { return -1 }
        }
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : -1
    }

    func terminate() {
        kill(pid, SIGTERM)
        wait()
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
