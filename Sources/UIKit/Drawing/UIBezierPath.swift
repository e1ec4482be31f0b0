/// A path of lines and curves. It is stored but not drawn.
public struct CGPath: Hashable, Sendable {
    public enum Element: Hashable, Sendable {
        case move(CGPoint)
        case line(CGPoint)
        case quadCurve(CGPoint, control: CGPoint)
        case curve(CGPoint, control1: CGPoint, control2: CGPoint)
        case arc(center: CGPoint, radius: CGFloat, start: CGFloat, end: CGFloat, clockwise: Bool)
        case close
    }

    public internal(set) var elements: [Element] = []

    /// The rectangle around the points of the path, including control points and the full circles
    /// of arcs.
    public var boundingBox: CGRect {
        let points = elements.flatMap { element -> [CGPoint] in
            switch element {
            case .move(let point), .line(let point): [point]
            case .quadCurve(let point, let control): [point, control]
            case .curve(let point, let first, let second): [point, first, second]
            case .arc(let center, let radius, _, _, _):
                [
                    CGPoint(x: center.x - radius, y: center.y - radius),
                    CGPoint(x: center.x + radius, y: center.y + radius),
                ]
            case .close: []
            }
        }
        guard let first = points.first else { return .zero }
        return points.dropFirst().reduce(CGRect(origin: first, size: .zero)) {
            $0.union(CGRect(origin: $1, size: .zero))
        }
    }

    public var isEmpty: Bool { elements.isEmpty }
}

/// A path of lines and curves. It is stored but not drawn.
@preconcurrency @MainActor
open class UIBezierPath: NSObject {
    open var cgPath = CGPath()
    open var lineWidth: CGFloat = 1
    open var lineCapStyle = CGLineCap.butt
    open var lineJoinStyle = CGLineJoin.miter
    open var miterLimit: CGFloat = 10
    open var usesEvenOddFillRule = false

    public override init() {}

    public convenience init(rect: CGRect) {
        self.init()
        move(to: rect.origin)
        addLine(to: CGPoint(x: rect.maxX, y: rect.minY))
        addLine(to: CGPoint(x: rect.maxX, y: rect.maxY))
        addLine(to: CGPoint(x: rect.minX, y: rect.maxY))
        close()
    }

    /// Creates a rectangular path. The corner radius is ignored.
    public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) {
        self.init(rect: rect)
    }

    /// Creates a rectangular path. The corners and their radii are ignored.
    public convenience init(
        roundedRect rect: CGRect, byRoundingCorners corners: UIRectCorner, cornerRadii: CGSize
    ) { self.init(rect: rect) }

    /// Creates a circular path around the centre of `rect`. The diameter is the width of `rect`.
    public convenience init(ovalIn rect: CGRect) {
        self.init(
            arcCenter: CGPoint(x: rect.midX, y: rect.midY), radius: rect.width / 2, startAngle: 0,
            endAngle: 2 * CGFloat.pi, clockwise: true)
    }

    public convenience init(
        arcCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat,
        clockwise: Bool
    ) {
        self.init()
        addArc(
            withCenter: center, radius: radius, startAngle: startAngle, endAngle: endAngle,
            clockwise: clockwise)
    }

    public convenience init(cgPath: CGPath) {
        self.init()
        self.cgPath = cgPath
    }

    /// The end point of the line, curve or arc that was added last, or the point of a later
    /// `move(to:)`.
    open private(set) var currentPoint = CGPoint.zero
    open var bounds: CGRect { cgPath.boundingBox }
    open var isEmpty: Bool { cgPath.isEmpty }

    open func move(to point: CGPoint) { add(.move(point), to: point) }
    open func addLine(to point: CGPoint) { add(.line(point), to: point) }

    open func addQuadCurve(to point: CGPoint, controlPoint control: CGPoint) {
        add(.quadCurve(point, control: control), to: point)
    }

    open func addCurve(to point: CGPoint, controlPoint1: CGPoint, controlPoint2: CGPoint) {
        add(.curve(point, control1: controlPoint1, control2: controlPoint2), to: point)
    }

    open func addArc(
        withCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat,
        clockwise: Bool
    ) {
        let (sine, cosine) = (sin(Double(endAngle)), cos(Double(endAngle)))
        add(
            .arc(
                center: center, radius: radius, start: startAngle, end: endAngle,
                clockwise: clockwise),
            to: CGPoint(
                x: center.x + radius * CGFloat(cosine), y: center.y + radius * CGFloat(sine)))
    }

    open func close() { cgPath.elements.append(.close) }
    open func append(_ path: UIBezierPath) { cgPath.elements += path.cgPath.elements }
    open func removeAllPoints() { cgPath = CGPath() }

    /// Draws nothing.
    open func fill() {}
    /// Draws nothing.
    open func stroke() {}
    /// Does nothing: the simulation does not draw.
    open func addClip() {}

    private func add(_ element: CGPath.Element, to point: CGPoint) {
        cgPath.elements.append(element)
        currentPoint = point
    }
}

public enum CGLineCap: Int32, Sendable { case butt, round, square }
public enum CGLineJoin: Int32, Sendable { case miter, round, bevel }

public struct UIRectCorner: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let topLeft = UIRectCorner(rawValue: 1)
    public static let topRight = UIRectCorner(rawValue: 2)
    public static let bottomLeft = UIRectCorner(rawValue: 4)
    public static let bottomRight = UIRectCorner(rawValue: 8)
    public static let allCorners = UIRectCorner(rawValue: ~0)
}
