/// An error in a document or a book. One line contains the file, the position if it is known, the
/// reason and advice.
public struct DocumentProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error in the format of compilers, so that editors can jump to the place:
    /// `wallboard.yaml:12:5: what is wrong`.
    public let description: String

    /// Creates an error from its text, which must be one line.
    init(line: String) { description = line }

    init(_ name: String, _ message: String, at place: (line: Int, column: Int)? = nil) {
        guard let place else {
            description = "\(name): \(message)"
            return
        }
        description = "\(name):\(place.line):\(place.column): \(message)"
    }
}
