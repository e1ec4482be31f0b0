internal import PagerModel

/// The path of a daemon's book, and the mistakes that were found in the book.
struct BookProblems {
    let path: String
    /// A sentence for each mistake.
    let sentences: [String]

    /// Finds the report about the book in the reply to `server.stats`. Returns nil if the daemon
    /// has no book.
    init?(in stats: Value) {
        guard let book = stats["book"], let path = book["path"]?.string else { return nil }
        let problems = (book["problems"]?.array ?? []).compactMap(\.string)
        self.path = path
        sentences =
            book["shown"] != false
            ? problems : problems.map { "the latest version of the book is not shown: \($0)" }
    }
}
