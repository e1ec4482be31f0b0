import PagerBook
import PagerModel

/// Parses a book from a temporary file.
func makeBook(
    _ text: String, _ name: String = "book.yaml", vocabulary: BookVocabulary = .builtIn
) throws -> Book {
    let folder = try Scratch()
    defer { folder.remove() }
    try folder.write(name, text)
    return try Book.read(path: folder / name, vocabulary: vocabulary)
}

/// Returns the commands of a book, one a line.
func lines(_ book: Book) -> [String] {
    book.commands.map { "\($0.method) \(plain($0.params, by: " "))" }
}

extension Stage {
    /// Creates a scene and runs the commands of a book in it.
    init(_ text: String) throws {
        self.init()
        try carryOut(try makeBook(text).commands)
    }
}
