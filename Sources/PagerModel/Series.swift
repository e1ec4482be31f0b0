/// A list that is made element by element while it is written: however long it is, no more than
/// one of its elements is there at a time.
public struct Series<Element: FieldValue>: FieldValue {
    public let count: Int
    @usableFromInline let make: @Sendable (Int) -> Element

    /// - Parameter make: makes the element of an index below `count`, once each time it is written.
    public init(count: Int, _ make: @escaping @Sendable (Int) -> Element) {
        self.count = count
        self.make = make
    }

    public init() {
        self.init(count: 0) { _ in preconditionFailure("an empty series has no elements") }
    }

    public static var schema: Schema { [Element].schema }

    public init(reading value: Value) throws(Refusal) {
        let elements = try [Element](reading: value)
        self.init(count: elements.count) { elements[$0] }
    }

    /// O(count), in the memory of one element.
    @inlinable
    public func write<W: ValueWriter>(to writer: inout W) {
        writer.beginArray()
        for index in 0..<count { make(index).write(to: &writer) }
        writer.endArray()
    }
}
