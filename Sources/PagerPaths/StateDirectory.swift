internal import LibC
internal import SystemCalls

/// The folder in which daemons keep what outlives them.
///
/// `$PAGERD_STATE_DIR`, else `$PAGERD_RUNTIME_DIR`, for who sets that wants all of a daemon there;
/// else systemd's `$STATE_DIRECTORY`, else `$XDG_STATE_HOME/pagerd`, else `~/.local/state/pagerd`.
public struct StateDirectory: Sendable {
    /// What is wrong with it.
    public struct Problem: Error, Equatable, CustomStringConvertible {
        public let description: String
    }

    public let path: String

    /// The folder by the environment, nil where nothing tells; nothing is looked at yet.
    public init?() {
        let given = ["PAGERD_STATE_DIR", "PAGERD_RUNTIME_DIR", "STATE_DIRECTORY"]
        if let path = given.lazy.compactMap({ Self.environment($0) }).first {
            self.path = path
        } else if let state = Self.environment("XDG_STATE_HOME") {
            path = state + "/pagerd"
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

    /// The journal of an instance.
    public func journal(_ name: String) -> String { "\(path)/\(name).journal" }

    /// Makes the folder and those above it, closed to others.
    ///
    /// - Throws: `Problem`.
    public func prepare() throws(Problem) {
        var folder = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            folder += "/" + part
            guard mkdir(folder, 0o700) == 0 || errno == EEXIST || errno == EROFS else {
                throw Problem(
                    description: "cannot make the folder \(folder) for the journal: "
                        + errorText(errno))
            }
        }
    }
}
