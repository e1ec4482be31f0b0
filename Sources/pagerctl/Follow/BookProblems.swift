internal import PagerClient
internal import PagerModel

/// The book of a daemon, and its problems.
struct BookProblems {
    let path: String
    /// A sentence for each mistake.
    let sentences: [String]

    /// Requests the report of the daemon. Returns nil if no book was given to it.
    static func read(_ requester: inout Requester) throws(ClientError) -> BookProblems? {
        let stats = try requester.send(ServerStats()).result
        guard let book = stats["book"], let path = book["path"]?.string else { return nil }
        let problems = (book["problems"]?.array ?? []).compactMap(\.string)
        let isShown = book["shown"] != false
        return BookProblems(
            path: path,
            sentences: isShown
                ? problems : problems.map { "the book is not shown: \($0)" })
    }
}
