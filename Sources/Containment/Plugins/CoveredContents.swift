internal import PagerModel

/// The contents that placeholders cover, with the bytes that they take.
struct CoveredContents: Sendable {
    private(set) var bytes = 0
    private var contents: [Handle: Value] = [:]

    var count: Int { contents.count }
    var isEmpty: Bool { contents.isEmpty }

    /// What a controller showed before, null for no content; nil where nothing is covered. O(content).
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
