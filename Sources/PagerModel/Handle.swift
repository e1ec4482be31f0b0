/// A reference to a controller, view or window in the engine: a slot and a generation.
///
/// The engine finds the record of a handle in O(1). After the record's destruction, its slot gets
/// another generation, so that an old handle never refers to the slot's new record.
@frozen
public struct Handle: Hashable, Sendable, BitwiseCopyable {
    public let slot: UInt32
    public let generation: UInt32

    /// Creates a handle. Code outside of this package gets handles from a scene instead.
    @inlinable
    package init(slot: UInt32, generation: UInt32) {
        self.slot = slot
        self.generation = generation
    }

    /// The handle of no object. Generations of existing records start at 1.
    @inlinable
    public static var none: Handle { Handle(slot: 0, generation: 0) }

    @inlinable
    public var isNone: Bool { generation == 0 }

    /// The handle, or nil if it is `none`.
    @inlinable
    public var some: Handle? { isNone ? nil : self }
}
