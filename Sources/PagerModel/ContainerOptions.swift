/// The axis along which a pager turns.
public enum PagerDirection: String, FieldEnumeration, BitwiseCopyable {
    case horizontal, vertical
}

/// The styles with which a pager turns to later and to earlier pages.
public struct PagerTransition: FieldObject, Hashable {
    public var forward = "curlUp"
    public var backward = "curlDown"

    public init() {}

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.defaulted("forward", &forward, "a style")
        try visitor.defaulted("backward", &backward, "a style")
    }
}

/// The options of a pager.
public struct PagerOptions: Fields, Hashable {
    public var wrap = false
    public var transition = PagerTransition()
    public var duration = 1.0
    public var direction = PagerDirection.horizontal
    public var rightToLeft = false
    public var offscreenLimit = 0
    public var autoAdvance: Double?
    public var inset = Insets()

    public init() {}

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.defaulted("wrap", &wrap, "whether the ends are joined")
        try visitor.defaulted("transition", &transition, "the styles it turns with")
        try visitor.defaulted(
            "duration", &duration,
            "seconds of an animated page change; at the default a style that was added with "
                + "transition.define brings its own")
        try visitor.defaulted("direction", &direction, "the axis it turns along")
        try visitor.defaulted("rightToLeft", &rightToLeft, "whether left and right are swapped")
        try visitor.defaulted(
            "offscreenLimit", &offscreenLimit, "pages kept as children on each side")
        try visitor.optional(
            "autoAdvance", &autoAdvance, "seconds at rest before the next page, or null")
        try visitor.defaulted(
            "inset", &inset, "between the pager's edges and the page's, in points")
    }
}

/// How a page controller turns.
public enum PageStyle: String, FieldEnumeration, BitwiseCopyable {
    case scroll, curl
}

/// Where a page controller is bound.
public enum PageSpine: String, FieldEnumeration, BitwiseCopyable {
    case min, mid
}

/// The options of a page controller.
public struct PageOptions: Fields, Hashable {
    public var style = PageStyle.curl
    public var spine = PageSpine.min

    public init() {}

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.defaulted("style", &style, "how it turns")
        try visitor.defaulted("spine", &spine, "mid shows two pages")
    }
}
