public import ArgumentParser
internal import Glibc
internal import SystemCalls
internal import PagerModel

extension ParsableCommand {
    /// Prints the parser's message for an error, or the requested help, and ends the process.
    /// Unlike `exit(withError:)`, it escapes control characters in the message.
    public static func end(with error: any Error) -> Never {
        let code = exitCode(for: error)
        let text = fullMessage(for: error).printableLines
        if !text.isEmpty {
            let bytes = Array((text + "\n").utf8)
            _ = write(code == .success ? STDOUT_FILENO : STDERR_FILENO, bytes, bytes.count)
        }
        Glibc.exit(code.rawValue)
    }

    /// Parses a command line and runs the command.
    public static func runAndExit(_ arguments: [String]) -> Never {
        do {
            var command = try parseAsRoot(arguments)
            try command.run()
            Glibc.exit(EXIT_SUCCESS)
        } catch {
            end(with: error)
        }
    }
}
