// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those of Apple's frameworks.

/// A transform in three dimensions: a matrix with four rows and four columns. It maps the row
/// vector [x y z 1] of a point to the product of that vector and the matrix.
public struct CATransform3D: Equatable, Sendable {
    public var m11: CGFloat = 1
    public var m12: CGFloat = 0
    public var m13: CGFloat = 0
    public var m14: CGFloat = 0
    public var m21: CGFloat = 0
    public var m22: CGFloat = 1
    public var m23: CGFloat = 0
    public var m24: CGFloat = 0
    public var m31: CGFloat = 0
    public var m32: CGFloat = 0
    public var m33: CGFloat = 1
    public var m34: CGFloat = 0
    public var m41: CGFloat = 0
    public var m42: CGFloat = 0
    public var m43: CGFloat = 0
    public var m44: CGFloat = 1

    /// Creates the identity transform. There is no `init()`, because on Apple's systems all
    /// elements of `CATransform3D()` are 0.
    init(identity: Void) {}

    fileprivate var rows: [[CGFloat]] {
        get {
            [
                [m11, m12, m13, m14], [m21, m22, m23, m24], [m31, m32, m33, m34],
                [m41, m42, m43, m44],
            ]
        }
        set {
            (m11, m12, m13, m14) = (newValue[0][0], newValue[0][1], newValue[0][2], newValue[0][3])
            (m21, m22, m23, m24) = (newValue[1][0], newValue[1][1], newValue[1][2], newValue[1][3])
            (m31, m32, m33, m34) = (newValue[2][0], newValue[2][1], newValue[2][2], newValue[2][3])
            (m41, m42, m43, m44) = (newValue[3][0], newValue[3][1], newValue[3][2], newValue[3][3])
        }
    }
}

public let CATransform3DIdentity = CATransform3D(identity: ())

public func CATransform3DIsIdentity(_ transform: CATransform3D) -> Bool {
    transform == CATransform3DIdentity
}

public func CATransform3DEqualToTransform(_ a: CATransform3D, _ b: CATransform3D) -> Bool {
    a == b
}

public func CATransform3DMakeTranslation(
    _ x: CGFloat, _ y: CGFloat, _ z: CGFloat
) -> CATransform3D {
    var transform = CATransform3DIdentity
    (transform.m41, transform.m42, transform.m43) = (x, y, z)
    return transform
}

public func CATransform3DMakeScale(_ x: CGFloat, _ y: CGFloat, _ z: CGFloat) -> CATransform3D {
    var transform = CATransform3DIdentity
    (transform.m11, transform.m22, transform.m33) = (x, y, z)
    return transform
}

/// Returns a rotation around the axis (`x`, `y`, `z`), or the identity transform if the length of
/// the axis is 0.
///
/// - Parameter angle: The angle in radians.
public func CATransform3DMakeRotation(
    _ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat
) -> CATransform3D {
    let length = (x * x + y * y + z * z).squareRoot()
    guard length > 0 else { return CATransform3DIdentity }
    let (x, y, z) = (x / length, y / length, z / length)
    let (sine, cosine) = (CGFloat(sin(Double(angle))), CGFloat(cos(Double(angle))))
    let rest = 1 - cosine
    var transform = CATransform3DIdentity
    (transform.m11, transform.m12, transform.m13) = (
        cosine + x * x * rest, x * y * rest + z * sine, x * z * rest - y * sine
    )
    (transform.m21, transform.m22, transform.m23) = (
        x * y * rest - z * sine, cosine + y * y * rest, y * z * rest + x * sine
    )
    (transform.m31, transform.m32, transform.m33) = (
        x * z * rest + y * sine, y * z * rest - x * sine, cosine + z * z * rest
    )
    return transform
}

/// Returns the transform that applies `a`, then `b`.
public func CATransform3DConcat(_ a: CATransform3D, _ b: CATransform3D) -> CATransform3D {
    let (first, second) = (a.rows, b.rows)
    var result = a
    result.rows = (0..<4).map { row in
        (0..<4).map { column in
            (0..<4).reduce(0) { $0 + first[row][$1] * second[$1][column] }
        }
    }
    return result
}

public func CATransform3DTranslate(
    _ transform: CATransform3D, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat
) -> CATransform3D { CATransform3DConcat(CATransform3DMakeTranslation(x, y, z), transform) }

public func CATransform3DScale(
    _ transform: CATransform3D, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat
) -> CATransform3D { CATransform3DConcat(CATransform3DMakeScale(x, y, z), transform) }

public func CATransform3DRotate(
    _ transform: CATransform3D, _ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat
) -> CATransform3D { CATransform3DConcat(CATransform3DMakeRotation(angle, x, y, z), transform) }

public func CATransform3DMakeAffineTransform(_ map: CGAffineTransform) -> CATransform3D {
    var transform = CATransform3DIdentity
    (transform.m11, transform.m12) = (map.a, map.b)
    (transform.m21, transform.m22) = (map.c, map.d)
    (transform.m41, transform.m42) = (map.tx, map.ty)
    return transform
}

/// Returns whether the transform is two-dimensional, without depth or perspective.
public func CATransform3DIsAffine(_ transform: CATransform3D) -> Bool {
    CATransform3DMakeAffineTransform(CATransform3DGetAffineTransform(transform)) == transform
}

/// Returns the two-dimensional part of the transform.
public func CATransform3DGetAffineTransform(_ transform: CATransform3D) -> CGAffineTransform {
    CGAffineTransform(
        a: transform.m11, b: transform.m12, c: transform.m21, d: transform.m22,
        tx: transform.m41, ty: transform.m42)
}
