internal import PagerModel

/// The contents that placeholders have replaced, by controller, with their total size in bytes.
struct CoveredContents: Sendable {
    private(set) var bytes = 0
    private var contents: [Handle: Value] = [:]

    var count: Int { contents.count }
    var isEmpty: Bool { contents.isEmpty }

    /// The content that a placeholder replaces. Nil if there is no placeholder, `.null` if there
    /// was no content. O(size of the content).
    subscript(controller: Handle) -> Value? {
        get { contents[controller] }
        set {
            let old = contents[controller]
            contents[controller] = newValue
            bytes += (newValue?.footprint ?? 0) - (old?.footprint ?? 0)
        }
    }

    mutating func visit(_ archive: inout Archive) {
        archive.visit(&contents, by: Handle.isInOrder, new: Value.null) { $1.visit(field: &$0) }
        if archive.isReading { bytes = contents.values.reduce(0) { $0 + $1.footprint } }
    }
}
