internal import CLinux
internal import Glibc
internal import PagerModel

/// Starts programs.
enum Spawn {
    /// The process, or why there is none: a code of errno, else 0.
    ///
    /// - Parameters:
    ///   - words: the executable and its arguments.
    ///   - environment: all of it, entries `NAME=VALUE`.
    static func start(
        _ words: [String], in directory: String?, environment: [String]
    ) -> (pid: pid_t, code: Int32) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        if let directory { posix_spawn_file_actions_addchdir_np(&actions, directory) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
        posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
        var attributes = attributes()
        let arguments = words.map { strdup($0) } + [nil]
        let entries = environment.map { strdup($0) } + [nil]
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
            for text in arguments + entries { free(text) }
        }
        var pid: pid_t = 0
        let code = posix_spawnp(&pid, words[0], &actions, &attributes, arguments, entries)
        return (pid, code)
    }

    /// Signals as a program expects them, which the daemon's own differ from; a group of its own.
    private static func attributes() -> posix_spawnattr_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
        return attributes
    }

    /// The daemon's environment with some variables in place of its own; the last of a name counts.
    static func environment(with variables: [(name: String, text: String)]) -> [String] {
        var entries: [String] = []
        var names = Set(variables.map(\.name))
        var entry = environ
        while let text = entry.pointee {
            let line = String(cString: text)
            if !names.contains(String(line.prefix { $0 != "=" })) { entries.append(line) }
            entry += 1
        }
        for (name, text) in variables.reversed() where names.remove(name) != nil {
            entries.append("\(name)=\(text)")
        }
        return entries
    }
}
