internal import Glibc
internal import PagerClient
internal import PagerModel
internal import PagerPaths
internal import PagerWire

/// The exit status and the error message of a run of pagerctl that failed.
struct Failure: Error, Equatable {
    var status: Int32
    var text: String
    /// The daemon's error if the daemon has refused a command. Nil for any other failure.
    var refusal: Refused?

    static let unreachable: Int32 = 1
    static let refused: Int32 = 2
    static let vetoed: Int32 = 3
    /// The exit status in two cases, both only with the option `--exit-code`: the command did not
    /// start a transition, or `pagerctl diff` found a difference.
    static let unchanged: Int32 = 4
    /// The exit status for a wait that `--timeout` ended.
    static let late: Int32 = 5
    static let misused: Int32 = 64
    /// The exit status for an invalid book. pagerd exits with the same status for an invalid book.
    static let wrongBook: Int32 = 1

    /// All exit statuses, for the help and docs/reference/CLI.md.
    static let statuses: [(number: Int32, meaning: String)] = [
        (0, "success"),
        (unreachable, "no daemon, no reply, an invalid book, or the output cannot be written"),
        (refused, "the daemon refused the command or did not apply it, or a check failed"),
        (vetoed, "a delegate or a plugin vetoed the command"),
        (unchanged, "with --exit-code: nothing moved, or there are differences"),
        (late, "what was waited for did not happen within --timeout"),
        (misused, "an error in the command line or in a check file"),
    ]

    init(_ status: Int32, _ text: String) {
        self.status = status
        self.text = text
    }

    static func usage(_ text: String, _ hint: String = "see pagerctl --help") -> Failure {
        Failure(misused, "\(text)\n\(hint)")
    }

    /// Returns the error for a wait that `--timeout` ended although the daemon answers.
    static func late(_ what: String, _ seconds: Double) -> Failure {
        Failure(late, "\(what) within \(Value.number(seconds).json) s".printable)
    }

    init(_ error: ClientError) {
        switch error {
        case .refused(let refused):
            self.init(
                Self.status(refused.name), refused.description.printable + Self.candidates(refused))
            refusal = refused
        case .noDaemon:
            self.init(
                Self.unreachable,
                error.description.printable
                    + "\npagerctl list shows running daemons; select one with --name or --command"
                    + (RuntimeDirectory.isUnset ? Self.noSession : ""))
        case .notAdmitted, .timedOut, .badReply, .transport, .badAddress:
            self.init(Self.unreachable, error.description.printable)
        }
    }

    private static let noSession = """

        XDG_RUNTIME_DIR is not set, as in a cron job; if the daemon was started in a session, set \
        PAGERD_RUNTIME_DIR, for example to /run/user/\(getuid())/pagerd
        """

    /// Returns the exit status for a command that the daemon has refused with an error of this
    /// name.
    static func status(_ name: String?) -> Int32 {
        name == ErrorName.vetoed.rawValue ? vetoed : refused
    }

    private static func candidates(_ refused: Refused) -> String {
        let names = refused.details.first { $0.name == "candidates" }?.value.array ?? []
        if names.isEmpty { return "" }
        return "\ncandidates: " + names.compactMap(\.string).joined(separator: " ").printable
    }
}
