/// A path of lines and curves. It is stored but not drawn.
public class CGPath: Hashable, @unchecked Sendable {
    public enum Element: Hashable, Sendable {
        case move(CGPoint)
        case line(CGPoint)
        case quadCurve(CGPoint, control: CGPoint)
        case curve(CGPoint, control1: CGPoint, control2: CGPoint)
        case arc(center: CGPoint, radius: CGFloat, start: CGFloat, end: CGFloat, clockwise: Bool)
        case close
    }

    /// Only a `CGMutablePath` changes them.
    public fileprivate(set) var elements: [Element]

    init(elements: [Element] = []) { self.elements = elements }

    public static func == (left: CGPath, right: CGPath) -> Bool { left.elements == right.elements }
    public func hash(into hasher: inout Hasher) { hasher.combine(elements) }

    public func applying(_ transform: CGAffineTransform) -> CGPath {
        CGPath(elements: elements.map { $0.applying(transform) })
    }

    public func copy() -> CGPath? { CGPath(elements: elements) }
    public func copy(using transform: UnsafePointer<CGAffineTransform>?) -> CGPath? {
        unsafe applying(transform?.pointee ?? .identity)
    }
    public func mutableCopy() -> CGMutablePath? {
        let path = CGMutablePath()
        path.elements = elements
        return path
    }

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

/// A path that can grow.
public final class CGMutablePath: CGPath, @unchecked Sendable {
    public init() { super.init() }

    public func move(to point: CGPoint) { elements.append(.move(point)) }
    public func addLine(to point: CGPoint) { elements.append(.line(point)) }
    public func addLines(between points: [CGPoint]) {
        guard let first = points.first else { return }
        elements += [.move(first)] + points.dropFirst().map { .line($0) }
    }
    public func addQuadCurve(to point: CGPoint, control: CGPoint) {
        elements.append(.quadCurve(point, control: control))
    }
    public func addCurve(to point: CGPoint, control1: CGPoint, control2: CGPoint) {
        elements.append(.curve(point, control1: control1, control2: control2))
    }
    public func addArc(
        center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
    ) {
        elements.append(
            .arc(
                center: center, radius: radius, start: startAngle, end: endAngle,
                clockwise: !clockwise))
    }
    public func addRect(_ rect: CGRect) {
        addLines(between: [
            rect.origin, CGPoint(x: rect.maxX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.maxY),
            CGPoint(x: rect.minX, y: rect.maxY),
        ])
        closeSubpath()
    }
    public func addPath(_ path: CGPath) { elements += path.elements }
    public func closeSubpath() { elements.append(.close) }
}

/// A path of lines and curves. It is stored but not drawn.
@preconcurrency @MainActor
open class UIBezierPath: NSObject {
    open var cgPath: CGPath {
        get { CGPath(elements: elements) }
        set { elements = newValue.elements }
    }
    private var elements: [CGPath.Element] = []
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

    open func close() { elements.append(.close) }
    open func append(_ path: UIBezierPath) { elements += path.elements }
    /// Transforms the points of the path. Arcs keep their radius and angles.
    open func apply(_ transform: CGAffineTransform) {
        elements = elements.map { $0.applying(transform) }
    }
    open func removeAllPoints() { elements = [] }

    /// Draws nothing.
    open func fill() {}
    /// Draws nothing.
    open func stroke() {}
    /// Does nothing: the simulation does not draw.
    open func addClip() {}

    private func add(_ element: CGPath.Element, to point: CGPoint) {
        elements.append(element)
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

extension CGPath {
    /// The smallest rectangle that contains the path. Control points of curves may lie outside it.
    public var boundingBoxOfPath: CGRect {
        var bounds = PathBounds()
        for element in elements { bounds.add(element) }
        return bounds.rect
    }
}

/// The smallest rectangle that contains a path, whose elements are added one by one.
private struct PathBounds {
    private var current = CGPoint.zero
    private var low: CGPoint?
    private var high = CGPoint.zero

    var rect: CGRect {
        guard let low else { return .zero }
        return CGRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
    }

    mutating func add(_ element: CGPath.Element) {
        switch element {
        case .move(let point), .line(let point): add(point)
        case .quadCurve(let point, let control):
            // The cubic curve with these control points has the same shape as the quadratic curve.
            addCurve(
                current.moved(towards: control, by: 2 / 3),
                point.moved(towards: control, by: 2 / 3), to: point)
        case .curve(let point, let first, let second): addCurve(first, second, to: point)
        case .arc(let center, let radius, let start, let end, let clockwise):
            addArc(center, radius, from: Double(start), to: Double(end), clockwise)
        case .close: break
        }
    }

    private mutating func add(_ point: CGPoint) {
        include(point)
        current = point
    }

    private mutating func include(_ point: CGPoint) {
        guard let low else {
            (low, high) = (point, point)
            return
        }
        self.low = CGPoint(x: min(low.x, point.x), y: min(low.y, point.y))
        high = CGPoint(x: max(high.x, point.x), y: max(high.y, point.y))
    }

    private mutating func addCurve(_ first: CGPoint, _ second: CGPoint, to end: CGPoint) {
        let x = CurveAxis(
            Double(current.x), Double(first.x), Double(second.x), Double(end.x))
        let y = CurveAxis(
            Double(current.y), Double(first.y), Double(second.y), Double(end.y))
        for time in x.turns + y.turns {
            include(CGPoint(x: x.value(at: time), y: y.value(at: time)))
        }
        add(end)
    }

    private mutating func addArc(
        _ center: CGPoint, _ radius: CGFloat, from start: Double, to end: Double,
        _ clockwise: Bool
    ) {
        let (first, last) = clockwise ? (start, end) : (end, start)
        var sweep = (last - first).truncatingRemainder(dividingBy: 2 * .pi)
        if sweep < 0 || (sweep == 0 && last != first) { sweep += 2 * .pi }
        func point(_ angle: Double) -> CGPoint {
            CGPoint(
                x: Double(center.x) + Double(radius) * cos(angle),
                y: Double(center.y) + Double(radius) * sin(angle))
        }
        include(point(first))
        var angle = (first / (.pi / 2)).rounded(.up) * .pi / 2
        while angle < first + sweep {
            include(point(angle))
            angle += .pi / 2
        }
        include(point(last))
        current = point(end)
    }
}

/// The x or y coordinate of the points of a cubic curve.
private struct CurveAxis {
    private let points: (Double, Double, Double, Double)

    init(_ start: Double, _ first: Double, _ second: Double, _ end: Double) {
        points = (start, first, second, end)
    }

    func value(at time: Double) -> Double {
        let rest = 1 - time
        return rest * rest * rest * points.0 + 3 * rest * rest * time * points.1
            + 3 * rest * time * time * points.2 + time * time * time * points.3
    }

    /// The curve parameters between 0 and 1 at which the derivative of the coordinate is 0.
    var turns: [Double] {
        let a = points.3 - 3 * points.2 + 3 * points.1 - points.0
        let b = 2 * (points.2 - 2 * points.1 + points.0)
        let c = points.1 - points.0
        let roots: [Double]
        if abs(a) < 1e-12 {
            roots = abs(b) < 1e-12 ? [] : [-c / b]
        } else {
            let discriminant = b * b - 4 * a * c
            guard discriminant >= 0 else { return [] }
            roots = [
                (-b + discriminant.squareRoot()) / (2 * a),
                (-b - discriminant.squareRoot()) / (2 * a),
            ]
        }
        return roots.filter { $0 > 0 && $0 < 1 }
    }
}

extension CGPoint {
    fileprivate func moved(towards other: CGPoint, by part: CGFloat) -> CGPoint {
        CGPoint(x: x + (other.x - x) * part, y: y + (other.y - y) * part)
    }
}

extension CGPath.Element {
    func applying(_ transform: CGAffineTransform) -> Self {
        switch self {
        case .move(let point): .move(point.applying(transform))
        case .line(let point): .line(point.applying(transform))
        case .quadCurve(let point, let control):
            .quadCurve(point.applying(transform), control: control.applying(transform))
        case .curve(let point, let first, let second):
            .curve(
                point.applying(transform), control1: first.applying(transform),
                control2: second.applying(transform))
        case .arc(let center, let radius, let start, let end, let clockwise):
            .arc(
                center: center.applying(transform), radius: radius, start: start, end: end,
                clockwise: clockwise)
        case .close: .close
        }
    }
}
