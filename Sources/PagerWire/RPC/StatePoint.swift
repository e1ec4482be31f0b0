/// Where the state stands: what every reply tells.
public struct StatePoint: Hashable, Sendable, BitwiseCopyable {
    /// The last event published.
    public var seq: Int
    /// Turns that changed something.
    public var revision: Int

    public init(seq: Int, revision: Int) {
        self.seq = seq
        self.revision = revision
    }
}
