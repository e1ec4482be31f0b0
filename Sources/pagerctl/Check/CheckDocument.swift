internal import PagerBook
internal import PagerModel

/// A check file: its checks, and the positions of their parts.
struct CheckDocument {
    let checks: [CheckCase]
    private let document: Document

    /// The path of the file as given.
    var file: String { document.name }

    /// Reads the checks in a file.
    ///
    /// - Throws: `Failure` with exit status 64 and the position of the first mistake.
    init(_ path: String, _ vocabulary: CheckVocabulary) throws(Failure) {
        do {
            document = try Document.read(path: path)
        } catch {
            throw Failure(Failure.misused, error.description)
        }
        do {
            checks = try CheckFile(steps: CheckSteps(vocabulary: vocabulary)).cases(document.value)
        } catch {
            let place = Self.place(of: error.path, in: document)
            let what = error.path.isEmpty ? "" : "\(error.path): "
            throw Failure(Failure.misused, "\(place): \(what)\(error.text)")
        }
    }

    /// Returns the position, as `FILE:LINE:COLUMN`, of the value at a path such as
    /// `checks[1].when[0]`.
    func place(of path: String) -> String { Self.place(of: path, in: document) }

    private static func place(of path: String, in document: Document) -> String {
        let place = document.place(of: path)
        return "\(document.name):\(place.line):\(place.column)"
    }
}
