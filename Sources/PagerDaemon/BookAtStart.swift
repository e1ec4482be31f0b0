internal import Containment
internal import PagerBook
internal import PagerModel
internal import PagerServer
internal import PagerWire
internal import Synchronization
internal import SystemCalls

/// The book at the path in the option `--book`: a file or folder that describes pages. The daemon
/// reads it after the journal, because the commands that show the book depend on the restored
/// state.
final class BookAtStart: StartingBook {
    private struct State {
        /// The book whose commands the method `commands` last returned. If the engine refuses one
        /// of these commands, `replacePage` uses the book to find the page that contains the
        /// mistake.
        var book: Book?
        /// The pages that the engine has refused, each with its path or file and a description of
        /// the error.
        var refused: [(page: String, problem: String)] = []
    }

    /// The absolute path, which the daemon reports to its clients.
    let path: String
    /// The path as the user wrote it. Error messages contain this path.
    private let givenPath: String
    private let folders: [String]
    /// The controller kinds and styles that the daemon has before any page is shown.
    private let vocabulary: BookVocabulary
    private let state = Mutex(State())

    /// Creates the book without reading it.
    ///
    /// - Parameters:
    ///   - folders: Folders outside of the book's folder to which paths and links in the book may
    ///     lead.
    ///   - additions: The kinds and styles that the book may use in addition to the built-in ones.
    init(_ path: String, allowing folders: [String], adding additions: Plugins) {
        self.path = realPath(path) ?? path
        givenPath = path
        self.folders = folders
        vocabulary = BookVocabulary(
            adding: additions.kinds.map(\.declaration), styles: additions.styles.map(\.name))
    }

    var problems: [String] { state.withLock { $0.book?.problems ?? [] } }
    var remarks: [String] { state.withLock { $0.book?.remarks ?? [] } }

    /// The mistakes in the book that can be found without the engine. They are available even if
    /// the daemon would not start with the book.
    var mistakes: [String] {
        Book.mistakes(path: givenPath, allowing: folders, vocabulary: vocabulary)
    }

    func commands(
        over running: RunningState, replacing: Bool
    ) throws(StartProblem) -> BookCommands {
        let refused = state.withLock { $0.refused }
        let book: Book
        do {
            let read = try Book.readWhatWorks(
                path: givenPath, allowing: folders, vocabulary: vocabulary, refused: refused)
            book = try change(running, to: read, replacing: replacing)
        } catch let problem as DocumentProblem {
            throw StartProblem(problem.description)
        } catch {
            throw StartProblem("the state cannot be compared with the book: \(error)")
        }
        state.withLock { $0.book = book }
        var commands = BookCommands(book.commands)
        commands.isReplacing = replacing && !running.isEmpty
        commands.removal = book.removal
        commands.styles = book.redefinitions
        return commands
    }

    private func change(
        _ running: RunningState, to book: Book, replacing: Bool
    ) throws -> Book {
        if running.isEmpty { return book }
        let live = try LiveState(
            windows: running.windows, controllers: running.controllers,
            styles: running.styles, views: running.views,
            presentations: running.presentations, vocabulary: vocabulary)
        return try replacing
            ? book.replacement(of: live) : book.changes(to: live, atStart: true)
    }

    func replacePage(refusedWith refusal: CommandError) -> Bool {
        state.withLock { state in
            guard let book = state.book, let page = book.page(of: refusal),
                !state.refused.contains(where: { $0.page.utf8.elementsEqual(page.utf8) })
            else { return false }
            state.refused.append((page, book.describe(refusal)))
            return true
        }
    }

    func describe(_ refusal: CommandError) -> String {
        state.withLock { $0.book?.describe(refusal) } ?? refusal.message
    }
}
