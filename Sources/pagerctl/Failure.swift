internal import PagerClient
internal import PagerModel

/// Why pagerctl ends with another status than 0, and what it says.
struct Failure: Error, Equatable {
    var status: Int32
    var text: String
    /// The daemon's refusal, where it is one.
    var refusal: Refused?

    static let unreachable: Int32 = 1
    static let refused: Int32 = 2
    static let vetoed: Int32 = 3
    static let misused: Int32 = 64
    /// As of pagerd, which does not start with such a book.
    static let wrongBook: Int32 = 1

    init(_ status: Int32, _ text: String) {
        self.status = status
        self.text = text
    }

    static func usage(_ text: String, _ hint: String = "pagerctl --help tells more") -> Failure {
        Failure(misused, "\(text)\n\(hint)")
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
                    + "\npagerctl list shows who is running; --name or --command says whom to ask")
        case .notAdmitted, .timedOut, .badReply, .transport, .badAddress:
            self.init(Self.unreachable, error.description.printable)
        }
    }

    /// The exit status for a command that was refused with an error of this name.
    static func status(_ name: String?) -> Int32 {
        name == ErrorName.vetoed.rawValue ? vetoed : refused
    }

    private static func candidates(_ refused: Refused) -> String {
        let names = refused.details.first { $0.name == "candidates" }?.value.array ?? []
        if names.isEmpty { return "" }
        return "\ncandidates: " + names.compactMap(\.string).joined(separator: " ").printable
    }
}
