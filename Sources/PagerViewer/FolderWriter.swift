internal import Glibc
internal import PagerModel
internal import SystemCalls

/// A writer of the files of one folder. A file is always replaced as a whole: a temporary file in the
/// same folder, which gets the old file's mode and owner, is synced and renamed.
struct FolderWriter: Sendable {
    /// The reason why a file is not written, as a sentence. The old file is unchanged.
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    /// The absolute path of the folder, without links.
    let root: String
    /// The pauses of 20 ms for which a writer waits until another one has finished.
    private static let mostPauses = 250

    /// A file that is being written under a temporary name. `end` or `cancel` must follow.
    struct Draft {
        fileprivate let folder: Int32
        fileprivate let file: Int32
        fileprivate let name: String
        fileprivate let temporary: String

        fileprivate func path(_ name: String) -> String { "/proc/self/fd/\(folder)/\(name)" }

        /// Appends bytes.
        ///
        /// - Throws: `Problem`, for example on a full disk. Then `cancel` must follow.
        func write(_ bytes: [UInt8]) throws(Problem) {
            guard SystemCalls.write(all: bytes, to: file) else { throw problem(errno) }
        }

        /// Removes the temporary file.
        func cancel() {
            unlink(path(temporary))
            close(file)
            close(folder)
        }

        fileprivate func problem(_ code: Int32) -> Problem {
            let isFull = [ENOSPC, EDQUOT, EFBIG].contains(code)
            return Problem(
                description: isFull
                    ? "the disk is full, so \(name) is not written; remove other files first"
                    : "cannot write \(name): \(errorText(code))")
        }
    }

    /// Replaces a file, or creates it.
    ///
    /// - Parameters:
    ///   - path: The path of the file. A link is followed if it does not lead out of the folder.
    ///   - old: The bytes that the file must still have. Nil for a file that must not exist.
    /// - Throws: `Problem` if it has other bytes, or cannot be written.
    func replace(_ path: String, expecting old: [UInt8]?, with new: [UInt8]) throws(Problem) {
        let draft = try begin(path)
        do throws(Problem) {
            try draft.write(new)
            try end(draft, expecting: old)
        } catch {
            draft.cancel()
            throw error
        }
    }

    /// Creates a temporary file beside a path.
    func begin(_ path: String) throws(Problem) -> Draft {
        var status = stat()
        // A link to nothing has no place at which a file could be written.
        let isThere = lstat(path, &status) == 0
        let given = realPath(path.parentFolder).map { "\($0)/\(path.fileName)" }
        guard let real = isThere ? realPath(path) : given else {
            throw Problem(description: "\(path) leads to no file, so nothing is written")
        }
        let (home, name) = (real.parentFolder, real.fileName)
        let folder = SystemCalls.open(home, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard folder >= 0 else {
            throw Problem(description: "cannot open \(home): \(errorText(errno))")
        }
        // This check detects a link that has replaced a folder since the path was resolved.
        guard let target = realPath("/proc/self/fd/\(folder)"), isInside(target) else {
            close(folder)
            throw Problem(
                description: "\(path) leads out of the folder \(root), so it is not written")
        }
        let temporary = ".\(Secret.random(count: 16)).pagerview"
        let file = SystemCalls.open(
            "/proc/self/fd/\(folder)/\(temporary)",
            O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, isThere ? 0o600 : 0o666)
        guard file >= 0 else {
            let code = errno
            close(folder)
            throw Draft(folder: -1, file: -1, name: name, temporary: "").problem(code)
        }
        return Draft(folder: folder, file: file, name: name, temporary: temporary)
    }

    private func isInside(_ path: String) -> Bool {
        path == root || path.utf8.starts(with: (root == "/" ? "/" : root + "/").utf8)
    }

    /// Gives a finished file its name.
    ///
    /// - Parameter old: The bytes that the file must still have. Nil for a file that must not exist.
    /// - Throws: `Problem`; then `cancel` must follow.
    func end(_ draft: Draft, expecting old: [UInt8]?) throws(Problem) {
        let target = draft.path(draft.name)
        try lock(draft)
        guard let old else {
            guard fsync(draft.file) == 0 else { throw draft.problem(errno) }
            guard link(draft.path(draft.temporary), target) == 0 else {
                throw errno == EEXIST ? changed(draft) : draft.problem(errno)
            }
            _ = fsync(draft.folder)
            return draft.cancel()
        }
        let found = SystemCalls.open(target, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard found >= 0 else { throw changed(draft) }
        defer { close(found) }
        try keepOwner(of: found, draft)
        var status = stat()
        guard fstat(found, &status) == 0, Int(status.st_size) == old.count,
            bytes(of: found, at: 0, count: old.count) == old
        else { throw changed(draft) }
        try rename(draft)
    }

    /// Gives a finished file its name, also if there is another file with this name.
    func end(replacing draft: Draft) throws(Problem) {
        try lock(draft)
        let found = SystemCalls.open(
            draft.path(draft.name), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        if found >= 0 {
            defer { close(found) }
            try keepOwner(of: found, draft)
        }
        try rename(draft)
    }

    private func rename(_ draft: Draft) throws(Problem) {
        guard fsync(draft.file) == 0,
            SystemCalls.rename(draft.path(draft.temporary), draft.path(draft.name)) == 0
        else { throw draft.problem(errno) }
        _ = fsync(draft.folder)
        draft.cancel()
    }

    private func changed(_ draft: Draft) -> Problem {
        Problem(
            description: "another program has changed \(draft.name) meanwhile, so nothing is "
                + "written; look at the new state and try again")
    }

    /// Waits until no other pagerview writes in the folder. Closing the folder ends the lock.
    private func lock(_ draft: Draft) throws(Problem) {
        var pauses = 0
        while flock(draft.folder, LOCK_EX | LOCK_NB) != 0 {
            pauses += 1
            guard errno == EWOULDBLOCK || errno == EINTR, pauses < Self.mostPauses else {
                throw Problem(
                    description: "another program has locked the folder of \(draft.name), so "
                        + "nothing is written; try again")
            }
            usleep(20_000)
        }
    }

    private func keepOwner(of old: Int32, _ draft: Draft) throws(Problem) {
        var (before, now) = (stat(), stat())
        guard fstat(old, &before) == 0, fstat(draft.file, &now) == 0,
            before.st_mode & S_IFMT == S_IFREG
        else { throw Problem(description: "\(draft.name) is no file, so it is not written") }
        let isOwned = (before.st_uid, before.st_gid) == (now.st_uid, now.st_gid)
        guard isOwned || fchown(draft.file, before.st_uid, before.st_gid) == 0 else {
            throw Problem(
                description: "\(draft.name) belongs to another user or group, which pagerview "
                    + "cannot keep; let pagerview run as this user")
        }
        // A change of the owner clears bits of the mode.
        guard fchmod(draft.file, before.st_mode & 0o7777) == 0 else { throw draft.problem(errno) }
    }
}

/// The names that files of a book may have if they come from a browser.
enum UploadName {
    private static let longest = 200

    /// Returns why a file may not have a name, or nil.
    static func problem(_ name: String) -> String? {
        let bytes = name.utf8
        if bytes.isEmpty || bytes.count > longest {
            return "a file's name must have 1 to \(longest) bytes; rename the file"
        }
        if bytes.contains(UInt8(ascii: "/")) || bytes.contains(UInt8(ascii: "\\"))
            || bytes.contains(where: { $0 < 0x20 || $0 == 0x7F })
        {
            return "a file's name must have no path and no control characters; rename the file"
        }
        if bytes.first == UInt8(ascii: ".") || bytes.last == UInt8(ascii: "~") {
            return "hidden files and backups are not shown; rename the file"
        }
        if ["pages.yaml", "theme.yaml"].contains(name.lowercased()) {
            return "\(name) is not a page of a folder, but its description; change it on the server"
        }
        return nil
    }
}

extension String {
    /// The path of the folder around the file at this path. Bytes separate the names, because a
    /// combining mark may follow a `/`.
    var parentFolder: String {
        guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == startIndex ? "/" : String(self[..<slash])
    }

    /// The last name of this path.
    var fileName: String {
        String(
            decoding: utf8.reversed().prefix { $0 != UInt8(ascii: "/") }.reversed(), as: UTF8.self)
    }
}
