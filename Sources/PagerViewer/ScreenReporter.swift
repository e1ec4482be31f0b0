internal import PagerClient
internal import PagerModel
internal import SystemCalls

/// Reports to the daemon which screens pagerview serves, so that `pagerctl screens` lists them on
/// any machine.
struct ScreenReporter {
    /// The name of this machine and the port that pagerview listens on, as one text.
    private let viewer: String
    private let hub: BrowserHub
    /// The seconds between two reports of the same screens. The daemon keeps a report for
    /// `Limits.screenSeconds`.
    private static let period = Limits.screenSeconds / 3

    /// The screens that were reported last, without their age.
    private var told: [ScreenRecord] = []
    private var time = -Double.infinity
    /// Whether the daemon has refused a report, as daemons of older versions do.
    private var isRefused = false

    init(port: Int, _ hub: BrowserHub) {
        viewer = "\(hostName() ?? "localhost"):\(port)"
        self.hub = hub
    }

    /// Reports the screens if they have changed or the last report is older than `period`.
    ///
    /// - Throws: The error if the daemon does not reply.
    mutating func report(to requester: inout Requester) throws(ClientError) {
        guard !isRefused else { return }
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
            _ = try requester.send(ScreenReport(viewer: viewer, screens: screens))
        } catch {
            guard case .refused = error else { throw error }
            StandardError.write("pagerview: pagerctl screens does not list these screens: \(error)")
            isRefused = true
        }
        told = present
        time = now
    }
}
