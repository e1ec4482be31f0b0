import PagerPaths

/// The access tokens that pagerview stores in a file of the state folder. So browsers keep their
/// access when pagerview or its machine restarts.
///
/// The file is `NAME.viewer-tokens`, and only its owner can read it. To withdraw the tokens, remove
/// the file and restart pagerview.
struct KeptTokens {
    let command: String
    let watch: String

    /// Reads the tokens that are stored for a daemon's name. Creates them if there is no file.
    ///
    /// - Throws: `Problem` if there is no state folder, or if the file is invalid or cannot be
    ///   trusted, read or written.
    init(_ name: String) throws(Problem) {
        guard let folder = StateDirectory() else {
            throw Problem(description: "there is no state folder for them; set PAGERD_STATE_DIR")
        }
        do {
            try folder.prepare()
            try self.init(in: folder.viewerTokens(name))
        } catch {
            throw Problem(description: "\(error)")
        }
    }

    /// The reason why the tokens cannot be read or stored, as a sentence.
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    private init(in path: String) throws {
        if !GuardedFile.exists(path) {
            let tokens = "\(Secret.random())\n\(Secret.random())\n"
            try GuardedFile.create(path, tokens, mode: 0o600)
        }
        let lines = try GuardedFile.read(path, isSecret: true).split { $0.isNewline }
        guard lines.count == 2, lines[0] != lines[1],
            lines.allSatisfy({ $0.utf8.count <= AccessTokens.longest })
        else {
            throw Problem(
                description: "\(path) must contain two different lines, the token for commands "
                    + "and the one for watching; remove it, and pagerview creates a new one")
        }
        (command, watch) = (String(lines[0]), String(lines[1]))
    }
}
