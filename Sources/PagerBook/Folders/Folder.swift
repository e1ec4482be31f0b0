internal import Glibc
internal import SystemCalls

/// The folder of a book. Nothing outside of it is read or named, unless another folder was allowed.
struct Folder: Sendable {
    /// The whole way to it, without links.
    let path: String
    /// The folders that paths and links may lead into as well.
    private let allowed: [String]

    /// - Throws: `FileProblem`.
    init(_ path: String, allowing allowed: [String] = []) throws(FileProblem) {
        self.path = try Self.real(path)
        self.allowed = allowed
    }

    /// Where a path inside the folder leads.
    enum Target {
        /// Without `.` and `..`, and the whole way to it. What lies in an allowed folder is named
        /// by the whole way, too.
        case inside(name: String, full: String)
        case outside
        case missing
        case failed(FileProblem)
    }

    /// Follows a path from the folder, with its links.
    func find(_ text: String) -> Target {
        guard !text.utf8.contains(0) else { return .missing }
        let plain = plain(text)
        guard plain != path else { return .failed(.folder) }
        let name = Self.name(of: plain, in: path)
        do {
            let target = try Self.real(plain)
            if Self.name(of: target, in: path) != nil, let name {
                return .inside(name: name, full: plain)
            }
            let isAllowed = ([path] + allowed).contains { Self.name(of: target, in: $0) != nil }
            return isAllowed ? .inside(name: name ?? target, full: plain) : .outside
        } catch {
            // Whether there is a file is told of the book's folders only.
            guard name != nil || allowed.contains(where: { Self.name(of: plain, in: $0) != nil })
            else { return .outside }
            if case .failed(ENOENT) = error { return .missing }
            if case .failed(ENOTDIR) = error { return .missing }
            return .failed(error)
        }
    }

    /// The whole way to a path as it is written, without `.` and `..`.
    private func plain(_ text: String) -> String {
        var parts = text.hasPrefix("/") ? [] : path.split(separator: "/")
        for part in text.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }

    /// A whole way as it is seen from a folder, nil where it does not lead into it.
    private static func name(of path: String, in folder: String) -> String? {
        let root = folder == "/" ? "/" : folder + "/"
        return path.hasPrefix(root) ? String(path.dropFirst(root.count)) : nil
    }

    /// Folders as the person who starts the program names them, the whole way to each.
    ///
    /// - Throws: `DocumentProblem` for one that is no folder.
    static func permitted(_ folders: [String]) throws(DocumentProblem) -> [String] {
        var found: [String] = []
        for folder in folders {
            do throws(FileProblem) {
                let whole = try real(folder)
                guard FileContents.isFolder(whole) else { throw FileProblem.noFolder }
                found.append(whole)
            } catch {
                throw DocumentProblem(folder, "\(error.sentence); --allow takes a folder")
            }
        }
        return found
    }

    /// The names in the folder in the order of pages, without hidden ones.
    ///
    /// - Throws: `FileProblem`; `nil` stands for a name that is not UTF-8.
    func names() throws(FileProblem) -> [String?] {
        guard let found = SystemCalls.names(in: path) else { throw .failed(errno) }
        var names: [String] = []
        for bytes in found {
            guard let name = String(validating: bytes, as: UTF8.self) else { return [nil] }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted(by: NameOrder.precedes)
    }

    private static func real(_ path: String) throws(FileProblem) -> String {
        guard let real = realPath(path) else { throw .failed(errno) }
        return real
    }
}
