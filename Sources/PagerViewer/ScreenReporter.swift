internal import PagerClient
internal import PagerModel
internal import SystemCalls

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

    private mutating func note(_ refused: Refused) {
        isUnsupported = refused.code == ErrorName.methodNotFound.code
        if refused.message != refusal?.message {
            StandardError.write(
                "pagerview: pagerctl screens does not list these screens: \(refused)")
        }
        refusal = refused
    }
}
