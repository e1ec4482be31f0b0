public import PagerModel

/// The numbers that place one event among all.
public struct EventStamp: Hashable, Sendable, BitwiseCopyable {
    public var seq: Int
    /// The seq of the event before it in its category, 0 for none.
    public var previousInCategory: Int
    /// The seq of the event before it of its category and subject, 0 for none.
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

/// The request that an event comes from: the client that made it and the id it gave it.
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
