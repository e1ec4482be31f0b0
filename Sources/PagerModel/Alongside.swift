/// New values for a view, applied at once or alongside a transition.
public struct AlongsideView: FieldObject, Hashable {
    public var view = Identifier(unchecked: "")
    public var frame: Frame?
    public var alpha: Double?
    public var backgroundColor: String?
    public var transform: AffineTransform?

    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("view", &view, "the view")
        v.field("frame", &frame, "in the superview's coordinates")
        v.field("alpha", &alpha, "0 to 1")
        v.field("backgroundColor", &backgroundColor, "a CSS colour")
        v.field("transform", &transform, "about the view's centre; `{}`: the identity")
    }

    /// Copies the values of `other` that are not nil.
    public mutating func merge(_ other: AlongsideView) {
        frame = other.frame ?? frame
        alpha = other.alpha ?? alpha
        backgroundColor = other.backgroundColor ?? backgroundColor
        transform = other.transform ?? transform
    }

    /// Whether no property of the view has a new value.
    public var isEmpty: Bool {
        frame == nil && alpha == nil && backgroundColor == nil && transform == nil
    }
}
