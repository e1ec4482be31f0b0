import PagerBook
import PagerModel

/// Parses a book from a temporary file, with other files beside it.
func makeBook(
    _ text: String, _ name: String = "book.yaml", beside files: [String] = [],
    vocabulary: BookVocabulary = .builtIn
) throws -> Book {
    let folder = try Scratch()
    defer { folder.remove() }
    for file in files { try folder.write(file, "x") }
    try folder.write(name, text)
    return try Book.read(path: folder / name, vocabulary: vocabulary)
}

/// Parses a talk in Markdown, which may show two pictures.
func makeTalk(_ text: String, _ name: String = "talk.md") throws -> Book {
    try makeBook(text, name, beside: ["a.png", "b c.png"])
}

/// Returns the params of the commands that create the slides of a talk.
func slides(_ text: String, _ name: String = "talk.md") throws -> [Value] {
    try makeTalk(text, name).commands.filter { $0.method == "controller.create" }
        .map(\.params).filter { $0["content"]?["type"] == "text/markdown" }
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
