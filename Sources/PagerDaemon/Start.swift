internal import Glibc
internal import PagerBook
internal import PagerModel
internal import PagerServer
internal import Synchronization

/// What a person or a supervisor reads at the start.
enum Start {
    /// Kept for the places of mistakes that only the engine finds.
    private static let book = Mutex<Book?>(nil)

    /// The commands of a book.
    ///
    /// - Throws: `DocumentProblem` with the place of the first mistake.
    static func commands(of path: String) throws -> [BatchedCommand] {
        let book = try Book.read(path: path)
        Self.book.withLock { $0 = book }
        return book.commands
    }

    static func announce(_ name: String, _ endpoints: Endpoints) {
        write("ready \(name) command=\(endpoints.command) events=\(endpoints.events)\n")
    }

    static func fail(_ error: any Error) -> Never {
        if let refusal = error as? Refusal {
            let text = book.withLock { $0?.describe(refusal) } ?? refusal.message
            write("pagerd: \(text)\n")
        } else {
            write("pagerd: \(error)\n")
        }
        exit(1)
    }

    private static func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }
}
