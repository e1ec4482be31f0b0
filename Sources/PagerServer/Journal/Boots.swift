internal import PagerModel

/// A process that went on with a history, and where it began.
struct Boot: FieldObject, Hashable, Sendable {
    var boot = ""
    var seq = 0

    init() {}

    init(_ boot: String, at seq: Int) {
        self.boot = boot
        self.seq = seq
    }

    mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("boot", &boot, "of the process")
        try visitor.required("seq", &seq, "of the last event before it began")
    }
}

/// The processes that have gone on with a history, the present one last.
///
/// They tell a client whether what it knows is in this log. A process whose successor began at seq
/// 26 reached 26 here. A client that knows event 52 of that process knows another log: this one was
/// put back from a backup, or lost its end with the power.
struct Boots: Sendable {
    /// The present process.
    private let own: String
    /// Oldest first; of those before the oldest nothing is known.
    private(set) var list: [Boot] = []

    init(_ own: String) { self.own = own }

    /// Where the present process began.
    var bootSeq: Int { list.last?.boot == own ? list.last?.seq ?? 0 : 0 }

    /// Notes that the present process goes on from here.
    mutating func begin(at seq: Int) -> Boot {
        let boot = Boot(own, at: seq)
        append([boot])
        return boot
    }

    /// Takes what a journal tells; false where it cannot be.
    mutating func take(_ found: [Boot]) -> Bool {
        let bounds = [list.last?.seq ?? 0] + found.map(\.seq)
        let isInOrder = zip(bounds, bounds.dropFirst()).allSatisfy { $0 <= $1 }
        guard isInOrder, found.allSatisfy({ (1...64).contains($0.boot.utf8.count) }) else {
            return false
        }
        append(found)
        return true
    }

    private mutating func append(_ more: [Boot]) {
        list += more
        list.removeFirst(max(0, list.count - Limits.boots))
    }

    /// Whether a process had published the event `seq` of this log, and not another one with that
    /// number. O(boots).
    ///
    /// - Parameter latest: the last event of this log.
    func reached(_ seq: Int, in boot: String, latest: Int) -> Bool {
        if boot == own { return seq <= latest }
        guard let index = list.lastIndex(where: { $0.boot == boot }) else { return false }
        return seq <= (index + 1 < list.count ? list[index + 1].seq : latest)
    }
}
