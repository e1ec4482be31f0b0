/// A writer that computes an upper bound for the size of a value as JSON, without encoding it.
///
/// The bound counts a comma for each value, and the maximum number of digits for each number that
/// is not an integer. O(size).
public struct JSONLength: ValueWriter {
    public private(set) var bytes = 0
    /// The number of values that are neither arrays nor objects.
    public private(set) var scalars = 0

    public init() {}

    /// Returns an upper bound for the size of a value as JSON, in bytes.
    public static func of<T: FieldValue>(_ value: T) -> Int {
        var length = JSONLength()
        value.write(to: &length)
        return length.bytes
    }

    public mutating func null() { count(5) }
    public mutating func bool(_ flag: Bool) { count(6) }
    public mutating func integer(_ number: Int) {
        count(2 + (number < 0 ? 1 : 0))
        var rest = number.magnitude / 10
        while rest > 0 {
            bytes += 1
            rest /= 10
        }
    }
    public mutating func number(_ number: Double) {
        if let whole = Int(exactly: number) { return integer(whole) }
        count(26)
    }
    public mutating func string(_ text: String) { count(3 + Self.escaped(text)) }
    public mutating func transition(_ id: TransitionID) { count(24) }
    public mutating func beginArray() { bytes += 2 }
    public mutating func endArray() { bytes += 1 }
    public mutating func beginObject() { bytes += 2 }
    public mutating func key(_ name: String) { bytes += 4 + Self.escaped(name) }
    public mutating func endObject() { bytes += 1 }

    private mutating func count(_ bytes: Int) {
        self.bytes += bytes
        scalars += 1
    }

    /// Returns the size in bytes that a string has after its quotes, backslashes and control
    /// characters have been escaped.
    private static func escaped(_ text: String) -> Int {
        let bytes = text.utf8.span
        var escapes = 0
        for position in bytes.indices {
            let byte = bytes[position]
            if byte < 0x20 { escapes += 5 }
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { escapes += 1 }
        }
        return bytes.count + escapes
    }
}

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
