internal import Glibc
internal import PagerModel
internal import PagerWire
internal import SystemCalls

/// A reader of check files.
///
/// A separate program, `pagerctl-document`, parses the files. Its YAML parser needs Foundation, and
/// loading Foundation would slow down every call of pagerctl.
enum CheckDocument {
    /// Reads the checks in a file.
    ///
    /// - Throws: `Failure` with exit status 64 and the position of the first mistake.
    static func read(_ path: String, _ vocabulary: CheckVocabulary) throws(Failure) -> [CheckCase] {
        let text = try Subprocess.output(of: [program, path])
        let value: Value
        do {
            value = try JSONParser.parse(text, maximumDepth: JSONParser.deepest)
        } catch {
            throw Failure(Failure.misused, "\(path): \(error)")
        }
        do {
            return try CheckFile(steps: CheckSteps(vocabulary: vocabulary)).cases(value)
        } catch {
            let what = error.path.isEmpty ? "" : "\(error.path): "
            let place = try place(of: error.path, in: path)
            throw Failure(Failure.misused, "\(place): \(what)\(error.text)")
        }
    }

    /// Returns the position, as `FILE:LINE:COLUMN`, of the value at a path such as
    /// `checks[1].when[0]`.
    static func place(of path: String, in file: String) throws(Failure) -> String {
        "\(file):"
            + String(decoding: try Subprocess.output(of: [program, file, path]), as: UTF8.self)
    }

    /// The path of the program `pagerctl-document` in the folder of pagerctl, or only the program's
    /// name if that folder does not contain it. If the program finds a mistake in a file, pagerctl
    /// shows the program's output as the error message.
    static var program: String { siblingProgram("pagerctl-document") }
}
