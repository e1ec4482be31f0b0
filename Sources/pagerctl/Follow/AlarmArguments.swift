internal import PagerModel

/// The arguments of `pagerctl alarm`.
struct AlarmArguments {
    /// The page to show. Nil for `pagerctl alarm off`, which ends alarms.
    let page: String?
    /// The id of the window from the option `--window`. Nil without this option.
    ///
    /// If `window` is nil, `pagerctl alarm off` ends the alarms of all windows. If `window` is nil,
    /// `pagerctl alarm PAGE` shows the page in the only window, or in all windows if `isForAll` is
    /// true.
    let window: String?
    let isForAll: Bool
    /// The seconds until the alarm ends by itself. Nil for an alarm that lasts until
    /// `pagerctl alarm off`.
    private(set) var seconds: Double?

    static let window = VerbOption(
        flag: "--window", value: "WINDOW", doc: "the window, if there are several")
    static let all = VerbOption(flag: "--all", doc: "all windows")
    static let seconds = VerbOption(
        flag: "--for", value: "SECONDS", doc: "end the alarm after this many seconds")

    /// - Throws: `Failure` with exit status 64 if the arguments are invalid.
    init(_ arguments: VerbArguments) throws(Failure) {
        let word = arguments.words[0]
        page = word == "off" ? nil : word
        window = arguments[Self.window]
        isForAll = arguments.has(Self.all)
        guard window == nil || !isForAll else {
            throw arguments.misuse("--window and --all cannot be used together")
        }
        guard let text = arguments[Self.seconds] else { return }
        guard let number = Double(text), number > 0, number <= Limits.seconds else {
            throw arguments.misuse(
                "--for: must be above 0 and at most \(Int(Limits.seconds)) s, got \(text)")
        }
        guard page != nil else { throw arguments.misuse("--for cannot be used with off") }
        seconds = number
    }
}
