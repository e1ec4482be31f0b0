extension Size: FieldObject {
    public init() { self = .zero }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("width", &width, "in points")
        try visitor.required("height", &height, "in points")
    }
}

extension Frame: FieldObject {
    public init() { self.init(.zero) }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.required("x", &x, "from the superview's left edge, in points")
        try visitor.required("y", &y, "from the superview's top edge, in points")
        try visitor.required("width", &width, "in points")
        try visitor.required("height", &height, "in points")
    }
}

extension Insets: FieldObject {
    public init() { self.init(top: 0) }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.defaulted("top", &top, "in points")
        try visitor.defaulted("left", &left, "in points")
        try visitor.defaulted("bottom", &bottom, "in points")
        try visitor.defaulted("right", &right, "in points")
    }
}

extension AffineTransform: FieldObject {
    public init() { self = .identity }

    public mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
        try visitor.defaulted("a", &a, "x per x")
        try visitor.defaulted("b", &b, "y per x")
        try visitor.defaulted("c", &c, "x per y")
        try visitor.defaulted("d", &d, "y per y")
        try visitor.defaulted("tx", &tx, "to the right, in points")
        try visitor.defaulted("ty", &ty, "downwards, in points")
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
