import PagerBook
import PagerModel

/// A book in a file of its own.
func makeBook(
    _ text: String, _ name: String = "book.yaml", vocabulary: BookVocabulary = .builtIn
) throws -> Book {
    let folder = try Scratch()
    defer { folder.remove() }
    try folder.write(name, text)
    return try Book.read(path: folder / name, vocabulary: vocabulary)
}

/// The commands of a book, a line for each.
func lines(_ book: Book) -> [String] {
    book.commands.map { "\($0.method) \(plain($0.params, by: " "))" }
}

extension Stage {
    /// A scene that has carried out what a book says.
    init(_ text: String) throws {
        self.init()
        try carryOut(try makeBook(text).commands)
    }
}
