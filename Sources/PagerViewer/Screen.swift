internal import PagerClient
internal import PagerModel
internal import SystemCalls

/// A browser's latest report: the page that it shows, the size of its window, and the errors of its
/// pages and of the viewer's scripts. pagerview discards the report when the browser disconnects.
struct Screen: Equatable {
    static let longestText = 128
    static let longestError = 256

    /// The name of the screen: the parameter `name` in the address of the viewer's page. Empty if
    /// there is none.
    var name = ""
    /// The id of the daemon's window that the browser shows. Empty if there is none.
    var window = ""
    /// The id of the page that the browser shows. Empty if there is none.
    var page = ""
    /// The width of the browser's window in CSS pixels.
    var width = 0
    /// The height of the browser's window in CSS pixels.
    var height = 0
    /// The latest error of a page or of the viewer's scripts in the browser. Empty if there is none.
    var error = ""
    /// The number of these errors.
    var errors = 0
    /// Whether the browser cannot show its page.
    var isFailed = false
    /// Whether the browser has stored a copy of the viewer's files, so that it can reload the page
    /// while pagerview does not run.
    var hasOfflineCopy = false

    /// Reads a browser's report. Truncates long strings and clamps numbers.
    init(_ message: Value) {
        name = Self.text(message["name"], Self.longestText)
        window = Self.text(message["window"], Self.longestText)
        page = Self.text(message["page"], Self.longestText)
        width = Self.number(message["width"])
        height = Self.number(message["height"])
        error = Self.text(message["error"], Self.longestError)
        errors = Self.number(message["errors"])
        isFailed = message["failed"] == true
        hasOfflineCopy = message["offlineCopy"] == true
    }

    private static func text(_ value: Value?, _ most: Int) -> String {
        String((value?.string ?? "").unicodeScalars.prefix(most))
    }

    private static func number(_ value: Value?) -> Int {
        min(max(value?.integer ?? 0, 0), 1_000_000)
    }

    /// Returns the entry for this browser in the register of screens (the connected browsers).
    ///
    /// - Parameters:
    ///   - address: The address of the browser.
    ///   - isWatcher: Whether the browser has no token for commands.
    ///   - age: The seconds since the browser's last report.
    func record(_ address: String, isWatcher: Bool, age: Double) -> ScreenRecord {
        var record = ScreenRecord()
        record.name = name
        record.address = address
        record.right = isWatcher ? .watch : .command
        record.window = window
        record.page = page
        record.width = width
        record.height = height
        record.error = error
        record.errors = errors
        record.isFailed = isFailed
        record.hasOfflineCopy = hasOfflineCopy
        record.lastSeen = Int(max(age, 0))
        return record
    }
}

/// A reporter that sends the list of screens (the browsers that pagerview serves) to the daemon. So
/// `pagerctl screens` can print the list on any machine.
struct ScreenReporter {
    /// The name of this machine and the port that pagerview listens on, as one string.
    private let viewer: String
    private let hub: BrowserHub
    /// The seconds between two reports of the same screens. The daemon keeps a report for
    /// `Limits.screenSeconds`.
    private static let period = Limits.screenSeconds / 3

    /// The screens in the last report. Their `lastSeen` is set to 0, so that a comparison with the
    /// current screens ignores it.
    private var told: [ScreenRecord] = []
    private var time = -Double.infinity
    /// The time of the last request for the screens that are gone.
    private var readTime = -Double.infinity
    /// Whether the daemon is too old to have the method that receives reports of screens.
    private var isUnsupported = false
    /// The daemon's refusal of the last report, or nil if it accepted the report. A repeated
    /// refusal is logged only once.
    private var refusal: Refused?

    init(port: Int, _ hub: BrowserHub) {
        viewer = "\(hostName() ?? "localhost"):\(port)"
        self.hub = hub
    }

    /// Reports the screens if they have changed or the last report is older than `period`.
    ///
    /// - Throws: `ClientError` if the daemon does not reply. A refusal is not thrown, but logged.
    mutating func report(to requester: inout Requester) throws(ClientError) {
        guard !isUnsupported else { return }
        let screens = hub.screens
        let present = screens.map { screen in
            var screen = screen
            screen.lastSeen = 0
            return screen
        }
        let now = WebServer.now()
        let isDue = present.isEmpty ? !told.isEmpty : now - time >= Self.period
        try readOffline(from: &requester, at: now)
        guard present != told || isDue else { return }
        do throws(ClientError) {
            _ = try requester.send(
                ScreenReport {
                    $0.viewer = viewer
                    $0.screens = screens
                })
            refusal = nil
        } catch {
            guard case .refused(let refused) = error else { throw error }
            note(refused)
        }
        told = present
        time = now
    }

    /// Reads the screens that are gone, so that this pagerview lists them, too.
    private mutating func readOffline(
        from requester: inout Requester, at now: Double
    ) throws(ClientError) {
        guard now - readTime >= Self.period else { return }
        readTime = now
        do throws(ClientError) {
            let listed = try requester.send(ScreenList()).result["screens"]?.array ?? []
            hub.set(offlineScreens: listed.filter { $0["offline"] == true })
        } catch {
            guard case .refused = error else { throw error }
        }
    }

    private mutating func note(_ refused: Refused) {
        isUnsupported = refused.code == ErrorName.methodNotFound.code
        if refused.message != refusal?.message {
            StandardError.write(
                "pagerview: pagerctl screens does not list these screens: \(refused)")
        }
        refusal = refused
    }
}
