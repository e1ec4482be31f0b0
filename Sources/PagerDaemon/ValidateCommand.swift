internal import ArgumentParser
internal import Containment
internal import Glibc
internal import PagerModel
internal import PagerServer

/// The command line of `pagerd validate`.
struct ValidateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate", _superCommandName: "pagerd",
        abstract: "Prints the mistakes in a book, without a running daemon.",
        discussion: """
            The command reads the book as a daemon with --book does, and shows it in memory only. \
            It prints each mistake with its file and line.

            The exit status is 0 for a book without mistakes, 1 for a book with mistakes, and 64 \
            for a mistake in the command line.

            EXAMPLES
              pagerd validate wallboard.yaml
              pagerd validate slides/ --allow /srv/photos
              pagerd validate wallboard.yaml --config daemon.yaml
            """)

    @Argument(help: "The book: a YAML or JSON file, a Markdown file, a PDF, or a folder.")
    var book: String

    @Option(help: "A folder outside of the book's folder that pages may use; may be repeated.")
    var allow: [String] = []

    @Option(help: "The daemon's configuration file, for the kinds of its plugins.")
    var config: String?

    /// Prints the mistakes in the book. Ends the process with status 1 if there are any.
    func validate(adding additions: Plugins) {
        let start = BookAtStart(book, allowing: allow, adding: additions)
        do {
            let problems = try problems(of: start, additions)
            for problem in problems { print(problem.printable) }
            for remark in start.remarks { print("warning: \(remark.printable)") }
            if !problems.isEmpty { Glibc.exit(EXIT_FAILURE) }
            print("\(book.printable) is valid")
        } catch {
            Start.fail(error)
        }
    }

    private func problems(of book: BookAtStart, _ additions: Plugins) throws -> [String] {
        var configuration = Configuration()
        configuration.additions = additions
        configuration.book = book
        if let config {
            configuration.pluginConfigurations = try ConfigurationFile(path: config).plugins()
        }
        do {
            return try Daemon.problems(ofBookIn: configuration)
        } catch {
            // The error contains only one of the mistakes.
            let mistakes = book.mistakes
            return mistakes.isEmpty ? ["\(error)"] : mistakes
        }
    }
}
