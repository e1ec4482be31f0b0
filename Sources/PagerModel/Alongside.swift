/// New values for a view, applied at once or alongside a transition.
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
        try visitor.optional("frame", &frame, "in the superview's coordinates")
        try visitor.optional("alpha", &alpha, "0 to 1")
        try visitor.optional("backgroundColor", &backgroundColor, "a CSS colour")
        try visitor.optional("transform", &transform, "about the view's centre; `{}`: the identity")
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
