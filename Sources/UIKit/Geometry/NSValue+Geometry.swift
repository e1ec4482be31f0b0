extension NSValue {
    public convenience init(cgPoint: CGPoint) { self.init(point: cgPoint) }
    public convenience init(cgSize: CGSize) { self.init(size: cgSize) }
    public convenience init(cgRect: CGRect) { self.init(rect: cgRect) }

    public var cgPointValue: CGPoint { pointValue }
    public var cgSizeValue: CGSize { sizeValue }
    public var cgRectValue: CGRect { rectValue }

    /// The transform that the value was created from, or the identity transform if the value was
    /// created from a different type.
    public var caTransform3DValue: CATransform3D {
        (self as? TransformValue)?.transform ?? CATransform3DIdentity
    }
}

/// A protocol whose extension adds an initializer for `CATransform3D` to `NSValue`. Foundation on
/// Linux lacks this initializer.
public protocol TransformInValue {}

extension NSValue: TransformInValue {}

extension TransformInValue where Self == NSValue {
    public init(caTransform3D: CATransform3D) {
        let value = TransformValue()
        value.transform = caTransform3D
        self = value
    }
}

/// An `NSValue` with a transform. The transform is set once, before other code can access the
/// value.
private final class TransformValue: NSValue, @unchecked Sendable {
    var transform = CATransform3DIdentity
}
