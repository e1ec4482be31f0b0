internal import Glibc
internal import NIOCore
internal import SystemCalls
internal import PagerModel
internal import PagerWire

/// The viewer's own files, such as pages and scripts. They are read once at the start. The other
/// files of the folder are not served. Libraries for formulas and code, which Debian's packages
/// `libjs-katex` and `libjs-highlight.js` contain, are served if they are installed.
struct WebFolder: Sendable {
    private let files: TextDictionary<ByteBuffer>
    /// A JSON object with the paths of the viewer's pages and scripts, and with a version that
    /// changes if any of these files changes. A browser stores the files, so that it can reload the
    /// page while pagerview does not run.
    let list: ByteBuffer

    /// The paths of the viewer's pages, each with the name of the page's file.
    private static let pages: [(path: String, name: String)] = [
        ("/", "index.html"), ("/inspect", "inspect.html"), ("/operate", "operate.html"),
        ("/presenter", "presenter.html"), ("/remote", "remote.html"), ("/print", "print.html"),
    ]

    /// The folder in which Debian installs libraries of JavaScript.
    static let libraries = "/usr/share/javascript"
    /// The files of libraries that are served at `/lib/`.
    private static let libraryFiles = [
        "katex/katex.min.js", "katex/katex.min.css", "highlight.js/highlight.min.js",
    ]
    private static let libraryFonts = "katex/fonts"

    /// Reads the viewer's files from a folder.
    ///
    /// - Returns: Nil if the folder has no `index.html`.
    init?(path: String, libraries: String = WebFolder.libraries) {
        var files = TextDictionary<ByteBuffer>()
        Self.read(path, "", into: &files)
        guard files["index.html"] != nil else { return nil }
        let fonts = (names(in: "\(libraries)/\(Self.libraryFonts)") ?? [])
            .map { "\(Self.libraryFonts)/" + String(decoding: $0, as: UTF8.self) }
            .filter { $0.hasSuffix(".woff2") }
        for name in Self.libraryFiles + fonts {
            if let bytes = Self.contents(of: "\(libraries)/\(name)") {
                files["lib/\(name)"] = ByteBuffer(bytes: bytes)
            }
        }
        self.files = files
        list = Self.list(of: files)
    }

    private static func list(of files: TextDictionary<ByteBuffer>) -> ByteBuffer {
        let names = files.keys.sorted()
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for name in names {
            for byte in Array(name.utf8) + [0] + Array(files[name]?.readableBytesView ?? .init()) {
                // A hash like FNV-1a suffices, because the version must only differ for different
                // files.
                hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
            }
        }
        let paths = pages.filter { files[$0.name] != nil }.map(\.path) + names.map { "/" + $0 }
        let list = Value.object([
            .init("version", .string(String(hash, radix: 16))),
            .init("paths", .array(paths.map { .string($0) })),
        ])
        return ByteBuffer(string: list.json)
    }

    private static func read(
        _ folder: String, _ prefix: String, into files: inout TextDictionary<ByteBuffer>
    ) {
        for bytes in names(in: folder) ?? [] where bytes.first != UInt8(ascii: ".") {
            let name = String(decoding: bytes, as: UTF8.self)
            let path = "\(folder)/\(name)"
            if isServed(name), let bytes = contents(of: path) {
                files[prefix + name] = ByteBuffer(bytes: bytes)
            } else if prefix.utf8.count < BookFolder.longestPath {
                read(path, "\(prefix)\(name)/", into: &files)
            }
        }
    }

    private static func contents(of path: String) -> [UInt8]? {
        let descriptor = SystemCalls.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return bytes(of: descriptor, at: 0, count: Int(status.st_size))
    }

    /// Returns the folders that pagerview searches for the viewer's files, in this order:
    ///
    /// 1. `../share/pagerd/web`, relative to the folder of the path `executable`.
    /// 2. `../share/pagerd/web`, relative to the folder of the program itself, if `executable` is a
    ///    symbolic link or contains one.
    /// 3. `clients/web` in the source folder, if the program is in a `.build` folder.
    ///
    /// pagerview searches no other folder above the program, because a different user may have
    /// created that folder.
    ///
    /// - Parameter executable: The path with which the program was started.
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

    /// Returns the first folder that has an `index.html`.
    static func first(of candidates: [String]) -> String? {
        candidates.first { access("\($0)/index.html", R_OK) == 0 }
    }

    /// Returns the folder of the sources from which the program at `path` was built. Returns nil if
    /// the program is not in a `.build` folder.
    private static func sources(of path: String) -> String? {
        var folder = parent(path)
        while folder != "/", folder != "" {
            let name = folder.split { $0 == "/" }.last ?? ""
            folder = parent(folder)
            if name.hasPrefix(".build") { return folder }
        }
        return nil
    }

    private static func parent(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "" }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Returns the file for the path of a request. For the path of a page, such as `/` or
    /// `/inspect`, this is the HTML file of the page.
    func file(_ path: String) -> (name: String, bytes: ByteBuffer)? {
        let page = Self.pages.first { $0.path == path }
        let name = page?.name ?? String(path.dropFirst())
        return files[name].map { (name, $0) }
    }

    private static func isServed(_ name: String) -> Bool {
        ["html", "js", "css", "svg", "png"].contains { name.hasSuffix(".\($0)") }
    }
}
