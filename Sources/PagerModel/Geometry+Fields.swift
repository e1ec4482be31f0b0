extension Size: FieldObject {
    public init() { self = .zero }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("width", &width, "the width in points")
        try visitor.required("height", &height, "the height in points")
    }
}

extension Frame: FieldObject {
    public init() { self.init(.zero) }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required(
            "x", &x, "the distance from the superview's left edge, in points")
        try visitor.required("y", &y, "the distance from the superview's top edge, in points")
        try visitor.required("width", &width, "the width in points")
        try visitor.required("height", &height, "the height in points")
    }
}

extension Insets: FieldObject {
    public init() { self.init(top: 0) }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.defaulted("top", &top, "the inset of the top edge, in points")
        try visitor.defaulted("left", &left, "the inset of the left edge, in points")
        try visitor.defaulted("bottom", &bottom, "the inset of the bottom edge, in points")
        try visitor.defaulted("right", &right, "the inset of the right edge, in points")
    }
}

extension AffineTransform: FieldObject {
    public init() { self = .identity }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.defaulted("a", &a, "change of x per x; default 1")
        try visitor.defaulted("b", &b, "change of y per x")
        try visitor.defaulted("c", &c, "change of x per y")
        try visitor.defaulted("d", &d, "change of y per y; default 1")
        try visitor.defaulted("tx", &tx, "translation to the right, in points")
        try visitor.defaulted("ty", &ty, "translation downwards, in points")
    }
}

/// An option set that is encoded as an array of the names of its flags.
public protocol FieldOptionSet: FieldValue, OptionSet {
    static var names: [(name: String, flag: Self)] { get }
}

extension FieldOptionSet where Self.Element == Self {
    public static var schema: Schema { .array(.enumeration(names.map(\.name))) }

    public init(reading value: Value) throws(CommandError) {
        guard case .array(let items) = value else { throw .mismatch(Self.schema, value) }
        self = []
        for (index, item) in items.enumerated() {
            guard let text = item.string, let known = Self.names.first(where: { $0.name == text })
            else {
                let names = Self.names.map(\.name)
                throw CommandError(.invalidParams, "expected \(Schema.enumeration(names).phrase)")
                    .inside("[\(index)]")
            }
            insert(known.flag)
        }
    }

    @inlinable
    public func write<W: ValueWriter>(to writer: inout W) {
        writer.beginArray()
        for known in Self.names where isSuperset(of: known.flag) { writer.string(known.name) }
        writer.endArray()
    }
}

extension Autoresizing: FieldOptionSet {
    public static let names: [(name: String, flag: Autoresizing)] = [
        ("flexibleLeftMargin", .flexibleLeftMargin), ("flexibleWidth", .flexibleWidth),
        ("flexibleRightMargin", .flexibleRightMargin), ("flexibleTopMargin", .flexibleTopMargin),
        ("flexibleHeight", .flexibleHeight), ("flexibleBottomMargin", .flexibleBottomMargin),
    ]
}
