internal import Foundation
internal import Glibc
internal import SystemCalls
internal import PagerModel

/// The viewer's own pages and scripts, read once at the start: a request names one of them or
/// nothing.
struct WebFolder: Sendable {
    private let files: TextDictionary<[UInt8]>

    /// - Returns: nil where the folder has no `index.html`.
    init?(path: String) {
        let manager = FileManager.default
        guard let names = try? manager.subpathsOfDirectory(atPath: path) else { return nil }
        var files = TextDictionary<[UInt8]>()
        for name in names where Self.isServed(name) {
            files[name] = manager.contents(atPath: "\(path)/\(name)").map { [UInt8]($0) }
        }
        guard files["index.html"] != nil else { return nil }
        self.files = files
    }

    /// Where the folder of a program may be, in the order in which it is looked for:
    /// `../share/pagerd/web` beside the program, by the path it was started with and by its real
    /// one; then, for a program in a `.build` folder, `clients/web` of the sources around that. No
    /// other folder above the program: anybody might have put one there.
    static func candidates(executable: String) -> [String] {
        let real = realPath(executable)
        var paths = [executable]
        if let real, real != executable { paths.append(real) }
        let installed = paths.map { path in
            let prefix = parent(parent(path))
            return "\(prefix == "/" ? "" : prefix)/share/pagerd/web"
        }
        return installed + paths.compactMap { sources(of: $0).map { "\($0)/clients/web" } }
    }

    /// The first of some folders that has an `index.html`.
    static func first(of candidates: [String]) -> String? {
        candidates.first { FileManager.default.fileExists(atPath: "\($0)/index.html") }
    }

    /// The folder that a program was built in.
    private static func sources(of path: String) -> String? {
        var folder = parent(path)
        while folder != "/", folder != "" {
            let name = (folder as NSString).lastPathComponent
            folder = parent(folder)
            if name.hasPrefix(".build") { return folder }
        }
        return nil
    }

    private static func parent(_ path: String) -> String {
        (path as NSString).deletingLastPathComponent
    }

    /// The file of a request's path; `/` and `/inspect` are pages.
    func file(_ path: String) -> (name: String, bytes: [UInt8])? {
        let name =
            switch path {
            case "/", "": "index.html"
            case "/inspect": "inspect.html"
            default: String(path.dropFirst())
            }
        return files[name].map { (name, $0) }
    }

    private static func isServed(_ name: String) -> Bool {
        ["html", "js", "css", "svg", "png"].contains { name.hasSuffix(".\($0)") }
            && !name.hasPrefix("tests/") && !name.hasPrefix("bench/") && !name.contains("/.")
    }
}
