/// What is wrong with a document or a book, where, and what to do about it; one line of text.
public struct DocumentProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// `wallboard.yaml:12:5: what is wrong`, as compilers write it, so that editors can jump there.
    public let description: String

    init(_ name: String, _ message: String, at place: (line: Int, column: Int)? = nil) {
        guard let place else {
            description = "\(name): \(message)"
            return
        }
        description = "\(name):\(place.line):\(place.column): \(message)"
    }
}
