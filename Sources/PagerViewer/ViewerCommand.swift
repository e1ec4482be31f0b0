internal import ArgumentParser
internal import PagerClient
internal import PagerModel
internal import SystemCalls

/// The command line of pagerview.
struct ViewerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pagerview",
        abstract: "Shows in browsers what a pagerd shows, and lets them turn pages.",
        discussion: """
            It is an ordinary client of the daemon. It prints one line that starts with "ready" and \
            an address, and before it one with "watch". A browser that opens the address of "ready" \
            may command, one that opens that of "watch" may watch; without the token behind its # \
            it is refused, or with --watch-without-token it only watches. /inspect shows the tree, \
            the events and every command. When the daemon goes away the page waits for it.

            EXAMPLES
              pagerview --book slides/         the daemon's book, so that its pictures are found
              pagerview --name wall --port 8000
              pagerview make-certificate wall.local 192.168.1.5
              pagerview --listen 0.0.0.0:8443 --tls-cert pagerview-cert.pem \\
                --tls-key pagerview-key.pem --allow-host wall.local
              pagerview --port 8000 --public-address https://wall.example \\
                --public-content-address https://wall-content.example   behind a reverse proxy
            """,
        version: "pagerview \(Product.version)",
        subcommands: [MakeCertificate.self])

    @Option(help: "The instance, else PAGERD_NAME, else default.")
    var name: String?

    @Option(help: "Its command socket, else PAGERD_COMMAND.")
    var command: String?

    @Option(help: "Its events socket, else PAGERD_EVENTS.")
    var events: String?

    @Option(
        help: "The port on 127.0.0.1, 0 to 65535; 0 is any that is free.",
        transform: ViewerCommand.readPort)
    var port: UInt16?

    @Option(
        help: """
            The address and port to listen on, such as 0.0.0.0:8443 for all networks, in place of \
            --port. Beyond this machine it needs --tls-cert.
            """)
    var listen: String?

    @Option(
        help: """
            The port for what pages show, on the same address; else the one after --port, or any \
            that is free.
            """, transform: ViewerCommand.readPort)
    var contentPort: UInt16?

    @Option(help: "The certificate for https, in PEM form. See pagerview make-certificate.")
    var tlsCert: String?

    @Option(help: "The key of the certificate, in PEM form.")
    var tlsKey: String?

    @Flag(help: "Serves other machines without TLS: everybody on the network can read along.")
    var insecureHttp = false

    @Option(help: "One more name of this machine that browsers may use; may be repeated.")
    var allowHost: [String] = []

    @Option(
        help: """
            The address by which browsers reach it through a reverse proxy, such as \
            https://wall.example. Pages of this address are answered, too.
            """)
    var publicAddress: String?

    @Option(
        help: """
            The address by which browsers reach the content port through the reverse proxy: \
            another host name or port than --public-address.
            """)
    var publicContentAddress: String?

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
            The token for commands, else PAGERVIEW_TOKEN, else one that nobody can guess. Other \
            users of the machine can read the arguments of a program, but not its environment.
            """)
    var token: String?

    @Option(
        help: """
            The token for watching, else PAGERVIEW_WATCH_TOKEN, else one that nobody can guess.
            """)
    var watchToken: String?

    @Flag(help: "Lets browsers without a token watch: everybody who can reach the port.")
    var watchWithoutToken = false

    static func readPort(_ text: String) throws -> UInt16 {
        guard let port = UInt16(text) else {
            throw ValidationError("a port is a number from 0 to 65535")
        }
        return port
    }

    /// `--listen`, or `--port` on this machine alone.
    var listening: Listening? {
        listen.map { Listening($0) } ?? Listening(host: "127.0.0.1", port: Int(port ?? 0))
    }

    var commandToken: String? { token ?? environmentVariable("PAGERVIEW_TOKEN") }
    var watchingToken: String? { watchToken ?? environmentVariable("PAGERVIEW_WATCH_TOKEN") }

    mutating func validate() throws {
        try validateBook()
        try validateTokens()
        try validateAddresses()
        try validateProxy()
    }

    private func validateBook() throws {
        guard allow.isEmpty && assets.isEmpty || book != nil else {
            throw ValidationError("--allow and --assets add to --book; say where the book is")
        }
    }

    private func validateTokens() throws {
        guard commandToken?.isEmpty != true, watchingToken?.isEmpty != true else {
            throw ValidationError("an empty token would let everybody command or watch")
        }
        for token in [commandToken, watchingToken].compactMap({ $0 }) {
            guard token.utf8.count <= AccessTokens.longest else {
                throw ValidationError("a token has at most \(AccessTokens.longest) bytes")
            }
        }
        guard commandToken == nil || commandToken != watchingToken else {
            throw ValidationError("the tokens to command and to watch are the same; choose two")
        }
    }

    private func validateAddresses() throws {
        guard listen == nil || port == nil else {
            throw ValidationError("--listen names the port already; leave --port out")
        }
        guard let listening else {
            throw ValidationError(
                "--listen is an address of this machine and a port, such as 0.0.0.0:8443 or "
                    + "[::1]:8000, not \(quoted(listen ?? ""))")
        }
        guard (tlsCert == nil) == (tlsKey == nil) else {
            throw ValidationError("--tls-cert and --tls-key belong together; give both")
        }
        guard listening.isLoopback || tlsCert != nil || insecureHttp else {
            throw ValidationError(
                "--listen \(listening.host):\(listening.port) is reached from other machines, and "
                    + "without TLS everybody on the network can read the token; give --tls-cert and "
                    + "--tls-key (pagerview make-certificate makes them), or --insecure-http if you "
                    + "want that")
        }
        for name in allowHost
        where WebOrigin("http://\(name)")?.host != name.lowercased()
            || WebOrigin(name, port: 1, isSecure: false)?.host != name.lowercased() + ":1"
        {
            throw ValidationError(
                "--allow-host is a name or an address without a port, such as wall.local, not "
                    + quoted(name))
        }
    }

    private func validateProxy() throws {
        for (option, text) in [
            ("--public-address", publicAddress), ("--public-content-address", publicContentAddress),
        ] {
            guard let text, WebOrigin(text) == nil else { continue }
            throw ValidationError(
                "\(option) is http:// or https:// and a host, such as https://wall.example, not "
                    + quoted(text))
        }
        guard (publicAddress == nil) == (publicContentAddress == nil) else {
            throw ValidationError(
                "--public-address and --public-content-address belong together: what pages show "
                    + "comes from an origin of its own; let the proxy pass another host name, or "
                    + "another port, on to the content port")
        }
        guard
            publicAddress == nil
                || WebOrigin(publicAddress ?? "")?.host
                    != WebOrigin(publicContentAddress ?? "")?.host
        else {
            throw ValidationError(
                "--public-content-address needs another host name or port than --public-address")
        }
    }

    func run() throws { try ViewerProgram(self).run() }
}

/// pagerview itself: reads the command line and serves until it is told to end.
public func runPagerview() {
    ViewerCommand.runAndExit(Array(CommandLine.arguments.dropFirst()))
}
