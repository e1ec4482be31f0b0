/// A width and a height in points.
public struct Size: Hashable, Sendable, BitwiseCopyable {
    public var width: Double
    public var height: Double

    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    public static let zero = Size(width: 0, height: 0)
    /// The default size of a window.
    public static let standard = Size(width: 390, height: 844)
}

/// A rectangle in the coordinates of the superview, in points.
public struct Frame: Hashable, Sendable, BitwiseCopyable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    public init(_ size: Size) {
        self.init(x: 0, y: 0, width: size.width, height: size.height)
    }

    public var size: Size { Size(width: width, height: height) }
}

/// Distances from the four edges of a rectangle, in points.
public struct Insets: Hashable, Sendable, BitwiseCopyable {
    public var top: Double
    public var left: Double
    public var bottom: Double
    public var right: Double

    public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }
}

/// An affine transform of a view, like `CGAffineTransform`.
///
/// It maps the point (x, y) to (a x + c y + tx, b x + d y + ty). Coordinates are in points from the
/// centre of the view; y points downwards.
public struct AffineTransform: Hashable, Sendable, BitwiseCopyable {
    public var a: Double
    public var b: Double
    public var c: Double
    public var d: Double
    public var tx: Double
    public var ty: Double

    public init(
        a: Double = 1, b: Double = 0, c: Double = 0, d: Double = 1, tx: Double = 0, ty: Double = 0
    ) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    /// The transform that changes nothing.
    public static let identity = AffineTransform(a: 1)

    public var isIdentity: Bool { self == .identity }
}

/// The autoresizing mask of a view: the set of the view's margins and dimensions that change with
/// the superview's size.
public struct Autoresizing: OptionSet, Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    public static let flexibleLeftMargin = Autoresizing(rawValue: 1)
    public static let flexibleWidth = Autoresizing(rawValue: 2)
    public static let flexibleRightMargin = Autoresizing(rawValue: 4)
    public static let flexibleTopMargin = Autoresizing(rawValue: 8)
    public static let flexibleHeight = Autoresizing(rawValue: 16)
    public static let flexibleBottomMargin = Autoresizing(rawValue: 32)

    /// The autoresizing mask that a controller's view has at first.
    public static let flexibleSize: Autoresizing = [.flexibleWidth, .flexibleHeight]
}

extension Frame {
    /// Returns the frame of a view with the given autoresizing mask after the superview's size has
    /// changed from `old` to `new`.
    ///
    /// The change along each axis is divided equally among the flexible parts of that axis. Along
    /// an axis without a flexible part, the frame keeps its origin and size.
    public func resized(from old: Size, to new: Size, _ mask: Autoresizing) -> Frame {
        var frame = self
        (frame.x, frame.width) = Self.share(
            origin: x, extent: width, change: new.width - old.width,
            before: mask.contains(.flexibleLeftMargin), inside: mask.contains(.flexibleWidth),
            after: mask.contains(.flexibleRightMargin))
        (frame.y, frame.height) = Self.share(
            origin: y, extent: height, change: new.height - old.height,
            before: mask.contains(.flexibleTopMargin), inside: mask.contains(.flexibleHeight),
            after: mask.contains(.flexibleBottomMargin))
        return frame
    }

    private static func share(
        origin: Double, extent: Double, change: Double, before: Bool, inside: Bool, after: Bool
    ) -> (origin: Double, extent: Double) {
        let parts = (before ? 1.0 : 0) + (inside ? 1 : 0) + (after ? 1 : 0)
        guard parts > 0 else { return (origin, extent) }
        let part = change / parts
        return (before ? origin + part : origin, inside ? max(0, extent + part) : extent)
    }
}

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

extension Insets {
    public static let zero = Insets()

    /// Returns the part of these insets that overlaps a subview.
    ///
    /// - Parameters:
    ///   - frame: The frame of the subview.
    ///   - size: The size of the view with these insets.
    /// - Returns: The overlap on each side, at most the view's inset.
    public func reaching(_ frame: Frame, in size: Size) -> Insets {
        Insets(
            top: Self.rest(of: top, behind: frame.y),
            left: Self.rest(of: left, behind: frame.x),
            bottom: Self.rest(of: bottom, behind: size.height - frame.y - frame.height),
            right: Self.rest(of: right, behind: size.width - frame.x - frame.width))
    }

    private static func rest(of inset: Double, behind distance: Double) -> Double {
        max(0, min(inset, inset - distance))
    }

    /// Returns the sum of these insets and a controller's additional insets. Each inset of the
    /// result is at least 0.
    public func adding(_ additional: Insets) -> Insets {
        Insets(
            top: max(0, top + additional.top), left: max(0, left + additional.left),
            bottom: max(0, bottom + additional.bottom), right: max(0, right + additional.right))
    }
}
