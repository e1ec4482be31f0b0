internal import ArgumentParser
internal import Glibc
internal import SystemCalls
internal import PagerModel

extension ParsableCommand {
    /// Ends the process with what the parser says about an error, or with the help that was asked
    /// for. `exit(withError:)` would print what a file or a caller wrote as it is.
    static func end(with error: any Error) -> Never {
        let code = exitCode(for: error)
        let text = fullMessage(for: error).printableLines
        if !text.isEmpty {
            let bytes = Array((text + "\n").utf8)
            _ = write(code == .success ? STDOUT_FILENO : STDERR_FILENO, bytes, bytes.count)
        }
        Glibc.exit(code.rawValue)
    }

    /// Reads a command line and runs it.
    static func runAndExit(_ arguments: [String]) -> Never {
        do {
            var command = try parseAsRoot(arguments)
            try command.run()
            Glibc.exit(EXIT_SUCCESS)
        } catch {
            end(with: error)
        }
    }
}
