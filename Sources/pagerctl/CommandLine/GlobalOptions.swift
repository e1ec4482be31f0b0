internal import PagerClient

/// An option of the command line and its value.
private struct GivenOption: Equatable {
    let flag: String
    let value: String
}

/// The options that are allowed before or after any subcommand.
struct GlobalOptions: Equatable {
    var name: String?
    var command: String?
    var events: String?
    var key: String?
    var serverKey: String?
    /// The time-out in seconds. Nil if the option `--timeout` is not given.
    var timeout: Double?
    var client: String?
    /// The format of each output line; nil for JSON or the usual readable text.
    var format: LineFormat?
    /// Whether to print JSON. True if `--json` is given. Also true if the output is not a terminal
    /// and `--human` is not given.
    var json = false
    var human = false
    var trace = false
    var verbose = false
    var help = false
    var version = false

    /// The options with a value that were found so far. A repeated option is an error.
    private var given: [GivenOption] = []

    /// The time from which `timeout` is counted.
    var began = ContinuousClock.now

    /// The maximum time, in seconds, that the next request may take.
    var patience: Double { min(timeout ?? 5, left ?? .infinity) }

    /// The seconds that are left for all requests together. Nil without the option `--timeout`.
    var left: Double? {
        timeout.map { max(0, $0 - (ContinuousClock.now - began) / .seconds(1)) }
    }

    static let version = "--version"

    static let valued: [VerbOption] = [
        VerbOption(
            flag: "--name", value: "NAME",
            doc: "the daemon; default: PAGERD_NAME, or `default`; also -n and -t before it"),
        option("--command", "ENDPOINT", "command endpoint; default: PAGERD_COMMAND, or by name"),
        option("--events", "ENDPOINT", "events endpoint; default: PAGERD_EVENTS, or by name"),
        option("--key", "FILE", "your secret key for tcp; default: PAGERD_KEY_FILE"),
        option("--server-key", "KEY|FILE", "the daemon's public key; default: PAGERD_SERVER_KEY"),
        option("--timeout", "SECONDS", "time limit of all replies; default: 5 for each reply"),
        option("--client", "NAME", "name of the caller; events contain it as their cause"),
        option("--format", "TEXT", "print '{id} {title}' of each record; pagerctl help format"),
    ]

    static let plain: [VerbOption] = [
        VerbOption(
            flag: "--json", short: "-j",
            doc: "print JSON; the default if the output is not a terminal"),
        option("--human", nil, "print readable text even if the output is not a terminal"),
        option("--trace", nil, "also print the events that the command caused"),
        option("--verbose", nil, "report progress on standard error"),
        VerbOption(
            flag: "--help", short: "-h", doc: "print this text, or the help of a subcommand"),
        option(version, nil, "print the versions of pagerctl and of the wire contract"),
    ]

    private static func option(_ flag: String, _ value: String?, _ doc: String) -> VerbOption {
        VerbOption(flag: flag, value: value, doc: doc)
    }

    /// Before the subcommand, what tmux and others call the server's name.
    private static let names = ["-n", "-t"]

    /// The names of all global options.
    static var flags: [String] { (valued + plain).map(\.flag) }

    /// Separates the global options from the other arguments. Arguments after `--` are not options.
    ///
    /// - Throws: `Failure` with exit status 64 for a missing or invalid value, or for a repeated
    ///   option.
    static func take(
        from arguments: [String]
    ) throws(Failure) -> (options: GlobalOptions, rest: [String]) {
        var options = GlobalOptions()
        var rest: [String] = []
        var index = 0
        while index < arguments.count {
            let argument = arguments[index]
            index += 1
            if argument == "--" {
                rest += arguments[(index - 1)...]
                break
            }
            if options.set(plain: argument) { continue }
            let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
            let isName = rest.isEmpty && names.contains(argument)
            guard let flag = isName ? "--name" : parts.first,
                valued.contains(where: { $0.flag == flag })
            else {
                rest.append(argument)
                continue
            }
            if parts.count == 2 {
                try options.set(flag, parts[1])
            } else if index < arguments.count {
                try options.set(flag, arguments[index])
                index += 1
            } else {
                throw .usage("\(flag) needs a value")
            }
        }
        guard options.format == nil || !options.json else {
            throw .usage("--format and --json cannot be used together")
        }
        options.json = options.json || (!options.human && !Terminal.isInteractive)
        return (options, rest)
    }

    private mutating func set(plain argument: String) -> Bool {
        switch argument {
        case "--json", "-j": json = true
        case "--human": human = true
        case "--trace": trace = true
        case "--verbose": verbose = true
        case "--help", "-h": help = true
        case Self.version: version = true
        default: return false
        }
        return true
    }

    /// Sets the value of a global option.
    ///
    /// - Throws: `Failure` with exit status 64 for an invalid value. The same error for a repeated
    ///   option, because it is unclear which of the values applies.
    private mutating func set(_ flag: String, _ value: String) throws(Failure) {
        if let other = given.first(where: { $0.flag == flag }) {
            throw .usage("\(flag) is given twice, with \(other.value) and \(value); give it once")
        }
        given.append(GivenOption(flag: flag, value: value))
        switch flag {
        case "--name": name = value
        case "--command": command = value
        case "--events": events = value
        case "--key": key = value
        case "--server-key": serverKey = value
        case "--client": client = value
        case "--format": format = try LineFormat(value)
        default:
            guard let seconds = Double(value), (0...1e9).contains(seconds) else {
                throw .usage("--timeout: must be between 0 and 1000000000 s, got \"\(value)\"")
            }
            timeout = seconds
        }
    }

    /// Returns the endpoints of the daemon that the options select.
    ///
    /// - Throws: `Failure` with exit status 1 for an invalid name or key, or if the folder of the
    ///   sockets cannot be trusted.
    func address() throws(Failure) -> Address {
        do {
            return try Address.resolve(
                name: name, command: command, events: events, key: key, serverKey: serverKey)
        } catch {
            throw Failure(error)
        }
    }

    /// Connects to the daemon that the options select.
    ///
    /// - Throws: `Failure` with exit status 1 if no daemon listens.
    func requester() throws(Failure) -> Requester {
        let address = try address()
        do {
            var requester = try Requester(
                address.command, timeout: timeout ?? 5, client: client, keys: address.keys)
            requester.finish(within: left)
            return requester
        } catch {
            throw Failure(error)
        }
    }
}
