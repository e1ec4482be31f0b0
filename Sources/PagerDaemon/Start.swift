internal import Glibc
internal import SystemCalls
internal import Logging
internal import PagerBook
internal import PagerModel
internal import PagerServer
internal import Synchronization

/// Functions for the start of the daemon: the commands of the book, and the messages to people and
/// supervisors.
enum Start {
    /// The book, kept to locate mistakes that only the engine detects.
    private static let book = Mutex<Book?>(nil)

    /// Returns the commands that bring the running state in line with a book.
    ///
    /// - Parameters:
    ///   - vocabulary: the kinds, styles and events of the daemon before any page is shown.
    ///   - replacing: whether everything that exists is replaced.
    /// - Throws: `DocumentProblem` with the place of the first mistake.
    static func commands(
        of path: String, allowing folders: [String], vocabulary: BookVocabulary,
        over state: RunningState, replacing: Bool
    ) throws -> BookCommands {
        var book = try Book.read(path: path, allowing: folders, vocabulary: vocabulary)
        if !state.isEmpty {
            let running = try LiveState(
                windows: state.windows, controllers: state.controllers, styles: state.styles,
                views: state.views, presentations: state.presentations, vocabulary: vocabulary)
            book =
                try replacing
                ? book.replacement(of: running) : book.changes(to: running, atStart: true)
        }
        Self.book.withLock { $0 = book }
        var commands = BookCommands(book.commands)
        commands.isReplacing = replacing && !state.isEmpty
        commands.removal = book.removal
        commands.styles = book.redefinitions
        return commands
    }

    static func announce(_ name: String, _ endpoints: Endpoints, _ format: LogFormat) {
        switch format {
        case .text:
            announce("\(name) command=\(endpoints.command) events=\(endpoints.events)")
        case .json:
            JSONLogHandler().write(
                .notice, "ready",
                [
                    "name": "\(name)", "command": "\(endpoints.command)",
                    "events": "\(endpoints.events)", "plugins": "\(endpoints.plugins)",
                ])
        }
    }

    static func announce(_ text: String) { write("ready \(text.printable)\n") }

    static func fail(_ error: any Error, _ format: LogFormat = .text) -> Never {
        var text = "\(error)"
        if let refusal = error as? CommandError {
            text = book.withLock { $0?.describe(refusal) } ?? refusal.message
        }
        switch format {
        case .text: write("pagerd: \(text.printable)\n")
        case .json: JSONLogHandler().write(.critical, text, [:])
        }
        exit(1)
    }

    private static func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = SystemCalls.write(STDERR_FILENO, bytes, bytes.count)
    }
}
