internal import Glibc
internal import PagerModel
internal import PagerWire
internal import SystemCalls

/// A headless Chromium that is controlled with its DevTools protocol over two pipes.
final class Chromium {
    /// The names of the program to try, in this order.
    static let programs = [
        "chromium", "chromium-browser", "google-chrome-stable", "chromium-headless-shell",
    ]
    /// The milliseconds without a message after which the browser is considered stuck.
    private static let patience: Int32 = 60_000
    /// The maximum size of one message in bytes. It suffices for a PDF of 256 MiB in Base64.
    private static let longestMessage = 400 << 20

    enum Failure: Error {
        case missing
        /// The browser has ended, or could not start.
        case ended
        /// The browser sends no more messages.
        case silent
        case refused(String)
    }

    private let pid: pid_t
    private let reading: Int32
    private let writing: Int32
    private let profile: String
    private var unread: [UInt8] = []
    private var lastID = 0

    /// Starts Chromium with a new profile.
    init(ignoringCertificates: Bool) throws(Failure) {
        guard let profile = temporaryFolder("/tmp/pagerview-XXXXXX"),
            let commands = pipeEnds(), let answers = pipeEnds()
        else { throw .silent }
        self.profile = profile
        reading = answers.reading
        writing = commands.writing
        var arguments = [
            "--headless", "--remote-debugging-pipe", "--no-first-run", "--disable-extensions",
            "--user-data-dir=\(profile)", "--hide-scrollbars",
        ]
        if ignoringCertificates { arguments.append("--ignore-certificate-errors") }
        // Chromium does not start with its sandbox if the user is root.
        if geteuid() == 0 { arguments.append("--no-sandbox") }
        var started: pid_t?
        for program in Self.programs where started == nil {
            started = Self.start(
                [program] + arguments + ["about:blank"], commands.reading, answers.writing)
        }
        for descriptor in [commands.reading, answers.writing] { close(descriptor) }
        guard let started else {
            for descriptor in [reading, writing] { close(descriptor) }
            rmdir(profile)
            throw .missing
        }
        pid = started
    }

    /// Starts the program. Chromium reads commands from descriptor 3 and writes answers to
    /// descriptor 4.
    private static func start(_ words: [String], _ commands: Int32, _ answers: Int32) -> pid_t? {
        // The copies get descriptor numbers above those of the program, so that no copy is
        // overwritten.
        let high = [commands, answers].map { fcntl($0, F_DUPFD_CLOEXEC, 10) }
        let nowhere = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { for descriptor in high + [nowhere] { close(descriptor) } }
        var options = SpawnOptions()
        options.streams = [
            (nowhere, STDIN_FILENO), (nowhere, STDOUT_FILENO), (nowhere, STDERR_FILENO),
            (high[0], 3), (high[1], 4),
        ]
        options.leadsGroup = true
        let (pid, code) = spawn(words, environment: environmentEntries(), options)
        return code == 0 ? pid : nil
    }

    /// Ends the browser with all of its processes.
    func end() {
        for descriptor in [reading, writing] { close(descriptor) }
        kill(-pid, SIGKILL)
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        _ = try? ChildProgram.output(of: ["rm", "-rf", "--", profile], atMost: 0)
    }

    /// Sends a command and waits for its result.
    ///
    /// - Parameter event: The name of an event for which the function also waits before it returns,
    ///   or nil.
    func call(
        _ method: String, _ parameters: [Value.Member] = [], session: String? = nil,
        until event: String? = nil
    ) throws(Failure) -> Value {
        lastID += 1
        let id = lastID
        var message: [Value.Member] = [
            .init("id", .integer(id)), .init("method", .string(method)),
            .init("params", .object(parameters)),
        ]
        if let session { message.append(.init("sessionId", .string(session))) }
        try send(Array(Value.object(message).json.utf8) + [0])
        var result: Value?
        var hasEvent = event == nil
        while result == nil || !hasEvent {
            let answer = try next()
            if let event, answer["method"] == .string(event) { hasEvent = true }
            guard answer["id"] == .integer(id) else { continue }
            if let text = answer["error"]?["message"]?.string { throw .refused(text) }
            result = answer["result"]
            if result == nil { throw .silent }
        }
        return result ?? .null
    }

    private func send(_ bytes: [UInt8]) throws(Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = write(writing, rest)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .ended }
            rest = rest.dropFirst(count)
        }
    }

    /// Returns the next message. A message ends with a zero byte.
    private func next() throws(Failure) -> Value {
        var searched = 0
        while true {
            if let end = unread[searched...].firstIndex(of: 0) {
                let message = Array(unread[..<end])
                unread.removeFirst(end + 1)
                guard let value = try? JSONParser.parse(message) else { throw .silent }
                return value
            }
            searched = unread.count
            guard unread.count < Self.longestMessage, awaitInput(reading, Self.patience) > 0 else {
                throw .silent
            }
            var piece = [UInt8](repeating: 0, count: 256 << 10)
            let count = read(reading, into: &piece)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .ended }
            unread += piece[..<count]
        }
    }
}

/// Functions that run installed programs, such as `pdfinfo`, each with a time limit.
enum ChildProgram {
    /// The maximum run time of one program in seconds.
    static let patience = 60

    enum Failure: Error, Equatable {
        case missing
        case tooSlow
        /// The program ended with an exit status other than 0.
        case failed
    }

    /// Runs a program and returns its standard output. Its standard error is discarded.
    ///
    /// - Parameter most: The maximum number of bytes to return; the rest is read and dropped.
    static func output(of words: [String], atMost most: Int) throws(Failure) -> [UInt8] {
        guard let (reading, writing) = pipeEnds() else { throw .failed }
        let nowhere = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { for descriptor in [reading, nowhere] { close(descriptor) } }
        var options = SpawnOptions()
        options.streams = [
            (nowhere, STDIN_FILENO), (writing, STDOUT_FILENO), (nowhere, STDERR_FILENO),
        ]
        // `timeout` of coreutils exits with 124 if it stopped the program, and with 127 if the
        // program does not exist.
        let (pid, code) = spawn(
            ["timeout", "\(patience)"] + words, environment: environmentEntries(), options)
        close(writing)
        guard code == 0 else { throw .missing }
        let output = readAll(reading, atMost: most)
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        switch status >> 8 & 0xff {
        case _ where status & 0x7f != 0: throw .failed
        case 0: return output
        case 124: throw .tooSlow
        case 127: throw .missing
        default: throw .failed
        }
    }

    private static func readAll(_ descriptor: Int32, atMost most: Int) -> [UInt8] {
        var output: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = read(descriptor, into: &piece)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return output }
            output += piece[..<min(count, max(0, most - output.count))]
        }
    }
}
