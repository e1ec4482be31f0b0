internal import LibC
public import PagerModel
internal import SystemCalls

/// The folder in which daemons create their sockets and clients look for them.
///
/// It is `$PAGERD_RUNTIME_DIR`, else `$XDG_RUNTIME_DIR/pagerd`, else `/tmp/pagerd-UID`. A relative
/// path starts at the current folder. Anyone who can write there can impersonate the daemon. Therefore the folder must belong to this user, must
/// not be a link, and must not be accessible to other users.
public struct RuntimeDirectory: Sendable {
    /// An error about the folder, with advice.
    public struct Problem: Error, Equatable, CustomStringConvertible {
        public let description: String
        /// Whether the folder was removed after its creation, so that another attempt may succeed.
        public var isPassing = false
    }

    /// The maximum length of a socket's path in bytes, without the terminating zero.
    public static let longestSocketPath = 107

    public let path: String

    /// Determines the folder from the environment, without checking it.
    public init() {
        if let given = Self.environment("PAGERD_RUNTIME_DIR") {
            path = absolutePath(given)
        } else if let session = Self.session {
            path = session + "/pagerd"
        } else {
            path = "/tmp/pagerd-\(getuid())"
        }
    }

    private static var session: String? { environment("XDG_RUNTIME_DIR").map(absolutePath) }

    public init(path: String) { self.path = path }

    /// Whether both `PAGERD_RUNTIME_DIR` and `XDG_RUNTIME_DIR` are unset or empty, as in a cron
    /// job.
    public static var isUnset: Bool {
        environment("PAGERD_RUNTIME_DIR") == nil && environment("XDG_RUNTIME_DIR") == nil
    }

    /// The advice for a path in a folder that `XDG_RUNTIME_DIR` names and that does not exist, as
    /// after `su`. Nil for any other path.
    public static func missingSession(of path: String) -> String? {
        guard environment("PAGERD_RUNTIME_DIR") == nil, let session,
            path.hasPrefix(session + "/pagerd"), access(session, F_OK) != 0, errno == ENOENT
        else { return nil }
        return "XDG_RUNTIME_DIR names the folder \(session), which does not exist; unset "
            + "XDG_RUNTIME_DIR, or set PAGERD_RUNTIME_DIR to a folder of yours"
    }

    /// The name of the instance if none is given: `PAGERD_NAME`, else `default`.
    public static var defaultInstance: String { environment("PAGERD_NAME") ?? "default" }

    private static func environment(_ name: String) -> String? {
        guard let text = environmentVariable(name) else { return nil }
        return text.isEmpty ? nil : text
    }

    /// Returns the path of the folder of the daemon `name`.
    public func instance(_ name: String) -> String { "\(path)/\(name)" }

    /// Returns the default endpoints of the daemon `name`.
    public func endpoints(_ name: String) -> Endpoints {
        let folder = instance(name)
        return Endpoints {
            $0.command = "ipc://\(folder)/command"
            $0.events = "ipc://\(folder)/events"
            $0.plugins = "ipc://\(folder)/plugins"
        }
    }

    /// Creates the runtime folder and, inside it, the folder of the daemon `name` if they do not
    /// exist. Then checks both.
    ///
    /// - Throws: `Problem` if a folder cannot be created or cannot be trusted.
    public func prepare(_ name: String) throws(Problem) {
        for folder in [path, instance(name)] {
            if mkdir(folder, 0o700) != 0, errno != EEXIST { throw Self.problem(making: folder) }
            do throws(Problem) {
                try Self.check(folder)
            } catch {
                guard FileIdentity(at: folder) == nil, errno == ENOENT else { throw error }
                throw Problem(description: error.description, isPassing: true)
            }
        }
    }

    /// Returns the error for a folder that `mkdir` could not create.
    private static func problem(making folder: String) -> Problem {
        let (code, advice) = (errno, "set PAGERD_RUNTIME_DIR to a folder of yours")
        if let text = missingSession(of: folder) { return Problem(description: text) }
        guard code == ENOENT, let slash = folder.lastIndex(of: "/") else {
            return Problem(
                description: "cannot create the folder \(folder): \(errorText(code)); \(advice)")
        }
        return Problem(
            description: "cannot create the folder \(folder), because the folder "
                + "\(folder[..<slash]) does not exist; create that, or \(advice)")
    }

    /// Checks the runtime folder and the folder of the daemon `name`. A missing folder is not an
    /// error.
    ///
    /// - Throws: `Problem` if the folder cannot be trusted.
    public func check(_ name: String) throws(Problem) {
        for folder in [path, instance(name)] {
            var status = stat()
            if lstat(folder, &status) != 0, errno == ENOENT { return }
            try Self.check(folder)
        }
    }

    /// Checks the runtime folder, which contains the folders of all daemons. A missing folder is
    /// not an error.
    ///
    /// - Throws: `Problem` if the folder cannot be trusted.
    public func check() throws(Problem) {
        var status = stat()
        if lstat(path, &status) != 0, errno == ENOENT { return }
        try Self.check(path)
    }

    private static func check(_ folder: String) throws(Problem) {
        var status = stat()
        guard lstat(folder, &status) == 0 else {
            throw Problem(description: "cannot examine \(folder): \(reason())")
        }
        let problem: String? =
            if status.st_mode & S_IFMT == S_IFLNK {
                "is a link"
            } else if status.st_mode & S_IFMT != S_IFDIR {
                "is not a folder"
            } else if status.st_uid != getuid() {
                "belongs to the user \(status.st_uid), not to \(getuid())"
            } else if status.st_mode & 0o077 != 0 {
                "is accessible to other users (mode "
                    + "\(String(status.st_mode & 0o777, radix: 8)), not 700)"
            } else {
                nil
            }
        guard let problem else { return }
        throw Problem(
            description: "the folder \(folder) \(problem); others could impersonate the daemon. "
                + "Correct that, or set PAGERD_RUNTIME_DIR to a folder of yours")
    }

    /// Returns the names of the instances that have a folder, sorted. Plain files are skipped.
    /// Links are returned, so that `check` can refuse them.
    public func instances() -> [String] {
        let names = (SystemCalls.names(in: path) ?? []).map { String(decoding: $0, as: UTF8.self) }
        return names.filter { Identifier($0) != nil && isFolder($0) }.sorted()
    }

    /// Returns whether `name` is a folder or a link in the runtime folder. Returns true if the
    /// system cannot tell.
    private func isFolder(_ name: String) -> Bool {
        var status = stat()
        guard lstat(instance(name), &status) == 0 else { return true }
        return [S_IFDIR, S_IFLNK].contains(status.st_mode & S_IFMT)
    }

    static func reason() -> String { errorText(errno) }
}

/// The folder for the persistent files of daemons.
///
/// It is the first of these that is set: `$PAGERD_STATE_DIR`, `$PAGERD_RUNTIME_DIR`, systemd's
/// `$STATE_DIRECTORY`, `$XDG_STATE_HOME/pagerd`. If none is set, it is `~/.local/state/pagerd`.
/// `$PAGERD_RUNTIME_DIR` is in the list because users who set it want all files there.
public struct StateDirectory: Sendable {
    /// The error for a folder that cannot be created.
    public struct Problem: Error, Equatable, CustomStringConvertible {
        public let description: String
    }

    public let path: String

    /// Determines the folder from the environment, without checking it. Returns nil if no variable
    /// is set and the user has no home folder.
    public init?() {
        let given = ["PAGERD_STATE_DIR", "PAGERD_RUNTIME_DIR", "STATE_DIRECTORY"]
        if let path = given.lazy.compactMap({ Self.environment($0) }).first {
            self.path = absolutePath(path)
        } else if let state = Self.environment("XDG_STATE_HOME") {
            path = absolutePath(state) + "/pagerd"
        } else if let home = Self.home {
            path = home + "/.local/state/pagerd"
        } else {
            return nil
        }
    }

    private static func environment(_ name: String) -> String? {
        guard let text = environmentVariable(name) else { return nil }
        return text.isEmpty ? nil : text
    }

    private static var home: String? {
        if let given = environment("HOME") { return given }
        return homeFolder(of: getuid())
    }

    /// Returns the path of an instance's journal.
    public func journal(_ name: String) -> String { "\(path)/\(name).journal" }

    /// Returns the path of the file in which the viewer of an instance stores the access tokens for
    /// browsers.
    public func viewerTokens(_ name: String) -> String { "\(path)/\(name).viewer-tokens" }

    /// Returns the path of the file in which the viewer of an instance stores the token for editing
    /// the book.
    public func viewerEditToken(_ name: String) -> String { "\(path)/\(name).viewer-edit-token" }

    /// Creates the folder and its missing parents, without access for other users.
    ///
    /// - Throws: `Problem` if a folder cannot be created, except on a read-only file system.
    public func prepare() throws(Problem) {
        var folder = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            folder += "/" + part
            guard mkdir(folder, 0o700) == 0 || errno == EEXIST || errno == EROFS else {
                throw Problem(
                    description: "cannot create the folder \(folder): "
                        + errorText(errno))
            }
        }
    }
}

/// Returns a path from the root and without final slashes, behind which a link would look like a
/// folder. A daemon, its plugins and its clients may have different current folders.
func absolutePath(_ path: String) -> String {
    var text = path[...]
    while text.utf8.count > 1, text.utf8.last == UInt8(ascii: "/") { text.removeLast() }
    guard !text.hasPrefix("/"), let here = realPath(".") else { return String(text) }
    return (here == "/" ? "" : here) + "/" + text
}
