internal import ArgumentParser
internal import Foundation
internal import Glibc
internal import SystemCalls
internal import PagerClient
internal import PagerModel

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
              pagerview --port 8000 --public-address https://wall.example   behind a reverse proxy
            """)

    @Option(help: "The instance, else PAGERD_NAME, else default.")
    var name: String?

    @Option(help: "Its command socket, else PAGERD_COMMAND.")
    var command: String?

    @Option(help: "Its events socket, else PAGERD_EVENTS.")
    var events: String?

    @Option(
        help: "The port on 127.0.0.1, 0 to 65535; 0 is any that is free.",
        transform: { text in
            guard let port = UInt16(text) else {
                throw ValidationError("a port is a number from 0 to 65535")
            }
            return port
        })
    var port: UInt16 = 0

    @Option(
        help: """
            The address by which browsers reach it through a reverse proxy, such as \
            https://wall.example. Pages of this address are answered, too.
            """)
    var publicAddress: String?

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
        guard (token ?? Self.tokenLeft ?? "").utf8.count <= OriginPolicy.longestToken else {
            throw ValidationError("a token has at most \(OriginPolicy.longestToken) bytes")
        }
        guard publicAddress.map({ PublicAddress($0) != nil }) ?? true else {
            throw ValidationError(
                "--public-address is http:// or https:// and a host, such as "
                    + "https://wall.example, not \(quoted(publicAddress ?? ""))")
        }
    }

    private static var tokenLeft: String? { ProcessInfo.processInfo.environment["PAGERVIEW_TOKEN"] }

    func run() throws {
        Listener.allowManyFiles()
        signal(SIGPIPE, SIG_IGN)
        signal(SIGINT) { _ in _exit(0) }
        signal(SIGTERM) { _ in _exit(0) }
        // First, so that nothing is read and no daemon is followed for a port that is taken.
        guard let listener = Listener(port: port) else { try fail(toListen: errno) }
        let site = try site(port: listener.port)
        let server = WebServer(listener, site: site)
        site.conversation.relay.notify(server.wake)
        if let address = site.gate.publicAddress {
            StandardError.write("public \(address.origin)/#token=\(site.gate.token)")
        }
        StandardError.write("ready http://127.0.0.1:\(server.port)/#token=\(site.gate.token)")
        server.run()
    }

    /// Ends with a sentence that says which address cannot be had, why, and what to do.
    private func fail(toListen problem: Int32) throws -> Never {
        let address = "127.0.0.1:\(port)"
        switch problem {
        case EADDRINUSE:
            StandardError.write(
                "pagerview: another program listens on \(address); choose another port with "
                    + "--port, or leave --port out for any that is free")
        case EACCES:
            StandardError.write(
                "pagerview: this user may not listen on \(address); choose a port from 1024 on "
                    + "with --port")
        default:
            StandardError.write(
                "pagerview: cannot listen on \(address): \(errorText(problem)); "
                    + "choose another port with --port")
        }
        throw ExitCode.failure
    }

    /// Starts following the daemon, too.
    private func site(port: UInt16) throws -> Site {
        let address: Address
        do {
            address = try Address.resolve(name: name, command: command, events: events)
        } catch {
            throw ValidationError("\(error)")
        }
        let web = try webFolder()
        let gate = OriginPolicy(
            token: token ?? Self.tokenLeft,
            publicAddress: publicAddress.flatMap { PublicAddress($0) })
        gate.port = port
        let relay = BrowserHub()
        let files = try files(relay)
        let desk = CommandForwarder(address)
        DaemonLink(address: address, relay: relay).start()
        desk.start()
        return Site(
            gate: gate, web: web, contents: Contents(gate: gate, relay: relay, files: files),
            conversation: Conversation(
                gate: gate, relay: relay, desk: desk, admitsWatchers: watchWithoutToken))
    }

    private func files(_ relay: BrowserHub) throws -> Contents.Files? {
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
    ViewerCommand.runAndExit(Array(CommandLine.arguments.dropFirst()))
}
