internal import PagerClient
internal import PagerModel
internal import Synchronization

/// The pages that screens could not show lately.
final class PageFailures: Sendable {
    /// The seconds after which a page that could not be shown is tried again.
    static let longestAge = 60.0

    private let times = Mutex<[TextKey: Double]>([:])

    /// Notes that a page cannot be shown now. Returns all pages that cannot be shown.
    func note(_ page: String) -> Set<TextKey> {
        let now = WebServer.now()
        return times.withLock { times in
            times = times.filter { now - $0.value <= Self.longestAge }
            times[TextKey(page)] = now
            return Set<TextKey>(times.keys)
        }
    }
}

/// Functions that skip pages that no screen can show.
extension BrowserHub {
    /// Returns the command that shows the next page without a turn, if no screen of the window can
    /// show `page`, and the pager of the page turns by itself.
    ///
    /// The command contains the revision of the state or the id of the next page, so a second
    /// report has no effect.
    ///
    /// - Returns: Nil if a screen of the same window can show the page, if the pager is paused, and
    ///   if all pages of the pager have failed: then each stays for its time.
    func request(skipping page: String) -> Value? {
        // A screen of the same window that still reports another page may be able to show this one.
        let screens = screens
        let windows = TextSet(screens.filter { $0.page == page }.map(\.window))
        let watching = screens.filter { windows.contains($0.window) }
        guard watching.allSatisfy({ $0.page == page && $0.isFailed }), let mirror,
            let id = mirror.controller(page)?["parent"]?.string,
            let container = mirror.controller(id),
            container["autoAdvance"]?.double != nil, container["autoAdvanceHeld"] != true
        else { return nil }
        let failed = failures.note(page)
        let pages = (container["pages"]?.array ?? []).compactMap(\.string)
        guard pages.contains(where: { !failed.contains(TextKey($0)) }) else { return nil }
        return request(after: page, animated: false)
    }
}
