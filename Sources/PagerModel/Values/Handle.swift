/// A reference to a controller, view or window in the engine: a slot and a generation.
///
/// The engine finds the record of a handle in O(1). When a record is destroyed, its slot gets a new
/// generation number, so that an old handle never refers to a new record in the same slot.
@frozen
public struct Handle: Hashable, Sendable, BitwiseCopyable {
    public let slot: UInt32
    public let generation: UInt32

    /// Creates a handle. Code outside this package gets handles from a scene (the engine's state).
    @inlinable
    package init(slot: UInt32, generation: UInt32) {
        self.slot = slot
        self.generation = generation
    }

    /// A handle that refers to no object. The generations of existing objects start at 1.
    @inlinable
    public static var none: Handle { Handle(slot: 0, generation: 0) }

    @inlinable
    public var isNone: Bool { generation == 0 }

    /// The handle, or nil if it is `none`.
    @inlinable
    public var some: Handle? { isNone ? nil : self }
}
