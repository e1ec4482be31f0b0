internal import LibC
internal import SystemCalls

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
