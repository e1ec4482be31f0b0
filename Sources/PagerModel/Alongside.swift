/// A view and the values that a command gives it: at once, or at the end of a transition that it moves
/// along with.
public struct AlongsideView: FieldObject, Hashable {
    public var view = Identifier(unchecked: "")
    public var frame: Frame?
    public var alpha: Double?
    public var backgroundColor: String?
    public var transform: AffineTransform?

    public init() {}

    public init(
        view: Identifier, frame: Frame? = nil, alpha: Double? = nil,
        backgroundColor: String? = nil, transform: AffineTransform? = nil
    ) {
        self.view = view
        self.frame = frame
        self.alpha = alpha
        self.backgroundColor = backgroundColor
        self.transform = transform
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("view", &view, "the view")
        try visitor.optional("frame", &frame, "in its superview")
        try visitor.optional("alpha", &alpha, "0 to 1")
        try visitor.optional("backgroundColor", &backgroundColor, "as CSS writes it")
        try visitor.optional("transform", &transform, "about its centre; `{}` is the identity")
    }

    /// Replaces the values that `other` has; the others stay.
    public mutating func merge(_ other: AlongsideView) {
        frame = other.frame ?? frame
        alpha = other.alpha ?? alpha
        backgroundColor = other.backgroundColor ?? backgroundColor
        transform = other.transform ?? transform
    }

    /// Whether it changes nothing.
    public var isEmpty: Bool {
        frame == nil && alpha == nil && backgroundColor == nil && transform == nil
    }
}
