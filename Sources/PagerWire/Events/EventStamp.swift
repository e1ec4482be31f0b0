public import PagerModel

/// The sequence numbers, the revision of the state and the time that are published with an event.
public struct EventStamp: Hashable, Sendable, BitwiseCopyable {
    public var seq: Int
    /// The sequence number of the previous event in the same category. 0 if there is no such event.
    public var previousInCategory: Int
    /// The sequence number of the previous event in the same category about the same subject, such
    /// as a controller. 0 if there is no such event.
    public var previousOfSubject: Int
    public var revision: Int
    public var time: Instant

    public init(
        seq: Int, previousInCategory: Int, previousOfSubject: Int, revision: Int, time: Instant
    ) {
        self.seq = seq
        self.previousInCategory = previousInCategory
        self.previousOfSubject = previousOfSubject
        self.revision = revision
        self.time = time
    }
}

/// The request that caused an event: the name of its client, and the id of the request.
public struct EventCause: Hashable, Sendable {
    public var client: String
    public var id: Value

    public init(client: String, id: Value) {
        self.client = client
        self.id = id
    }
}

extension EventCause: Archived {
    public init() { self.init(client: "", id: .null) }

    public mutating func visit(_ archive: inout Archive) {
        client.visit(&archive)
        archive.visit(field: &id)
    }
}
