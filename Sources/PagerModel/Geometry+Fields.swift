extension Size: FieldObject {
    public init() { self = .zero }

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("width", &width, "in points")
        v.required("height", &height, "in points")
    }
}

extension Frame: FieldObject {
    public init() { self.init(.zero) }

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("x", &x, "from the superview's left edge, in points")
        v.required("y", &y, "from the superview's top edge, in points")
        v.required("width", &width, "in points")
        v.required("height", &height, "in points")
    }
}

extension Insets: FieldObject {
    public init() { self.init(top: 0) }

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("top", &top, "in points")
        v.field("left", &left, "in points")
        v.field("bottom", &bottom, "in points")
        v.field("right", &right, "in points")
    }
}

extension AffineTransform: FieldObject {
    public init() { self = .identity }

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("a", &a, "x per x")
        v.field("b", &b, "y per x")
        v.field("c", &c, "x per y")
        v.field("d", &d, "y per y")
        v.field("tx", &tx, "to the right, in points")
        v.field("ty", &ty, "downwards, in points")
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
