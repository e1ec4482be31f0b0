internal import CLinux
internal import Glibc
internal import SystemCalls
internal import PagerModel

/// Starts programs.
package enum Spawn {
    /// The process, or why there is none: a code of errno, else 0.
    ///
    /// - Parameters:
    ///   - words: the executable and its arguments.
    ///   - environment: all of it, entries `NAME=VALUE`.
    package static func start(
        _ words: [String], in directory: String?, environment: [String]
    ) -> (pid: Int32, code: Int32) {
        var options = SpawnOptions()
        options.folder = directory
        options.inputFile = "/dev/null"
        options.streams = [(STDERR_FILENO, STDOUT_FILENO)]
        options.closesFrom = STDERR_FILENO + 1
        // Signals as a program expects them, which the daemon's own differ from.
        options.defaultSignals = nil
        options.leadsGroup = true
        return spawn(words, environment: environment, options)
    }

    /// The daemon's environment with some variables in place of its own; the last of a name counts.
    package static func environment(with variables: [(name: String, text: String)]) -> [String] {
        var entries: [String] = []
        var names = Set<String>(variables.map(\.name))
        for line in environmentEntries()
        where !names.contains(String(line.prefix { $0 != "=" })) {
            entries.append(line)
        }
        for (name, text) in variables.reversed() where names.remove(name) != nil {
            entries.append("\(name)=\(text)")
        }
        return entries
    }
}
