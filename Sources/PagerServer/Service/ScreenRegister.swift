internal import PagerModel
internal import PagerWire

/// The screens of all viewers (programs that display pages), as each viewer last reported them.
///
/// A report is replaced by the next one of the same viewer, which is a name and the user or key that
/// uses it, and forgotten after `Limits.screenSeconds`. Screens with a name stay in the list as
/// offline when they are gone. The number of viewers and the size of all
/// reports are limited. At a limit, the reports of viewers that seem to be gone are dropped first,
/// then those of the peer with the most, so that no peer can take the places of others.
struct ScreenRegister: Sendable {
    private struct Viewer: Hashable {
        let peer: Peer
        let name: TextKey
    }

    private struct Report {
        let viewer: Viewer
        var screens: [ScreenRecord]
        /// The size of the report as JSON, in bytes.
        var bytes: Int
        var time: Instant
    }

    /// The latest report of each viewer. A viewer that first reported earlier comes first.
    private var reports: [Report] = []

    /// A screen with a name that is gone. It is listed until it is back or removed.
    private struct OfflineScreen {
        let peer: Peer
        var screen: ScreenRecord
        /// The time at which its browser last reported.
        let seen: Instant
    }

    /// The screens that are gone, in the order in which they went.
    private var offline: [OfflineScreen] = []
    /// The maximum size, in bytes, of a listed screen that is gone as JSON.
    private static let longestOffline = 4_096

    /// Replaces the report of a viewer. A report without screens removes the viewer. O(number of
    /// screens of all viewers).
    ///
    /// - Throws: `limitExceeded` if the viewer's name is too long, or if the peer reports too many
    ///   viewers or bytes. The register then keeps all previous reports.
    mutating func record(
        _ report: ScreenReport, from peer: Peer, at time: Instant
    ) throws(CommandError) {
        guard report.viewer.utf8.count <= Limits.clientBytes else {
            throw CommandError(
                .limitExceeded,
                "must have at most \(Limits.clientBytes) bytes, got \(report.viewer.utf8.count)",
                path: "viewer")
        }
        forget(at: time)
        let viewer = Viewer(peer: peer, name: TextKey(report.viewer))
        if report.screens.isEmpty {
            remove { $0.viewer == viewer }
            return
        }
        var screens = report.screens
        for index in screens.indices {
            screens[index].viewer = report.viewer
            screens[index].reporter = peer.name
            screens[index].isOffline = false
        }
        let new = Report(
            viewer: viewer, screens: screens, bytes: JSONLength.of(screens), time: time)
        let kept = try makeRoom(for: new)
        let names = TextSet(screens.map(\.name))
        offline.removeAll { names.contains($0.screen.name) }
        if let old = reports.first(where: { $0.viewer == viewer }) { note(old, isGone: names) }
        if let index = kept.firstIndex(where: { $0.viewer == viewer }) {
            reports = kept
            reports[index] = new
        } else {
            reports = kept + [new]
        }
    }

    /// Returns the reports that remain beside a new one, with the one that it replaces.
    private func makeRoom(for new: Report) throws(CommandError) -> [Report] {
        var kept = reports
        while true {
            let others = kept.filter { $0.viewer != new.viewer }
            let lacksRoom = others.count >= Limits.screenViewers
            let lacksBytes = others.reduce(new.bytes) { $0 + $1.bytes } > Limits.screenBytes
            guard lacksRoom || lacksBytes else { return kept }
            let victim =
                lacksRoom
                ? Self.victim(of: others, for: new) { _ in 1 }
                : Self.victim(of: others, for: new) { $0.bytes }
            guard let victim else {
                throw lacksRoom
                    ? CommandError(
                        .limitExceeded,
                        "at most \(Limits.screenViewers) viewers may report their screens",
                        path: "viewer")
                    : CommandError(
                        .limitExceeded,
                        "the screens of all viewers may have at most \(Limits.screenBytes) bytes "
                            + "as JSON", path: "screens")
            }
            kept.removeAll { $0.viewer == victim }
        }
    }

    /// Returns the viewer whose report a new one replaces, or nil if there is none: of those that
    /// have missed a report, else of the peer that holds the most and more than the new one's peer,
    /// the one that was heard the longest ago.
    private static func victim(
        of others: [Report], for new: Report, size: (Report) -> Int
    ) -> Viewer? {
        let overdue = others.filter {
            new.time.seconds - $0.time.seconds > Limits.screenSeconds / 2
        }
        if let gone = overdue.min(by: { $0.time < $1.time }) { return gone.viewer }
        var held: [Peer: Int] = [new.viewer.peer: size(new)]
        for report in others { held[report.viewer.peer, default: 0] += size(report) }
        let most = others.map { held[$0.viewer.peer] ?? 0 }.max() ?? 0
        guard most > held[new.viewer.peer] ?? 0 else { return nil }
        return others.filter { held[$0.viewer.peer] == most }.min { $0.time < $1.time }?.viewer
    }

    /// Returns the screens, grouped by viewer, each with an updated `lastSeen`.
    mutating func records(at time: Instant) -> [ScreenRecord] {
        forget(at: time)
        let present = reports.flatMap { report in
            let age = Int(time.seconds - report.time.seconds)
            return report.screens.map { screen in
                var screen = screen
                screen.lastSeen = min(max(screen.lastSeen, 0), 1_000_000_000) + age
                return screen
            }
        }
        let names = TextSet(present.map(\.name))
        let gone = offline.filter { !names.contains($0.screen.name) }
        return present
            + gone.map { one in
                var screen = one.screen
                screen.lastSeen = Int(max(time.seconds - one.seen.seconds, 0))
                return screen
            }
    }

    /// Removes the screens with a name, or all, that are gone. Returns their number.
    mutating func forget(_ name: String?, at time: Instant) -> Int {
        forget(at: time)
        let before = offline.count
        offline.removeAll { name == nil || $0.screen.name == name }
        return before - offline.count
    }

    private mutating func forget(at time: Instant) {
        remove { time.seconds - $0.time.seconds > Limits.screenSeconds }
    }

    private mutating func remove(where isOver: (Report) -> Bool) {
        for report in reports where isOver(report) { note(report, isGone: []) }
        reports.removeAll(where: isOver)
    }

    /// Notes the screens of a report that are gone, apart from those whose names are `present`.
    private mutating func note(_ report: Report, isGone present: TextSet) {
        for var screen in report.screens
        where !screen.name.isEmpty && !present.contains(screen.name) {
            screen.isOffline = true
            guard JSONLength.of([screen]) <= Self.longestOffline else { continue }
            offline.removeAll { $0.screen.name == screen.name }
            let age = Double(min(max(screen.lastSeen, 0), 1_000_000_000))
            let seen = report.time.advanced(by: -age)
            offline.append(OfflineScreen(peer: report.viewer.peer, screen: screen, seen: seen))
            if offline.count > Limits.offlineScreens { removeOldest() }
        }
    }

    /// Removes the screen that is gone for longest, of the peer with the most.
    private mutating func removeOldest() {
        let counts = Dictionary(grouping: offline, by: \.peer).mapValues(\.count)
        let most = counts.values.max()
        if let index = offline.firstIndex(where: { counts[$0.peer] == most }) {
            offline.remove(at: index)
        }
    }
}
