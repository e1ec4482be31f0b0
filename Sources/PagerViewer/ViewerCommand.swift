internal import ArgumentParser
internal import Foundation
internal import Glibc
internal import PagerClient

/// The command line of pagerview.
struct ViewerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pagerview",
        abstract: "Shows in browsers what a pagerd shows, and lets them turn pages.",
        discussion: """
            It is an ordinary client of the daemon and serves this machine only. It prints one \
            line that starts with "ready" and an address. A browser that opens the whole address \
            may command; without the token behind its # it is refused, or with \
            --watch-without-token it only watches. /inspect shows the tree, the events and every \
            command. When the daemon goes away the page waits for it.

            EXAMPLES
              pagerview --book slides/         the daemon's book, so that its pictures are found
              pagerview --name wall --port 8000
            """)

    @Option(help: "The instance, else PAGERD_NAME, else default.")
    var name: String?

    @Option(help: "Its command socket, else PAGERD_COMMAND.")
    var command: String?

    @Option(help: "Its events socket, else PAGERD_EVENTS.")
    var events: String?

    @Option(help: "The port on 127.0.0.1; 0 is any that is free.")
    var port: UInt16 = 0

    @Option(help: "The book that the daemon shows: a folder, or a file in it.")
    var book: String?

    @Option(help: "A folder outside of the book's that its paths may lead into; may be repeated.")
    var allow: [String] = []

    @Option(help: "A folder whose files are served although no page names them; may be repeated.")
    var assets: [String] = []

    @Option(
        help: """
            The folder of the viewer's pages and scripts. Else ../share/pagerd/web beside the \
            program, else clients/web of the sources that it was built from.
            """)
    var web: String?

    @Option(
        help: """
            The token, else PAGERVIEW_TOKEN, else one that nobody can guess. Other users of the \
            machine can read the arguments of a program, but not its environment.
            """)
    var token: String?

    @Flag(help: "Lets browsers without the token watch: everybody on this machine.")
    var watchWithoutToken = false

    mutating func validate() throws {
        guard allow.isEmpty && assets.isEmpty || book != nil else {
            throw ValidationError("--allow and --assets add to --book; say where the book is")
        }
        guard (token ?? Self.tokenLeft)?.isEmpty != true else {
            throw ValidationError("an empty token would let everybody command")
        }
        guard (token ?? Self.tokenLeft ?? "").utf8.count <= Gate.longestToken else {
            throw ValidationError("a token has at most \(Gate.longestToken) bytes")
        }
    }

    private static var tokenLeft: String? { ProcessInfo.processInfo.environment["PAGERVIEW_TOKEN"] }

    func run() throws {
        Listener.allowManyFiles()
        signal(SIGPIPE, SIG_IGN)
        signal(SIGINT) { _ in _exit(0) }
        signal(SIGTERM) { _ in _exit(0) }
        let site = try site()
        guard let server = WebServer(port: port, site: site) else {
            let cause = String(cString: strerror(errno))
            throw ValidationError("port \(port) of 127.0.0.1 cannot be served: \(cause)")
        }
        site.gate.port = server.port
        site.conversation.relay.notify(server.wake)
        Notes.write("ready http://127.0.0.1:\(server.port)/#token=\(site.gate.token)")
        server.run()
    }

    /// Starts following the daemon, too.
    private func site() throws -> Site {
        let address: Address
        do {
            address = try Address.resolve(name: name, command: command, events: events)
        } catch {
            throw ValidationError("\(error)")
        }
        let web = try webFolder()
        let gate = Gate(token: token ?? Self.tokenLeft)
        let relay = Relay()
        let files = try files(relay)
        let desk = CommandDesk(address)
        DaemonLink(address: address, relay: relay).start()
        desk.start()
        return Site(
            gate: gate, web: web, contents: Contents(gate: gate, relay: relay, files: files),
            conversation: Conversation(
                gate: gate, relay: relay, desk: desk, admitsWatchers: watchWithoutToken))
    }

    private func files(_ relay: Relay) throws -> Contents.Files? {
        guard let book else { return nil }
        guard let folder = BookFolder(path: book, allowing: allow, assets: assets) else {
            throw ValidationError("--book \(book) or a folder of --allow or --assets is not there")
        }
        return Contents.Files(folder: folder, named: NamedFiles(relay: relay, folder: folder))
    }

    private func webFolder() throws -> WebFolder {
        if let web {
            guard let folder = WebFolder(path: web) else {
                throw ValidationError("--web \(web) has no index.html")
            }
            return folder
        }
        let executable = Bundle.main.executablePath ?? CommandLine.arguments[0]
        let candidates = WebFolder.candidates(executable: executable)
        guard let path = WebFolder.first(of: candidates), let folder = WebFolder(path: path) else {
            throw ValidationError(
                "the viewer's pages are not in \(candidates.joined(separator: ", nor in ")); name "
                    + "their folder by --web")
        }
        return folder
    }
}

/// pagerview itself: reads the command line and serves until it is told to end.
public func runPagerview() {
    ViewerCommand.main()
}
