internal import Glibc
internal import PagerModel
internal import PagerWire

/// Check files as they lie on disk.
///
/// They are read by `pagerctl-document`, a program of its own: the YAML reader brings Foundation
/// with it, and every call of pagerctl would pay for loading that.
enum CheckDocument {
    /// - Throws: status 64 with the place of the first mistake.
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

    /// `FILE:LINE:COLUMN` of what a path such as `checks[1].when[0]` leads to.
    static func place(of path: String, in file: String) throws(Failure) -> String {
        "\(file):"
            + String(decoding: try Subprocess.output(of: [program, file, path]), as: UTF8.self)
    }

    /// What it has to say about a mistake it says itself.
    static var program: String { Subprocess.sibling("pagerctl-document") }
}
