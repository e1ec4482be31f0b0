internal import PagerModel

/// The arguments of `pagerctl alarm`.
struct AlarmArguments {
    /// The page to show. Nil for `pagerctl alarm off`, which ends alarms.
    private(set) var page: String?
    /// The id of the window from the option `--window`. Nil without this option.
    ///
    /// If `window` is nil, `pagerctl alarm off` ends the alarms of all windows. If `window` is nil,
    /// `pagerctl alarm PAGE` shows the page in the only window, or in all windows if `isForAll` is
    /// true.
    private(set) var window: String?
    private(set) var isForAll = false
    /// The seconds until the alarm ends by itself. Nil for an alarm that lasts until
    /// `pagerctl alarm off`.
    private(set) var seconds: Double?

    /// Parses the arguments of `pagerctl alarm`.
    ///
    /// - Throws: `Failure` with exit status 64 if the arguments are invalid.
    init(_ arguments: [String]) throws(Failure) {
        let usage = "usage: pagerctl \(Vocabulary.Verb.alarm.usage)"
        var words: [String] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let name = String(argument.prefix { $0 != "=" })
            func value() throws(Failure) -> String {
                if name != argument { return String(argument.dropFirst(name.count + 1)) }
                guard let value = rest.popFirst() else {
                    throw .usage("\(name) needs a value", usage)
                }
                return value
            }
            switch name {
            case "--all": isForAll = true
            case "--window": window = try value()
            case "--for":
                let text = try value()
                guard let number = Double(text), number > 0, number <= Limits.seconds else {
                    throw .usage(
                        "--for: must be above 0 and at most \(Int(Limits.seconds)) s, got \(text)",
                        usage)
                }
                seconds = number
            case _ where argument.hasPrefix("-"): throw .noOption(argument, of: .alarm)
            default: words.append(argument)
            }
        }
        guard words.count == 1, let word = words.first else {
            throw .usage("alarm needs one page, or off to end the alarm", usage)
        }
        page = word == "off" ? nil : word
        guard window == nil || !isForAll else {
            throw .usage("--window and --all cannot be used together", usage)
        }
        guard page != nil || seconds == nil else {
            throw .usage("--for cannot be used with off", usage)
        }
    }
}
