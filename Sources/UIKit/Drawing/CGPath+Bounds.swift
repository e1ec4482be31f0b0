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
