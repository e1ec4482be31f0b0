internal import PagerModel

/// A transaction in a snapshot of an earlier version of pagerd. Those snapshots contained the
/// published bytes of events.
///
/// The daemon reads these transactions and drops them. If a client requests their events, the reply
/// reports a gap with the reason `forgotten`.
struct EncodedTransaction {
    private var first = 0
    private var bytes: [UInt8] = []
    private var frames: [Frames] = []
    private var deliveries: [Int] = []

    /// The byte offsets of an event's start, payload and end. Only their low 32 bits are stored.
    private struct Frames: ArchivedBytes {
        var start: UInt32 = 0
        var payload: UInt32 = 0
        var end: UInt32 = 0

        static var anyBytes: AnyBytesAreAValue<Self> { AnyBytesAreAValue() }
    }

    static func skip(_ archive: inout Archive) {
        var transactions: [EncodedTransaction] = []
        archive.visit(&transactions, new: EncodedTransaction()) { $0.visit(&$1) }
    }

    private mutating func visit(_ archive: inout Archive) {
        archive.visit(counter: &first)
        bytes.visit(&archive)
        frames.visit(&archive)
        archive.visit(&deliveries, new: 0) { index, archive in
            var kind = 0
            index.visit(&archive)
            kind.visit(&archive)
        }
        bytes = []
        frames = []
        deliveries = []
    }
}
