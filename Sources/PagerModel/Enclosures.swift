/// What lies beside the events of a turn, for those of them that do not hold all they tell.
public struct Enclosures: Sendable {
    var texts: [String] = []
    var lists: [[Handle]] = []
    var values: [Value] = []
    var details: [TransitionDetail] = []
    var creations: [CreationRecord] = []

    public init() {}

    /// Forgets everything but the memory it lay in.
    mutating func clear() {
        while details.popLast() != nil {}
        // Most turns have none of these.
        if !texts.isEmpty { texts.removeAll(keepingCapacity: true) }
        if !lists.isEmpty { lists.removeAll(keepingCapacity: true) }
        if !values.isEmpty { values.removeAll(keepingCapacity: true) }
        if !creations.isEmpty { creations.removeAll(keepingCapacity: true) }
    }

    /// What it takes in memory, about; what others hold as well is counted too. O(its size).
    public var bytes: Int {
        var bytes = details.count * MemoryLayout<TransitionDetail>.stride
        for text in texts { bytes += MemoryLayout<String>.stride + text.heapBytes }
        for list in lists {
            bytes += MemoryLayout<[Handle]>.stride + list.count * MemoryLayout<Handle>.stride
        }
        for value in values { bytes += MemoryLayout<Value>.stride + value.heapBytes }
        for creation in creations {
            bytes += MemoryLayout<CreationRecord>.stride + creation.heapBytes
        }
        return bytes
    }
}
