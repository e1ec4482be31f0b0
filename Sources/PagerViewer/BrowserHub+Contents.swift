internal import PagerModel

/// Changes of controllers' contents, by which pagerview finds the files that pages name.
extension BrowserHub {
    enum ContentChanges {
        case none
        case all([(id: String, content: Value)])
        case some([(id: String, content: Value?)])
    }

    /// The controllers whose content may have changed.
    enum ChangedContents {
        case all
        case some(Set<TextKey>)

        /// The maximum number of controllers that are recorded by id. If more have changed, all
        /// are treated as changed.
        private static let most = 10_000

        mutating func insert(_ id: String) {
            guard case .some(var ids) = self else { return }
            self = .some([])
            ids.insert(TextKey(id))
            self = ids.count > Self.most ? .all : .some(ids)
        }
    }
}
