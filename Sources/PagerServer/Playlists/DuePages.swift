internal import PagerModel

/// The pages that a container must contain at a given time because of its playlist, and the page to
/// select.
struct DuePages: Equatable {
    var pages: [String] = []
    /// The page to select. Nil if the selected page remains, if no page is selected, or if no other
    /// page of the playlist is scheduled at this time.
    var selected: String?
    /// A later Unix time up to which the schedules require the same pages.
    var end = Int.max

    /// Computes the pages that a container must contain at a Unix time, and the page to select.
    /// O(entries + present).
    ///
    /// A page of `present` that is not in the playlist stays in the container. Its position is
    /// after the playlist page that precedes it in `present`, even if that playlist page is left
    /// out because it is not scheduled at this time.
    ///
    /// - Parameters:
    ///   - present: The current pages of the container.
    ///   - selected: The currently selected page.
    ///   - canContain: Whether a page exists and is in no other container.
    init(
        _ playlist: Playlist, at time: Int, present: [String], selected: String?,
        canContain: (Identifier) -> Bool
    ) {
        var others: TextDictionary<[String]> = [:]
        var last = ""
        for page in present {
            if playlist.pages.contains(page) {
                last = page
            } else {
                others[last, default: []].append(page)
            }
        }
        pages = others[""] ?? []
        for entry in playlist.entries {
            let state = entry.timing.state(at: time)
            end = min(end, state.end)
            if state.isDue, canContain(entry.page) { pages.append(entry.page.text) }
            pages += others[entry.page.text] ?? []
        }
        guard let selected, !pages.contains(selected) else { return }
        self.selected = Self.successor(
            of: selected, in: playlist.entries.map(\.page.text), among: pages)
    }

    /// Returns the first page after `page` in `order` that `pages` contains, or nil if there is
    /// none. After the last page of `order`, the search continues at the first page of `order`.
    private static func successor(
        of page: String, in order: [String], among pages: [String]
    ) -> String? {
        let left = TextSet(pages)
        guard let place = order.firstIndex(of: page) else { return nil }
        return (order[(place + 1)...] + order[..<place]).first { left.contains($0) }
    }
}
