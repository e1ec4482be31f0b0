/// The seq and revision of the state, which every reply contains.
public struct StatePoint: Hashable, Sendable, BitwiseCopyable {
    /// The seq of the last published event.
    public var seq: Int
    /// The number of transactions that changed something.
    public var revision: Int

    public init(seq: Int, revision: Int) {
        self.seq = seq
        self.revision = revision
    }
}
