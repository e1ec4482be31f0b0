internal import PagerModel

extension Node {
    /// Archives the fields of the record. Omits the fields that can be computed from other records.
    /// Free slots are archived too, because the generation of a free slot is needed later.
    mutating func visit(_ archive: inout Archive) {
        generation.visit(&archive)
        stateSlot.visit(&archive)
        kind.visit(&archive)
        openings.visit(&archive)
        archive.visit(&flags)
        archive.visit(&role)
        archive.visit(&appearance)
        archive.visit(&driver)
        visitPlace(&archive)
        parent.visit(&archive)
        superview.visit(&archive)
        window.visit(&archive)
        container.visit(&archive)
        presented.visit(&archive)
        presenter.visit(&archive)
        running.visit(&archive)
        presenting.visit(&archive)
        frame.visit(&archive)
        children.visit(&archive)
        subviews.visit(&archive)
        name.visit(&archive)
        serial.visit(&archive)
    }

    /// Archives 0 instead of the position at which the record was last found in a list. The
    /// position is only a hint, and a refused command may have changed it.
    private func visitPlace(_ archive: inout Archive) {
        var place: UInt32 = 0
        place.visit(&archive)
    }
}

extension Node {
    /// The minimum size of an archived record in bytes.
    private static let leastBytes = 128

    /// Archives all records, including those of free slots.
    static func visit(_ nodes: inout NodeStorage, _ archive: inout Archive) {
        let count = archive.count(nodes.count, ofAtLeast: leastBytes)
        if archive.isReading {
            archive.require(count > 0, "slot 0 is missing")
            nodes = NodeStorage(capacity: max(count, 16))
            for _ in 0..<max(count, 1) { nodes.append(Node()) }
            archive.slots = UInt32(count)
        }
        for slot in 0..<count where archive.problem == nil { nodes[slot].visit(&archive) }
    }
}
