internal import CLinux
internal import Glibc
internal import SystemCalls
internal import PagerModel

/// Functions that start programs.
package enum Spawn {
    /// Starts a program. Returns its process id, or 0 with an error number in `code`.
    ///
    /// - Parameters:
    ///   - words: The executable and its arguments.
    ///   - environment: The complete environment as `NAME=VALUE` entries.
    ///   - output: The descriptor that becomes the standard output and the standard error.
    package static func start(
        _ words: [String], in directory: String?, environment: [String], output: Int32
    ) -> (pid: Int32, code: Int32) {
        var options = SpawnOptions()
        options.folder = directory
        options.inputFile = "/dev/null"
        options.streams = [(output, STDOUT_FILENO), (output, STDERR_FILENO)]
        options.closesFrom = STDERR_FILENO + 1
        // The daemon's own signal settings differ from what programs expect.
        options.defaultSignals = nil
        options.leadsGroup = true
        return spawn(words, environment: environment, options)
    }

    /// Returns the daemon's environment with `variables` added. They replace existing variables
    /// with the same names. If `variables` contains a name twice, the last value applies.
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
