internal import PagerClient
internal import PagerModel

/// Functions that show the next page after the end of a video, for pages that stay on screen until
/// their video ends.
extension BrowserHub {
    /// Returns the command that selects the next page after the video of `page` has ended.
    ///
    /// The command contains the id of the next page, so a second report about the same video has no
    /// effect.
    ///
    /// - Returns: Nil in each of these cases:
    ///   - The content of `page` does not have `untilEnd`.
    ///   - `page` is not the selected and completely visible page of its container.
    ///   - The container is paused.
    ///   - No page follows.
    ///   - The daemon does not reply.
    func request(afterVideoOf page: String) -> Value? {
        guard let next = mirror.flatMap({ Self.successor(of: page, in: $0) }) else {
            return nil
        }
        return [
            "id": "film", "method": .string(PagerSelect.method),
            "params": ["id": .string(next.container), "page": .string(next.page)],
        ]
    }

    private static func successor(
        of page: String, in mirror: Mirror
    ) -> (container: String, page: String)? {
        guard let record = mirror.controller(page), record["content"]?["untilEnd"] == true,
            record["appearance"] == "appeared", let id = record["parent"]?.string,
            let container = mirror.controller(id), container["selected"] == .string(page),
            container["paused"] != true,
            let pages = container["pages"]?.array?.compactMap(\.string),
            let place = pages.firstIndex(of: page)
        else { return nil }
        let isReverse = container["reverse"] == true
        let returns = container["wrap"] == true || container["rewind"] == true
        let neighbour = isReverse ? place - 1 : place + 1
        if pages.indices.contains(neighbour) { return (id, pages[neighbour]) }
        guard returns, pages.count > 1 else { return nil }
        return (id, isReverse ? pages[pages.count - 1] : pages[0])
    }
}
