/// A controller, view or window inside the engine: a slot and the generation that owns it.
///
/// Names are for the outside. Inside, a handle finds its record in O(1) and a handle whose record
/// is gone is recognised by its generation, never mistaken for the slot's next owner.
@frozen
public struct Handle: Hashable, Sendable, BitwiseCopyable {
    public let slot: UInt32
    public let generation: UInt32

    /// Code outside of this package cannot make handles: it gets them from a scene.
    @inlinable
    package init(slot: UInt32, generation: UInt32) {
        self.slot = slot
        self.generation = generation
    }

    /// Stands for nobody. Generations of live records start at 1.
    @inlinable
    public static var none: Handle { Handle(slot: 0, generation: 0) }

    @inlinable
    public var isNone: Bool { generation == 0 }

    /// Itself, or nil for nobody.
    @inlinable
    public var some: Handle? { isNone ? nil : self }
}
