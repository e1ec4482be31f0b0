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

    /// Makes the folder of a PDF, unless it has been made from this version of the PDF.
    ///
    /// - Returns: The path of the book in the folder.
    /// - Throws: `DocumentProblem` with the reason why it cannot be made.
    static func make(from path: String) throws(DocumentProblem) -> String {
        let folder = folder(of: path)
        let book = "\(folder)/book.yaml"
        guard let time = modified(path) else {
            throw DocumentProblem(path, FileProblem.failed(errno).sentence)
        }
        if let made = modified(book), made >= time { return book }
        if FileContents.isFolder(folder) {
            guard isOwn(book) else {
                throw DocumentProblem(
                    path,
                    "\(folder) is for the pages of the PDF, but has other files; rename it, or call "
                        + "pagerview make-book with another --folder")
            }
            remove(folder)
        }
        if let problem = run(["make-book", path, "--folder", folder]) {
            throw DocumentProblem(path, problem)
        }
        return book
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

    /// Removes what `pagerview make-book` has made.
    private static func remove(_ folder: String) {
        for name in SystemCalls.names(in: folder) ?? [] {
            let name = String(decoding: name, as: UTF8.self)
            let stem = PageFiles.stem(name).utf8
            let isPage = !stem.isEmpty && stem.allSatisfy { (0x30...0x39).contains($0) }
            let isMade = isPage && (name.hasSuffix(".svg") || name.hasSuffix(".png"))
            if isMade || name == "book.yaml" { unlink("\(folder)/\(name)") }
        }
        rmdir(folder)
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
