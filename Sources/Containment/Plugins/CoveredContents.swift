internal import PagerModel

/// The original content of each controller that shows a placeholder because its plugin is
/// disconnected. `bytes` is the total size of this content.
struct CoveredContents: Sendable {
    private(set) var bytes = 0
    private var contents: [Handle: Value] = [:]

    var count: Int { contents.count }
    var isEmpty: Bool { contents.isEmpty }

    /// The original content of a controller that shows a placeholder. It is `.null` if the
    /// controller had no content. Nil if the controller shows no placeholder. O(size of the
    /// content).
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
