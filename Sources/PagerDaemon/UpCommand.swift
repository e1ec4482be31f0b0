internal import ArgumentParser
internal import Containment
internal import Glibc
internal import PagerModel
internal import PagerPlugins
internal import Synchronization
internal import SystemCalls

/// The command line of `pagerd up`.
struct UpCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "up", _superCommandName: "pagerd",
        abstract: "Shows a book in the browser, and applies changes of its files.",
        discussion: """
            The command starts a daemon with the book, pagerview for browsers, and pagerctl apply \
            --watch, which applies the book each time one of its files changes. Ctrl-C ends all \
            three. It prints the addresses to open:

              watch       a screen
              ready       a screen whose user may turn pages
              window ID   a screen for this window, if there are several
              presenter   the speaker of a talk with notes
              operate     the operator, who changes the book, with --edit

            On a machine that shows pages all day, start the three as units of systemd instead.

            EXAMPLES
              pagerd up wallboard.yaml
              pagerd up slides/ --name hall --port 8000
              pagerd up slides/ --edit slides/
            """)

    @Argument(help: "The book: a YAML or JSON file, a Markdown file, a PDF, or a folder.")
    var book: String

    @OptionGroup var instance: InstanceOption

    @Option(help: "The port of the viewer on 127.0.0.1; 0 means any free port.")
    var port: UInt16 = 0

    @Option(help: "A folder outside of the book's folder that pages may use; may be repeated.")
    var allow: [String] = []

    @Option(help: "The book's folder, if the operator's page may change the book.")
    var edit: String?

    @Option(help: ArgumentHelp("The journal's location, or none.", valueName: "file|none"))
    var journal: String?

    /// The options that `pagerd up` passes to the daemon, to `pagerview` and to `pagerctl`.
    private var common: [String] { ["--name=\(instance.name)"] }

    private var allowed: [String] { allow.map { "--allow=\($0)" } }

    /// Runs the daemon, `pagerview` and `pagerctl apply --watch` until a signal ends them.
    func serve(adding additions: Plugins) throws {
        var arguments = common + allowed + ["--book=\(book)"]
        if let journal { arguments.append("--journal=\(journal)") }
        let daemon = try DaemonCommand.parse(arguments)
        daemon.serve(
            adding: additions,
            with: [
                Companion(
                    "pagerview",
                    common + allowed + ["--book=\(book)", "--port=\(port)"]
                        + (edit.map { ["--edit=\($0)"] } ?? [])),
                Companion("pagerctl", common + ["apply", book, "--watch", "--human"] + allowed),
            ])
    }
}

/// A program that runs beside the daemon and writes to the same output, such as `pagerview`.
final class Companion: Sendable {
    private enum State {
        case idle
        case running(pid_t)
        /// The daemon has asked the program to end.
        case ending
        case ended
    }

    private let name: String
    private let arguments: [String]
    private let state = Mutex(State.idle)
    /// The thread that waits for the end of the program.
    private let thread = Mutex<Thread?>(nil)

    init(_ name: String, _ arguments: [String]) {
        self.name = name
        self.arguments = arguments
    }

    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    /// Starts the program from the folder of the daemon's executable or, if it is not there, from
    /// `PATH`. If the program ends by itself, the daemon ends too. The program ends with the daemon,
    /// even if the daemon is killed; so call this method on the main thread.
    ///
    /// - Throws: `Problem` if the program cannot be started.
    func start() throws(Problem) {
        var options = SpawnOptions()
        options.closesFrom = STDERR_FILENO + 1
        options.defaultSignals = nil
        // Ctrl-C reaches only the daemon, which ends the other programs in order.
        options.leadsGroup = true
        options.inputFile = "/dev/null"
        let path = siblingProgram(name)
        let (pid, code) = spawn(
            [path] + arguments, environment: environmentEntries() + [ParentProcess.variable],
            options)
        guard code == 0 else {
            throw Problem(description: "cannot start \(path): \(errorText(code))")
        }
        state.withLock { $0 = .running(pid) }
        do {
            let thread = try Thread { self.wait(for: pid) }
            self.thread.withLock { $0 = thread }
        } catch {
            end()
            throw Problem(description: "cannot watch \(name): \(errorText(error.code))")
        }
    }

    private func wait(for pid: pid_t) {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        let wasExpected = state.withLock { state in
            defer { state = .ended }
            if case .ending = state { return true }
            return false
        }
        if wasExpected { return }
        let text = Array("pagerd: \(name) has ended, so pagerd ends too\n".utf8)
        SystemCalls.write(STDERR_FILENO, text, text.count)
        kill(getpid(), SIGTERM)
    }

    /// The maximum time, in seconds, to wait after SIGTERM before the program is killed.
    private static let patience = 5.0

    /// Ends the program, and returns when it has ended.
    func end() {
        let pid: pid_t? = state.withLock { state in
            guard case .running(let pid) = state else { return nil }
            state = .ending
            kill(pid, SIGTERM)
            return pid
        }
        if let pid, let process = try? ProcessDescriptor(pid),
            !process.wait(seconds: Self.patience)
        {
            kill(pid, SIGKILL)
        }
        let thread = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        thread?.join()
    }

    /// Whether the program has ended by itself. Read it before calling `end()`.
    var hasFailed: Bool {
        state.withLock { state in
            if case .ended = state { return true }
            return false
        }
    }
}
