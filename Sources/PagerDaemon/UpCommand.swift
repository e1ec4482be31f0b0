internal import ArgumentParser
internal import Containment
internal import PagerModel

/// The command line of `pagerd up`.
struct UpCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "up", _superCommandName: "pagerd",
        abstract: "Shows a book in the browser, and applies changes of its files.",
        discussion: """
            The command starts a daemon with the book, pagerview for browsers, and pagerctl apply \
            --watch, which applies the book each time one of its files changes. It prints the \
            address to open. Ctrl-C ends all three.

            On a machine that shows pages all day, start the three as units of systemd instead.

            EXAMPLES
              pagerd up wallboard.yaml
              pagerd up slides/ --name hall --port 8000
            """)

    @Argument(help: "The book: a YAML or JSON file, a Markdown file, or a folder.")
    var book: String

    @OptionGroup var instance: InstanceOption

    @Option(help: "The port of the viewer on 127.0.0.1; 0 means any free port.")
    var port: UInt16 = 0

    @Option(help: "A folder outside of the book's folder that pages may use; may be repeated.")
    var allow: [String] = []

    @Option(help: ArgumentHelp("The journal's location, or none.", valueName: "file|none"))
    var journal: String?

    /// The options that `pagerd up` passes to the daemon, to `pagerview` and to `pagerctl`.
    private var common: [String] { ["--name=\(instance.name)"] }

    private var allowed: [String] { allow.map { "--allow=\($0)" } }

    /// Runs the daemon, `pagerview` and `pagerctl apply --watch` until a signal ends them.
    func serve(adding additions: Plugins) throws {
        var arguments = common + allowed + ["--book=\(book)"]
        if let journal { arguments.append("--journal=\(journal)") }
        let daemon = try DaemonCommand.parse(arguments)
        daemon.serve(
            adding: additions,
            with: [
                Companion("pagerview", common + allowed + ["--book=\(book)", "--port=\(port)"]),
                Companion("pagerctl", common + ["apply", book, "--watch", "--human"] + allowed),
            ])
    }
}
