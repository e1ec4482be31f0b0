internal import Glibc
internal import PagerModel
internal import SystemCalls

/// A PDF as a book: `pagerview make-book` makes a folder beside it, whose book is read.
enum PDFBook {
    static func isPDF(_ path: String) -> Bool { path.lowercased().hasSuffix(".pdf") }

    /// Returns the path of the folder for a PDF.
    static func folder(of path: String) -> String { String(path.dropLast(".pdf".count)) }

    /// The beginning of the book that `pagerview make-book` makes.
    private static let mark = "# Made by pagerview make-book"
    /// The maximum number of bytes that are read of what `pagerview` prints.
    private static let longestText = 64 << 10
    /// The maximum nanoseconds between the last page of a folder and its book.
    private static let longestPause = 30_000_000_000

    /// Makes the folder of a PDF, unless it has been made from this version of the PDF. The files of
    /// the version before stay until the new ones are complete.
    ///
    /// - Returns: The path of the book in the folder.
    /// - Throws: `DocumentProblem` with the reason why it cannot be made.
    static func make(from path: String) throws(DocumentProblem) -> String {
        let folder = folder(of: path)
        let book = "\(folder)/book.yaml"
        guard let time = modified(path) else {
            throw DocumentProblem(path, FileProblem.failed(errno).sentence)
        }
        let made = modified(book)
        if let made, made >= time { return book }
        if FileContents.isFolder(folder) {
            guard isOwn(book) else {
                throw DocumentProblem(
                    path,
                    "\(folder) is for the pages of the PDF, but has other files; rename it, or call "
                        + "pagerview make-book with another --folder")
            }
            guard let made, !isEdited(book, at: made, in: folder) else {
                throw DocumentProblem(
                    path,
                    "\(book) was edited after it had been made from an older version of the PDF; "
                        + "show it with --book \(book), or delete it")
            }
        }
        let new = "\(folder).\(getpid())"
        defer {
            for name in pages(in: new) + ["book.yaml"] { unlink("\(new)/\(name)") }
            rmdir(new)
        }
        if let problem = run(["make-book", path, "--folder", new]) {
            throw DocumentProblem(path, problem)
        }
        if let code = move(from: new, to: folder) {
            throw DocumentProblem(folder, FileProblem.failed(code).sentence)
        }
        return book
    }

    /// Returns the path of the book that was made from an older version of a PDF, or nil.
    static func oldBook(of path: String) -> String? {
        let book = "\(folder(of: path))/book.yaml"
        return isOwn(book) ? book : nil
    }

    /// Moves what `pagerview make-book` has made into the folder, and removes the pages of an older
    /// version. Other files stay. Returns the code of an error.
    private static func move(from new: String, to folder: String) -> Int32? {
        if mkdir(folder, 0o777) != 0, errno != EEXIST { return errno }
        let made = pages(in: new)
        // The book is last: until then, the old one is shown.
        for name in made + ["book.yaml"]
        where rename("\(new)/\(name)", "\(folder)/\(name)") != 0 {
            return errno
        }
        let kept = TextSet(made)
        for name in pages(in: folder) where !kept.contains(name) { unlink("\(folder)/\(name)") }
        return nil
    }

    /// Returns whether a book was changed later than the pages that were made with it.
    private static func isEdited(_ book: String, at time: Int, in folder: String) -> Bool {
        let pages = pages(in: folder).compactMap { modified("\(folder)/\($0)") }
        return pages.max().map { time > $0 + longestPause } ?? false
    }

    /// Returns the names of the pictures that `pagerview make-book` has made.
    private static func pages(in folder: String) -> [String] {
        (SystemCalls.names(in: folder) ?? []).map { String(decoding: $0, as: UTF8.self) }
            .filter { name in
                let stem = PageFiles.stem(name).utf8
                let isPage = !stem.isEmpty && stem.allSatisfy { (0x30...0x39).contains($0) }
                return isPage && (name.hasSuffix(".svg") || name.hasSuffix(".png"))
            }
    }

    /// Returns the time of the last change in nanoseconds.
    private static func modified(_ path: String) -> Int? {
        var status = stat()
        guard stat(at: path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
    }

    private static func isOwn(_ book: String) -> Bool {
        let start = try? FileContents.start(of: book, 64).bytes
        return start?.starts(with: mark.utf8) == true
    }

    /// Runs `pagerview`. Returns its error message, or nil if it has succeeded.
    private static func run(_ words: [String]) -> String? {
        guard let (reading, writing) = pipeEnds() else { return errorText(errno) }
        defer { close(reading) }
        var options = SpawnOptions()
        options.streams = [(writing, STDOUT_FILENO), (writing, STDERR_FILENO)]
        let program = siblingProgram("pagerview")
        let (pid, code) = spawn(
            [program] + words, environment: environmentEntries(), options)
        close(writing)
        guard code == 0 else { return "\(program) cannot be started: \(errorText(code))" }
        var output: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = SystemCalls.read(reading, into: &piece)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            output += piece[..<min(count, max(0, longestText - output.count))]
        }
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        if status == 0 { return nil }
        let line = output.split(separator: UInt8(ascii: "\n")).first ?? []
        let start = "Error: "
        let text = String(decoding: line, as: UTF8.self)
        return text.hasPrefix(start) ? String(text.dropFirst(start.count)) : text
    }
}
