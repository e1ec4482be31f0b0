internal import PagerModel

extension Node {
    /// Archives a free slot too, whole: its generation counts on.
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

    /// Where a member was last found is no part of the state, and a refused command may have looked
    /// for it: 0 stands in its place.
    private func visitPlace(_ archive: inout Archive) {
        var place: UInt32 = 0
        place.visit(&archive)
    }
}

extension Node {
    /// A record has more bytes than this, however little is in it.
    private static let leastBytes = 128

    /// All slots.
    static func visit(_ nodes: inout NodeStorage, _ archive: inout Archive) {
        let count = archive.count(nodes.count, ofAtLeast: leastBytes)
        if archive.isReading {
            archive.require(count > 0, "there is not even the slot of nobody")
            nodes = NodeStorage(capacity: max(count, 16))
            for _ in 0..<max(count, 1) { nodes.append(Node()) }
            archive.slots = UInt32(count)
        }
        for slot in 0..<count where archive.problem == nil { nodes[slot].visit(&archive) }
    }
}
