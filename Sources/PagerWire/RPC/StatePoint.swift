/// The sequence number of the last event and the revision of the state. Replies contain both.
public struct StatePoint: Hashable, Sendable, BitwiseCopyable {
    /// The sequence number of the last published event.
    public var seq: Int
    /// The number of transactions that have changed the state.
    public var revision: Int

    public init(seq: Int, revision: Int) {
        self.seq = seq
        self.revision = revision
    }
}
