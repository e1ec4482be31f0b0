internal import ArgumentParser
internal import Glibc
internal import PagerArguments
internal import PagerClient
internal import PagerModel
internal import SystemCalls

/// The command line of pagerview.
struct ViewerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pagerview",
        abstract: "Shows the pages of a pagerd in browsers, and lets browsers turn pages.",
        discussion: """
            pagerview is an ordinary client of the daemon. It prints two lines, each with an \
            address: "watch" for browsers that only watch, and "ready" for browsers that may also \
            send commands. The part after # is the token; without it pagerview refuses a browser, or \
            lets it only watch with --watch-without-token. /operate shows the pages, the screens \
            and an alarm button, /inspect the tree, the events and every command. While the daemon \
            does not run, the page waits for it.

            EXAMPLES
              pagerview --book slides/         the daemon's book, so that its pictures are found
              pagerview --book slides/ --edit slides/   /operate may change the book
              pagerview --name wall --port 8000
              pagerview make-certificate wall.local 192.168.1.5
              pagerview make-book slides.pdf            a PDF as a book
              pagerview export-pdf ADDRESS slides.pdf   the slides that are shown as a PDF
              pagerview --listen 0.0.0.0:8443 --tls-cert pagerview-cert.pem \\
                --tls-key pagerview-key.pem --allow-host wall.local
              pagerview --port 8000 --public-address https://wall.example \\
                --public-content-address https://wall-content.example   behind a reverse proxy
            """,
        version: "pagerview \(Product.version)",
        subcommands: [MakeCertificate.self, MakeBook.self, ExportPDF.self])

    @Option(help: "The name of the daemon; default: PAGERD_NAME, or `default`.")
    var name: String?

    @Option(help: "The daemon's command endpoint; default: PAGERD_COMMAND, or by name.")
    var command: String?

    @Option(help: "The daemon's events endpoint; default: PAGERD_EVENTS, or by name.")
    var events: String?

    @Option(
        help: "The port on 127.0.0.1; 0 means any free port.",
        transform: ViewerCommand.readPort)
    var port: UInt16?

    @Option(
        help: """
            The address and port to listen on, instead of --port; 0.0.0.0:8443 is reachable from \
            all networks. An address beyond this machine requires --tls-cert.
            """)
    var listen: String?

    @Option(
        help: """
            The port for the contents of pages, on the same address; default: the one after \
            --port, or any free port.
            """, transform: ViewerCommand.readPort)
    var contentPort: UInt16?

    @Option(help: "The certificate for https, in PEM form. See pagerview make-certificate.")
    var tlsCert: String?

    @Option(help: "The key of the certificate, in PEM form.")
    var tlsKey: String?

    @Flag(help: "Serves other machines without TLS, so that the network can read the traffic.")
    var insecureHttp = false

    @Option(help: "A further name of this machine that browsers may use; may be repeated.")
    var allowHost: [String] = []

    @Option(
        help: """
            The address of a reverse proxy by which browsers reach pagerview, such as \
            https://wall.example. pagerview also accepts requests from pages of this address.
            """)
    var publicAddress: String?

    @Option(
        help: """
            The address of the content port at the reverse proxy. Its host name or port must \
            differ from that of --public-address.
            """)
    var publicContentAddress: String?

    @Option(help: "The book that the daemon shows: a folder, or a file in it.")
    var book: String?

    @Option(help: "A folder outside of the book's folder that pages may use; may be repeated.")
    var allow: [String] = []

    @Option(help: "A folder whose files are served even if no page names them; may be repeated.")
    var assets: [String] = []

    @Option(
        help: """
            The book's folder, if browsers with the token for editing may change the book at \
            /operate, and send files to this folder.
            """)
    var edit: String?

    @Flag(help: "Lets the scripts of the book's HTML pages read the book's files with fetch.")
    var allowFetch = false

    @Option(
        help: """
            A host with a private address that pages with `probe: true` may check; may be repeated.
            """)
    var probePrivate: [String] = []

    @Option(
        help: """
            The folder of the viewer's pages and scripts; default: ../share/pagerd/web beside the \
            program, or clients/web of the sources that it was built from.
            """)
    var web: String?

    @Option(
        help: """
            The token for commands; default: PAGERVIEW_TOKEN, or a random one that pagerview keeps \
            in the state folder. Other users of the machine can read the arguments of a program, \
            but not its environment.
            """)
    var token: String?

    @Option(
        help: """
            The token for watching; default: PAGERVIEW_WATCH_TOKEN, or a random one that pagerview \
            keeps in the state folder.
            """)
    var watchToken: String?

    @Option(
        help: """
            The token for commands and for editing the book; default: PAGERVIEW_EDIT_TOKEN, or a \
            random one that pagerview keeps in the state folder.
            """)
    var editToken: String?

    @Flag(help: "Prints the address of the remote control as a QR code for a phone's camera.")
    var qr = false

    @Flag(help: "Lets every browser that can reach the port watch, without a token.")
    var watchWithoutToken = false

    @Flag(
        help: """
            Shows the reason why a page cannot be shown, also in a pager with autoAdvance, which \
            otherwise skips the page.
            """)
    var showFailures = false

    static func readPort(_ text: String) throws -> UInt16 {
        guard let port = UInt16(text) else {
            throw ValidationError("a port must be a number from 0 to 65535, got \(quoted(text))")
        }
        return port
    }

    /// The address to listen on: the address in the option `--listen` or, without this option,
    /// 127.0.0.1 with the port in the option `--port`. Nil if the address of `--listen` is invalid.
    var listening: Listening? {
        listen.map { Listening($0) } ?? Listening(host: "127.0.0.1", port: Int(port ?? 0))
    }

    var commandToken: String? { token ?? environmentVariable("PAGERVIEW_TOKEN") }
    var watchingToken: String? { watchToken ?? environmentVariable("PAGERVIEW_WATCH_TOKEN") }
    var editingToken: String? { editToken ?? environmentVariable("PAGERVIEW_EDIT_TOKEN") }

    mutating func validate() throws {
        try validateBook()
        try validateTokens()
        try validateAddresses()
        try validateProxy()
    }

    private func validateBook() throws {
        guard allow.isEmpty && assets.isEmpty || book != nil else {
            throw ValidationError("--allow and --assets need --book")
        }
        guard let edit else { return }
        guard let book else { throw ValidationError("--edit needs --book") }
        var status = stat()
        let isFolder = stat(at: book, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        let folder = isFolder ? book : book.parentFolder
        guard let real = realPath(folder), real == realPath(edit) else {
            throw ValidationError(
                "--edit must be the folder of the book, \(folder), not \(edit)")
        }
    }

    private func validateTokens() throws {
        let tokens = [commandToken, watchingToken, editingToken].compactMap { $0 }
        guard !tokens.contains("") else {
            throw ValidationError(
                "a token must not be empty, because an empty token would admit every browser")
        }
        for token in tokens {
            guard token.utf8.count <= AccessTokens.longest else {
                throw ValidationError(
                    "a token may have at most \(AccessTokens.longest) bytes, got "
                        + "\(token.utf8.count)"
                )
            }
        }
        guard TextSet(tokens).count == tokens.count else {
            throw ValidationError("the tokens for commands, watching and editing must differ")
        }
    }

    private func validateAddresses() throws {
        guard listen == nil || port == nil else {
            throw ValidationError("--listen already contains the port; omit --port")
        }
        guard let listening else {
            throw ValidationError(
                "--listen must be an address of this machine and a port, such as 0.0.0.0:8443 or "
                    + "[::1]:8000, not \(quoted(listen ?? ""))")
        }
        guard (tlsCert == nil) == (tlsKey == nil) else {
            throw ValidationError("--tls-cert and --tls-key belong together; give both")
        }
        guard listening.isLoopback || tlsCert != nil || insecureHttp else {
            throw ValidationError(
                "--listen \(listening.host):\(listening.port) can be reached from other machines, "
                    + "and without TLS everybody on the network can read the token; give "
                    + "--tls-cert and --tls-key (pagerview make-certificate creates them), or "
                    + "--insecure-http to allow that")
        }
        for name in allowHost
        where WebOrigin("http://\(name)")?.host != name.lowercased()
            || WebOrigin(name, port: 1, isSecure: false)?.host != name.lowercased() + ":1"
        {
            throw ValidationError(
                "--allow-host must be a name or an address without a port, such as wall.local, not "
                    + quoted(name))
        }
    }

    private func validateProxy() throws {
        for (option, text) in [
            ("--public-address", publicAddress), ("--public-content-address", publicContentAddress),
        ] {
            guard let text else { continue }
            guard let origin = WebOrigin(text) else {
                throw ValidationError(
                    "\(option) must be http:// or https:// and a host, such as "
                        + "https://wall.example, not \(quoted(text))")
            }
            guard origin.isSecure || insecureHttp || RemoteAddress.isLoopback(origin.host) else {
                throw ValidationError(
                    "\(option) \(text) is not https, so everybody on the network can read the "
                        + "token; let the proxy use TLS, or give --insecure-http to allow that")
            }
        }
        guard (publicAddress == nil) == (publicContentAddress == nil) else {
            throw ValidationError(
                "--public-address and --public-content-address belong together, because the "
                    + "contents of pages have their own origin; let the proxy forward another host "
                    + "name or port to the content port")
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

/// Runs pagerview: parses the command line and serves until a signal ends the process.
public func runPagerview() {
    ParentProcess.bind()
    ViewerCommand.runAndExit(Array(CommandLine.arguments.dropFirst()))
}
