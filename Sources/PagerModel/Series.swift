/// A list that is made element by element while it is written: however long it is, no more than
/// one of its elements is there at a time.
public struct Series<Element: FieldValue>: FieldValue {
    public let count: Int
    @usableFromInline let make: @Sendable (Int) -> Element
    @usableFromInline let budget: SeriesBudget?

    /// - Parameters:
    ///   - budget: where writing ends before `count`.
    ///   - make: makes the element of an index below `count`, once each time it is written.
    public init(
        count: Int, budget: SeriesBudget? = nil, _ make: @escaping @Sendable (Int) -> Element
    ) {
        self.count = count
        self.make = make
        self.budget = budget
    }

    public init() {
        self.init(count: 0) { _ in preconditionFailure("an empty series has no elements") }
    }

    public static var schema: Schema { [Element].schema }

    public init(reading value: Value) throws(CommandError) {
        let elements = try [Element](reading: value)
        self.init(count: elements.count) { elements[$0] }
    }

    /// O(count), in the memory of one element.
    @inlinable
    public func write<W: ValueWriter>(to writer: inout W) {
        writer.beginArray()
        for index in 0..<count {
            if let budget, !budget.takesMore(writer.byteCount) { break }
            make(index).write(to: &writer)
            budget?.written += 1
        }
        writer.endArray()
    }
}

/// How much of several series is written, in bytes of their writer: the element with which they
/// take more is the last one. It belongs to one reply, which one thread writes.
public final class SeriesBudget: @unchecked Sendable {
    private let bytes: Int
    private var start: Int?
    /// Elements written so far.
    public var written = 0

    public init(bytes: Int) { self.bytes = bytes }

    /// Whether the next element is written too, once the writer has written so many bytes.
    public func takesMore(_ byteCount: Int) -> Bool {
        let start = start ?? byteCount
        self.start = start
        return written == 0 || byteCount - start < bytes
    }
}
