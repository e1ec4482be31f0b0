internal import Glibc
internal import SystemCalls

/// Another program that pagerctl runs, and one of its streams.
struct Subprocess {
    let pid: pid_t
    /// The end to read what it writes.
    private let descriptor: Int32

    /// What it gives back for what it is given; its standard output.
    ///
    /// - Parameter status: that of pagerctl where the program fails.
    /// - Throws: status 1 where it cannot be run, `status` with its output where it fails.
    static func output(
        of arguments: [String], input: [UInt8] = [], failing status: Int32 = Failure.misused
    ) throws(Failure) -> [UInt8] {
        let standardInput = try Pipe()
        defer { close(standardInput.reading) }
        let process: Subprocess
        do {
            process = try Subprocess(
                arguments, reading: STDOUT_FILENO, standardInput: standardInput.reading)
        } catch {
            close(standardInput.writing)
            throw error
        }
        write(input, to: standardInput.writing)
        close(standardInput.writing)
        let bytes = process.readAll()
        switch process.wait() {
        case 0: return bytes
        case -1:
            throw Failure(
                Failure.unreachable,
                "\(arguments[0]) was ended by a signal: it crashed, or was killed for the memory "
                    + "that it took; the input was \(input.count) bytes")
        default: throw Failure(status, String(decoding: bytes, as: UTF8.self))
        }
    }

    /// A program that ends before it has read all says why by its status.
    private static func write(_ bytes: [UInt8], to descriptor: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = SystemCalls.write(descriptor, rest)
            if count < 0, errno != EINTR { return }
            rest = rest.dropFirst(max(count, 0))
        }
    }

    /// - Parameters:
    ///   - stream: which of its streams is read here, `STDOUT_FILENO` or `STDERR_FILENO`.
    ///   - extra: entries of its environment, `NAME=VALUE`, in place of all that pagerd reads.
    /// - Throws: status 1 where it cannot be run.
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
    /// - Parameter streams: descriptors here, and which of its streams each of them is there.
    /// - Throws: status 1 where it cannot be run.
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

    /// What it has written up to the end of the first line. The stream is closed then.
    func readLine() -> String {
        let bytes = read { $0.contains(UInt8(ascii: "\n")) }
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    /// All that it writes. The stream is closed then.
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

    /// Waits for its end; the exit status, -1 where a signal ended it.
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

extension Subprocess {
    /// A file in the folder of this executable where there is one, else its name, for PATH.
    static func sibling(_ name: String) -> String {
        let path = linkTarget("/proc/self/exe") ?? ""
        guard let slash = path.lastIndex(of: "/") else { return name }
        let beside = path[...slash] + name
        return access(String(beside), X_OK) == 0 ? String(beside) : name
    }
}

/// Two ends that no other program inherits.
struct Pipe {
    let reading: Int32
    let writing: Int32

    /// - Throws: status 1 where the system refuses.
    init() throws(Failure) {
        guard let ends = pipeEnds() else {
            throw Failure(Failure.unreachable, "cannot make a pipe")
        }
        (reading, writing) = ends
    }
}
