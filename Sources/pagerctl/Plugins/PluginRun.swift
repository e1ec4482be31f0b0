internal import Glibc
internal import PagerClient
internal import PagerModel
internal import PagerWire
internal import SystemCalls

/// The subcommand `plugin run`: starts a program as a plugin and exchanges lines of text with it.
/// The command `plugin list` does not use this type, because it is a short form of the method
/// `plugin.list`.
enum PluginRun {
    private static let kinds = VerbOption(
        flag: "--kind", value: "KIND", repeats: true, isRequired: true,
        doc: "the plugin hosts pages of this kind; repeat it for several")

    static let verb = Verb(
        name: "plugin",
        summary: "Runs a program as a plugin, with lines on its standard input and output.",
        arguments: "run NAME", count: 2...2, options: [kinds], program: "PROGRAM [ARGUMENT...]",
        forms: [
            ("content ID TEXT", "the content of the page; \\n in TEXT is a line break"),
            ("content ID JSON", "an object: {\"type\":MIME,\"body\":TEXT}"),
            ("{\"method\":M,\"params\":P}", "a request; errors go to standard error"),
        ],
        notes: """
            PROGRAM runs as long as the plugin does. On its standard input it reads a line
            for each event of its pages, `EVENT ID`, such as `viewWillAppear home`. Its output
            is sent to the daemon, line by line, in the forms above.

            A page that is already shown is reported as if it appeared now. The command ends
            with the program and has the same exit status, or 128 and the signal that ended it.
            """,
        values: { ["run"] }, onlyReads: false,
        run: { (options, arguments) throws(Failure) in try run(options, arguments) })

    private static func run(
        _ options: GlobalOptions, _ arguments: VerbArguments
    ) throws(Failure) -> Int32 {
        guard arguments.words[0] == "run" else {
            throw arguments.misuse("plugin needs the word run")
        }
        let given = arguments.words[1]
        guard Identifier(given) != nil else {
            throw arguments.misuse(
                "the name of a plugin is 1 to 64 letters, digits, _ and -, not \"\(given)\"")
        }
        let kinds = arguments.all(Self.kinds)
        for kind in kinds where Identifier(kind) == nil {
            throw arguments.misuse("--kind needs 1 to 64 letters, digits, _ and -")
        }
        // A daemon that has started this process sets the name in the environment.
        let name = environment("PAGERD_PLUGIN") ?? given
        let address = try options.address()
        do {
            let endpoint = try Address.plugins(name: options.name)
            var connection = try PluginConnection(endpoint, keys: address.keys)
            let reply = try connection.register(
                name: name, kinds: kinds, timeout: options.patience)
            if options.verbose { Terminal.note("attached as \(name)") }
            let program = try PluginProgram(
                arguments.program,
                environment: [
                    "PAGERD_COMMAND=\(address.command)", "PAGERD_EVENTS=\(address.events)",
                    "PAGERD_PLUGINS=\(endpoint)", "PAGERD_PLUGIN=\(name)",
                ])
            return try follow(&connection, program, reply)
        } catch let failure as Failure {
            throw failure
        } catch let error as ClientError {
            throw Failure(error)
        } catch {
            throw Failure(Failure.unreachable, "\(error)")
        }
    }

    private static func follow(
        _ connection: inout PluginConnection, _ started: PluginProgram, _ reply: Value
    ) throws -> Int32 {
        var program = started
        let signals = try EndingSignals.descriptor()
        let ended = connection.watch(signals)
        let output = connection.watch(program.output)
        let input = connection.watch(program.input)
        for told in PluginState.told(reply) { program.feed("\(told.event) \(told.id)") }
        do {
            while true {
                while program.unread.count < PluginProgram.most,
                    let message = try connection.next()
                {
                    guard try take(message, &program) else { return asked(program) }
                }
                try connection.renew()
                connection.watch(input, reading: false, writing: !program.unread.isEmpty)
                try connection.wait(listening: program.unread.count < PluginProgram.most)
                if connection.isReady(ended) { return asked(program) }
                if connection.isReady(input) { program.flush() }
                guard connection.isReady(output) else { continue }
                guard let lines = program.lines() else { return program.end() }
                for line in lines { try say(line, &connection) }
            }
        } catch {
            _ = program.end()
            throw error
        }
    }

    /// Ends the program because a signal or the daemon has told pagerctl to stop. Returns the exit
    /// status 0, because this is not a failure.
    private static func asked(_ program: PluginProgram) -> Int32 {
        _ = program.end()
        return 0
    }

    /// Handles a message of the daemon. Returns false if the daemon is stopping.
    private static func take(
        _ message: PluginConnection.Message, _ program: inout PluginProgram
    ) throws -> Bool {
        switch message {
        case .shutdown: return false
        case .event(let event):
            if let told = PluginState.Told(event) { program.feed("\(told.event) \(told.id)") }
        case .refused(let method, let refused):
            Terminal.note("\(method): \("\(refused)".printable)")
        // The daemon asks this plugin nothing, because its registration declares no questions.
        case .question: break
        }
        return true
    }

    /// Sends the daemon a request that the program has written as one line. The line is either
    /// `content ID TEXT` or a request in JSON.
    private static func say(
        _ line: String, _ connection: inout PluginConnection
    ) throws(ClientError) {
        if line.hasPrefix("{") {
            guard let request = json(line), let method = request["method"]?.string else {
                return Terminal.note("expected {\"method\":...,\"params\":{...}}, got: \(line)")
            }
            return try connection.tell(method, request["params"]?.members ?? [])
        }
        let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard words.first == "content", words.count >= 2, Identifier(String(words[1])) != nil
        else { return Terminal.note("expected `content ID TEXT`, got: \(line)") }
        let text = words.count == 3 ? String(words[2]) : ""
        let content =
            text.hasPrefix("{")
            ? json(text) : ["type": "text/plain", "body": .string(PluginText.decoded(text))]
        guard let content else { return Terminal.note("the content is not JSON: \(line)") }
        try connection.tell(
            "controller.update",
            [.init("id", .string(String(words[1]))), .init("content", content)]
        )
    }

    private static func json(_ text: String) -> Value? {
        try? JSONParser.parse(Array(text.utf8), maximumDepth: JSONParser.deepest)
    }

    private static func environment(_ name: String) -> String? {
        environmentVariable(name).flatMap { $0.isEmpty ? nil : $0 }
    }
}

/// Functions that encode several lines of text as one line.
enum PluginText {
    /// Returns the decoded text: `\n` is a line break, `\\` a backslash, and any other backslash is
    /// unchanged.
    static func decoded(_ text: String) -> String {
        var result = ""
        var isEscaped = false
        for character in text {
            if !isEscaped && character == "\\" {
                isEscaped = true
                continue
            }
            switch character {
            case "n" where isEscaped: result += "\n"
            case "\\": result += "\\"
            default: result += isEscaped ? "\\\(character)" : String(character)
            }
            isEscaped = false
        }
        return isEscaped ? result + "\\" : result
    }
}

/// The signals SIGTERM and SIGINT, reported through a descriptor that can be polled.
enum EndingSignals {
    /// Returns a descriptor that becomes readable when the process receives SIGTERM or SIGINT.
    ///
    /// - Throws: `Failure` with exit status 1 if the system cannot create a pipe.
    static func descriptor() throws(Failure) -> Int32 {
        guard let descriptor = signalBytes([SIGTERM, SIGINT]) else {
            throw Failure(Failure.unreachable, "cannot create a pipe")
        }
        return descriptor
    }
}

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
