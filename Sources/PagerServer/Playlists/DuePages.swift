internal import PagerModel
internal import PagerSchedule

/// The pages that a container shall have at a time, and the page to select.
struct DuePages: Equatable {
    var pages: [String] = []
    /// Nil if the selected page stays, or if there is none.
    var selected: String?

    /// Computes the pages.
    ///
    /// Pages that the playlist does not name stay behind the page that they follow.
    ///
    /// - Parameters:
    ///   - present: the pages of the container now.
    ///   - selected: the page that is selected now.
    init(
        _ playlist: [PlaylistEntry], present: [String], selected: String?,
        isDue: (PlaylistEntry) -> Bool
    ) {
        let named = TextSet(playlist.map(\.page.text))
        var others: TextDictionary<[String]> = [:]
        var last = ""
        for page in present {
            if named.contains(page) { last = page } else { others[last, default: []].append(page) }
        }
        pages = others[""] ?? []
        var added: TextSet = []
        for entry in playlist where added.insert(entry.page.text) {
            let page = entry.page.text
            if isDue(entry) { pages.append(page) }
            pages += others[page] ?? []
        }
        guard let selected, !pages.contains(selected) else { return }
        self.selected = Self.successor(of: selected, in: playlist.map(\.page.text), among: pages)
    }

    /// Returns the first page that is left of those after a page, from the beginning after the end.
    private static func successor(
        of page: String, in order: [String], among pages: [String]
    ) -> String? {
        let left = TextSet(pages)
        guard let place = order.firstIndex(of: page) else { return nil }
        return (order[(place + 1)...] + order[..<place]).first { left.contains($0) }
    }
}
