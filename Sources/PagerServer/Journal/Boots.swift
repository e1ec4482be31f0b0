internal import PagerModel

/// A daemon process that has continued the event log, and the sequence number (`seq`) of the last
/// event before the process started.
struct Boot: FieldObject, Hashable, Sendable {
    var boot = ""
    var seq = 0

    init() {}

    init(_ boot: String, at seq: Int) {
        self.boot = boot
        self.seq = seq
    }

    mutating func visit(_ v: inout some FieldVisitor) {
        v.required("boot", &boot, "the id of the process")
        v.required("seq", &seq, "the seq of the last event before it began")
    }
}

/// The daemon processes that have continued this event log, oldest first.
///
/// The list shows whether the events that a client has received belong to this log. Suppose that
/// process B continued the log after event 26 of process A. A client that has received event 52
/// from process A has events of a different log: this log was restored from a backup, or a power
/// failure removed its end.
struct Boots: Sendable {
    /// The id of the current process.
    private let own: String
    /// The latest processes, oldest first: at most `Limits.boots`.
    private(set) var list: [Boot] = []

    init(_ own: String) { self.own = own }

    /// The sequence number (`seq`) of the last event before the current process started. 0 until
    /// `begin` has been called.
    var bootSeq: Int { list.last?.boot == own ? list.last?.seq ?? 0 : 0 }

    /// Records that the current process continues the event log after the event with the number
    /// `seq`.
    mutating func begin(at seq: Int) -> Boot {
        let boot = Boot(own, at: seq)
        append([boot])
        return boot
    }

    /// Adds the processes that were read from a journal. If the list of processes is invalid,
    /// returns false and does not add any of them.
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

    /// Returns whether event `seq`, which a client has received from the process `boot`, belongs to
    /// this log. False if it belongs to a different log, or if `boot` is not in the list. O(boots).
    ///
    /// - Parameter latest: The seq of the last event of this log.
    func reached(_ seq: Int, in boot: String, latest: Int) -> Bool {
        if boot == own { return seq <= latest }
        guard let index = list.lastIndex(where: { $0.boot == boot }) else { return false }
        return seq <= (index + 1 < list.count ? list[index + 1].seq : latest)
    }
}
