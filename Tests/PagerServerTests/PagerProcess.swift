import DaemonUnderTest

/// The pagerd built with this test, in a runtime folder of its own. It is killed when the object is
/// released.
final class PagerProcess {
    private let process: TestProcess

    init(_ options: [String], runtime: String, environment: [String] = []) throws {
        process = try TestProcess(
            ["\(TestDaemon.products)/pagerd"] + options,
            environment: ["PAGERD_RUNTIME_DIR=\(runtime)"] + environment, reading: .both)
    }

    /// Returns the next line without its line break, or an empty one at the end.
    func line() throws -> String { try process.line() ?? "" }

    /// Sends a signal, if given, and waits for the end. Returns the exit status, which is nil if a
    /// signal killed the process, and the remaining output.
    func end(signal: Int32? = nil) throws -> (status: Int32?, output: String) {
        if let signal { process.kill(signal) }
        var lines: [String] = []
        while let line = try process.line() { lines.append(line) }
        process.reap()
        return (process.status, lines.joined(separator: "\n"))
    }
}
