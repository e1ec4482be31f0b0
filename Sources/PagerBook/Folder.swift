internal import Glibc

/// The folder of a book. Nothing outside of it is read or named.
struct Folder: Sendable {
    /// The whole way to it, without links.
    let path: String

    /// - Throws: `FileProblem`.
    init(_ path: String) throws(FileProblem) {
        self.path = try Self.real(path)
    }

    /// Where a path inside the folder leads.
    enum Target {
        /// Without `.` and `..`, and the whole way to it.
        case inside(relative: String, full: String)
        case outside
        case missing
        case failed(FileProblem)
    }

    /// Follows a path from the folder, with its links.
    func find(_ relative: String) -> Target {
        guard !relative.utf8.contains(0) else { return .missing }
        guard !relative.hasPrefix("/") else { return .outside }
        var parts: [Substring] = []
        for part in relative.split(separator: "/") where part != "." {
            if part != ".." {
                parts.append(part)
            } else if parts.popLast() == nil {
                return .outside
            }
        }
        guard !parts.isEmpty else { return .failed(.folder) }
        let clean = parts.joined(separator: "/")
        let full = "\(path)/\(clean)"
        do {
            let target = try Self.real(full)
            let root = path == "/" ? "/" : path + "/"
            return target.hasPrefix(root) ? .inside(relative: clean, full: full) : .outside
        } catch {
            if case .failed(ENOENT) = error { return .missing }
            if case .failed(ENOTDIR) = error { return .missing }
            return .failed(error)
        }
    }

    /// The names in the folder in the order of pages, without hidden ones.
    ///
    /// - Throws: `FileProblem`; `nil` stands for a name that is not UTF-8.
    func names() throws(FileProblem) -> [String?] {
        guard let directory = opendir(path) else { throw .failed(errno) }
        defer { closedir(directory) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(directory) else {
                guard errno == 0 else { throw .failed(errno) }
                return names.sorted(by: NameOrder.precedes)
            }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let name else { return [nil] }
            if !name.hasPrefix(".") { names.append(name) }
        }
    }

    private static func real(_ path: String) throws(FileProblem) -> String {
        guard let pointer = realpath(path, nil) else { throw .failed(errno) }
        defer { free(pointer) }
        return String(cString: pointer)
    }
}
