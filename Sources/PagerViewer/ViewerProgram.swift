internal import ArgumentParser
internal import Glibc
internal import NIOCore
internal import NIOPosix
internal import NIOSSL
internal import PagerClient
internal import PagerModel
internal import SystemCalls

/// The program pagerview, with the sockets, threads and output that its command line specifies.
struct ViewerProgram {
    private let command: ViewerCommand
    private let listening: Listening

    /// Creates the program from its parsed command line.
    ///
    /// - Precondition: `ViewerCommand.validate` has accepted the command.
    init(_ command: ViewerCommand) throws {
        self.command = command
        guard let listening = command.listening else { throw ExitCode.validationFailure }
        self.listening = listening
    }

    func run() throws -> Never {
        signal(SIGPIPE, SIG_IGN)
        // A file that exceeds a limit of its size is an error of the write.
        signal(SIGXFSZ, SIG_IGN)
        signal(SIGINT) { _ in _exit(0) }
        signal(SIGTERM) { _ in _exit(0) }
        let encryption = try encryption()
        let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
        let limits = ConnectionLimits(descriptors: Self.allowManyFiles())
        let server = try loop.submit {
            NIOLoopBound(
                WebServer(on: loop, encryption: encryption, limits: limits),
                eventLoop: loop)
        }.wait()
        // The port is opened first. If it is in use, pagerview ends before it reads files and
        // connects to the daemon.
        let viewer = try open(listening.port, server, loop, limits, option: "--port")
        let port = viewer.localAddress?.port ?? 0
        let content = try open(
            contentPort(after: port), server, loop, limits, option: "--content-port")
        let site = try site(port: port, contentPort: content.localAddress?.port ?? 0, limits)
        tell(site, port: port)
        try loop.submit { server.value.serve(site, on: [viewer, content]) }.wait()
        StandardError.write("ready \(address(port))/#token=\(site.tokens.command)")
        try viewer.closeFuture.wait()
        throw ExitCode.failure
    }

    private var isSecure: Bool { command.tlsCert != nil }

    private func encryption() throws -> NIOSSLContext? {
        guard let certificate = command.tlsCert, let key = command.tlsKey else { return nil }
        do { return try Encryption.context(certificate: certificate, key: key) } catch {
            throw ValidationError(error.text)
        }
    }

    /// Raises the soft limit of open files to the hard limit, but to at most 65,536.
    ///
    /// - Returns: The new limit.
    private static func allowManyFiles() -> Int {
        guard var limit = descriptorLimit() else { return 256 }
        limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, 65_536))
        // If the system refuses, the old limit remains.
        setDescriptorLimit(limit)
        return Int(min(descriptorLimit()?.rlim_cur ?? 256, 65_536))
    }

    // MARK: sockets

    /// Returns the port for the content of pages: the port in the option `--content-port`. Without
    /// this option, returns the viewer's port plus 1, or 0 (any free port) if the command line does
    /// not choose the viewer's port.
    private func contentPort(after port: Int) -> Int {
        if let port = command.contentPort { return Int(port) }
        return listening.port == 0 ? 0 : port + 1
    }

    private func open(
        _ port: Int, _ server: NIOLoopBound<WebServer>, _ loop: any EventLoop,
        _ limits: ConnectionLimits, option: String
    ) throws -> any Channel {
        guard port <= 65_535, let address = listening.socketAddress(port: port) else {
            throw ValidationError("there is no port after 65535; choose one with --content-port")
        }
        do { return try WebServer.listen(address, server, on: loop, limits) } catch let error
            as IOError
        {
            try fail(toListen: "\(listening.host):\(port)", error.errnoCode, option)
        }
    }

    /// Prints an error message with the unavailable address, the reason and a remedy, and throws
    /// `ExitCode.failure`.
    private func fail(
        toListen address: String, _ problem: Int32, _ option: String
    ) throws -> Never {
        let choice = option == "--port" && command.listen != nil ? "--listen" : option
        switch problem {
        case EADDRINUSE:
            StandardError.write(
                "pagerview: another program listens on \(address); choose another port with "
                    + "\(choice), or omit \(choice) for any free port")
        case EACCES:
            StandardError.write(
                "pagerview: this user may not listen on \(address); choose a port from 1024 on "
                    + "with \(choice)")
        default:
            StandardError.write(
                "pagerview: cannot listen on \(address): \(errorText(problem)); "
                    + "choose another with \(choice)")
        }
        throw ExitCode.failure
    }

    // MARK: output

    private func address(_ port: Int) -> String {
        let host = listening.hosts(adding: command.allowHost).first ?? listening.host
        return WebOrigin(host, port: port, isSecure: isSecure)?.text ?? ""
    }

    private func tell(_ site: Site, port: Int) {
        let watching = watching(site.tokens)
        if let address = command.publicAddress.flatMap({ WebOrigin($0) }) {
            StandardError.write("public \(address.text)/#token=\(site.tokens.command)")
        }
        if !listening.isLoopback, !isSecure {
            StandardError.write(
                "pagerview: without TLS everybody on the network can read the token and all pages")
        }
        if command.qr { tellRemote(site, port: port) }
        if let token = site.tokens.edit {
            let origin = command.publicAddress.flatMap { WebOrigin($0)?.text } ?? address(port)
            StandardError.write("operate \(origin)/operate#token=\(token)")
        }
        StandardError.write("watch \(address(port))/\(watching)")
    }

    private func watching(_ tokens: AccessTokens) -> String {
        command.watchWithoutToken ? "" : "#token=\(tokens.watch)"
    }

    /// The maximum number of windows whose addresses are printed.
    private static let mostWindows = 16

    /// Returns lines with the addresses for each window, if there are several, and for the speaker
    /// of a talk with notes.
    private static func addresses(
        _ mirror: Mirror, _ viewer: String, watching: String, _ tokens: AccessTokens
    ) -> [String] {
        let windows = mirror.windows.compactMap { $0["id"]?.string }
        let isTalk = mirror.controllers.contains { $0["content"]?["notes"]?.string != nil }
        // An id contains no character that an address would need to encode.
        let shown = windows.count < 2 ? [] : windows.prefix(mostWindows)
        return shown.map { "window \($0) \(viewer)/?window=\($0)\(watching)" }
            + (isTalk ? ["presenter \(viewer)/presenter#token=\(tokens.command)"] : [])
    }

    private func tellRemote(_ site: Site, port: Int) {
        guard let origin = RemoteAddress.origin(of: address(port), in: site.origins) else {
            StandardError.write("pagerview: --qr: \(RemoteAddress.unreachable)")
            return
        }
        let address = "\(origin)/remote#token=\(site.tokens.command)"
        let isTerminal = isatty(STDERR_FILENO) == 1
        // The escape sequences are pagerview's own, so they are written as they are.
        let lines = RemoteAddress.lines(address, isTerminal: isTerminal)
        _ = write(STDERR_FILENO, Array((lines.joined(separator: "\n") + "\n").utf8)[...])
    }

    // MARK: served files

    /// Creates the `Site`, which responds to HTTP requests. Starts the threads that receive events
    /// from the daemon and send commands to it.
    private func site(
        port: Int, contentPort: Int, _ limits: ConnectionLimits
    ) throws -> Site {
        let address: Address
        do {
            address = try Address.resolve(
                name: command.name, command: command.command, events: command.events)
        } catch {
            throw ValidationError("\(error)")
        }
        let web = try webFolder()
        let origins = origins(port: port, contentPort: contentPort)
        let tokens = tokens(address.name)
        let folders = ContentFolders()
        let hub = BrowserHub(mostBrowsers: limits.browsers, mostWatchers: limits.watchers)
        let files = try files(hub)
        let forwarder = CommandForwarder(address)
        let (viewer, watching) = (self.address(port), watching(tokens))
        try DaemonLink(address: address, hub: hub, port: port) { mirror in
            for line in Self.addresses(mirror, viewer, watching: watching, tokens) {
                StandardError.write(line)
            }
        }.start()
        try forwarder.start()
        return Site(
            origins: origins, tokens: tokens, web: web,
            contents: Contents(
                origins: origins, folders: folders, hub: hub, files: files,
                probe: SiteProbe(
                    privateHosts: command.probePrivate,
                    viewers: origins.viewers.compactMap { WebOrigin($0)?.host }),
                mayFetch: command.allowFetch),
            conversation: Conversation(
                origins: origins, tokens: tokens, folders: folders, hub: hub, forwarder: forwarder,
                admitsWatchers: command.watchWithoutToken,
                editing: BookEditing(
                    book: command.book, allowing: command.allow,
                    writingIn: command.edit.flatMap { realPath($0) }),
                skipsFailures: !command.showFailures),
            port: port, isForwarded: command.publicAddress != nil)
    }

    /// Returns the tokens of the command line or the environment. If a token is in neither of them,
    /// returns the stored token for the daemon's name instead. If tokens cannot be stored, uses
    /// random ones until pagerview ends.
    private func tokens(_ name: String) -> AccessTokens {
        let (own, watching) = (command.commandToken, command.watchingToken)
        var edit = command.edit.map { _ in command.editingToken ?? Secret.random() }
        do {
            if command.edit != nil, command.editingToken == nil { edit = try KeptTokens.edit(name) }
            if own != nil, watching != nil {
                return AccessTokens(command: own, watch: watching, edit: edit)
            }
            let kept = try KeptTokens(name)
            return AccessTokens(
                command: own ?? kept.command, watch: watching ?? kept.watch, edit: edit)
        } catch {
            StandardError.write(
                "pagerview: screens must open a new address after each restart, because the tokens "
                    + "cannot be kept: \(error)")
            return AccessTokens(command: own, watch: watching, edit: edit)
        }
    }

    private func origins(port: Int, contentPort: Int) -> OriginPolicy {
        let addresses = listening.hosts(adding: command.allowHost).compactMap { host in
            Self.address(
                WebOrigin(host, port: port, isSecure: isSecure),
                WebOrigin(host, port: contentPort, isSecure: isSecure))
        }
        return OriginPolicy(
            addresses,
            publicAddress: Self.address(
                command.publicAddress.flatMap { WebOrigin($0) },
                command.publicContentAddress.flatMap { WebOrigin($0) }))
    }

    private static func address(
        _ viewer: WebOrigin?, _ contents: WebOrigin?
    ) -> OriginPolicy.Address? {
        guard let viewer, let contents else { return nil }
        return OriginPolicy.Address(viewer: viewer, contents: contents)
    }

    private func files(_ hub: BrowserHub) throws -> Contents.Files? {
        guard let book = command.book else { return nil }
        do {
            let folder = try BookFolder(
                path: book, allowing: command.allow, assets: command.assets)
            let named = NamedFiles(hub: hub, folder: folder)
            let changes = FileChanges(hub: hub, folder: folder, named: named)
            try changes.start()
            return Contents.Files(folder: folder, named: named, changes: changes)
        } catch {
            throw ValidationError("\(error)")
        }
    }

    private func webFolder() throws -> WebFolder {
        if let web = command.web {
            guard let folder = WebFolder(path: web) else {
                throw ValidationError("--web \(web) has no index.html")
            }
            return folder
        }
        let candidates = WebFolder.candidates(executable: Self.executable)
        guard let path = WebFolder.first(of: candidates), let folder = WebFolder(path: path) else {
            throw ValidationError(
                "the viewer's pages are not in \(candidates.joined(separator: ", nor in ")); give "
                    + "their folder with --web")
        }
        return folder
    }

    /// The path with which this program was started. If the program was found in `PATH`, this is
    /// the program's real path instead.
    private static var executable: String {
        let name = CommandLine.arguments[0]
        return name.contains("/") ? name : linkTarget("/proc/self/exe") ?? name
    }
}
