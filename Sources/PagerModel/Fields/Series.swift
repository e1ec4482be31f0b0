/// A list whose elements are created one by one while it is written, so that only one of them is in
/// memory at a time.
public struct Series<Element: FieldValue>: FieldValue {
    public let count: Int
    @usableFromInline let make: @Sendable (Int) -> Element
    @usableFromInline let budget: SeriesBudget?

    /// Creates a list.
    ///
    /// - Parameters:
    ///   - budget: The number of bytes that this list and other lists may take together. Nil means
    ///     no limit. When the lists reach this number, the writer stops, even if it has written
    ///     fewer than `count` elements.
    ///   - make: A function that creates the element at an index. It is called each time the
    ///     element is written.
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

    /// Writes the list. O(count). Only one element is in memory at a time.
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

/// A limit for the total number of bytes of several lists in one reply. The writer stops after the
/// element with which the lists reach the limit. Only the thread that writes the reply may use this
/// object.
public final class SeriesBudget: @unchecked Sendable {
    private let bytes: Int
    private var start: Int?
    /// The number of list elements written.
    public var written = 0

    public init(bytes: Int) { self.bytes = bytes }

    /// Returns whether the writer may write one more element. `byteCount` is the number of bytes
    /// that the writer has written so far.
    public func takesMore(_ byteCount: Int) -> Bool {
        let start = start ?? byteCount
        self.start = start
        return written == 0 || byteCount - start < bytes
    }
}
