// The approximate heap memory of values in bytes, not including the memory of the values themselves
// (their strides). Memory that several values share counts once for each of them. O(size).

extension String {
    /// The number of bytes of heap memory that the string uses. Short strings use none.
    var heapBytes: Int { utf8.count < 16 ? 0 : utf8.count }
}

extension Value {
    /// The number of bytes of heap memory that the value uses.
    package var heapBytes: Int {
        let own = MemoryLayout<Value>.stride
        let ofName = MemoryLayout<Value.Member>.stride - own
        return bytes(ofValue: own, ofName: ofName) { $0.heapBytes } - own
    }
}

extension CreationRecord {
    var heapBytes: Int {
        Value.object(ofKind).heapBytes + (options.title?.heapBytes ?? 0)
            + (options.content?.heapBytes ?? 0) + (options.reactions?.heapBytes ?? 0)
    }
}

extension Reactions {
    var heapBytes: Int {
        var bytes = steps.count * MemoryLayout<(Callback, [ReactionStep])>.stride
        for step in steps.flatMap(\.steps) {
            bytes += MemoryLayout<ReactionStep>.stride
            bytes += step.method.heapBytes + step.params.heapBytes
            bytes += step.when?.heapBytes ?? 0
        }
        return bytes
    }
}
