internal import PagerModel

/// The screens of all viewers (programs that display pages), as each viewer last reported them.
///
/// A report is replaced by the viewer's next one and forgotten after `Limits.screenSeconds`. The
/// number of viewers and the size of all reports are limited.
struct ScreenRegister: Sendable {
    private struct Report {
        let viewer: TextKey
        var screens: [ScreenRecord]
        /// The size of the report as JSON, in bytes.
        var bytes: Int
        var time: Instant
    }

    /// The latest report of each viewer. A viewer that first reported earlier comes first.
    private var reports: [Report] = []

    /// Replaces the report of a viewer. A report without screens removes the viewer. O(number of
    /// screens of all viewers).
    ///
    /// - Throws: `limitExceeded` if the viewer's name is too long, or if too many viewers or too
    ///   many bytes are reported. The register then keeps the viewer's previous report.
    mutating func record(_ report: ScreenReport, at time: Instant) throws(CommandError) {
        guard report.viewer.utf8.count <= Limits.clientBytes else {
            throw CommandError(
                .limitExceeded,
                "must have at most \(Limits.clientBytes) bytes, got \(report.viewer.utf8.count)",
                path: "viewer")
        }
        forget(at: time)
        let viewer = TextKey(report.viewer)
        let others = reports.filter { $0.viewer != viewer }
        if report.screens.isEmpty {
            reports = others
            return
        }
        guard others.count < Limits.screenViewers else {
            throw CommandError(
                .limitExceeded, "at most \(Limits.screenViewers) viewers may report their screens",
                path: "viewer")
        }
        var screens = report.screens
        for index in screens.indices { screens[index].viewer = report.viewer }
        let bytes = JSONLength.of(screens)
        guard others.reduce(bytes, { $0 + $1.bytes }) <= Limits.screenBytes else {
            throw CommandError(
                .limitExceeded,
                "the screens of all viewers may have at most \(Limits.screenBytes) bytes as JSON",
                path: "screens")
        }
        let new = Report(viewer: viewer, screens: screens, bytes: bytes, time: time)
        if let index = reports.firstIndex(where: { $0.viewer == viewer }) {
            reports[index] = new
        } else {
            reports.append(new)
        }
    }

    /// Returns the screens, grouped by viewer, each with an updated `lastSeen`.
    mutating func records(at time: Instant) -> [ScreenRecord] {
        forget(at: time)
        return reports.flatMap { report in
            let age = Int(time.seconds - report.time.seconds)
            return report.screens.map { screen in
                var screen = screen
                screen.lastSeen = min(max(screen.lastSeen, 0), 1_000_000_000) + age
                return screen
            }
        }
    }

    private mutating func forget(at time: Instant) {
        reports.removeAll { time.seconds - $0.time.seconds > Limits.screenSeconds }
    }
}
