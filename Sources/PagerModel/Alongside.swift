/// A view that moves along with a transition, and its values when that is complete.
public struct AlongsideView: FieldObject, Hashable {
    public var view = Identifier(unchecked: "")
    public var frame: Frame?
    public var alpha: Double?
    public var backgroundColor: String?

    public init() {}

    public init(
        view: Identifier, frame: Frame? = nil, alpha: Double? = nil,
        backgroundColor: String? = nil
    ) {
        self.view = view
        self.frame = frame
        self.alpha = alpha
        self.backgroundColor = backgroundColor
    }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("view", &view, "the view")
        try visitor.optional("frame", &frame, "in its superview")
        try visitor.optional("alpha", &alpha, "0 to 1")
        try visitor.optional("backgroundColor", &backgroundColor, "as CSS writes it")
    }

    /// Replaces the values that `other` has; the others stay.
    public mutating func merge(_ other: AlongsideView) {
        frame = other.frame ?? frame
        alpha = other.alpha ?? alpha
        backgroundColor = other.backgroundColor ?? backgroundColor
    }

    /// Whether it changes nothing.
    public var isEmpty: Bool { frame == nil && alpha == nil && backgroundColor == nil }
}
