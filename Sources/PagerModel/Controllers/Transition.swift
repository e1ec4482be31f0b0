/// The direction of a transition relative to the order of the pages.
public enum TransitionDirection: String, FieldEnumeration, BitwiseCopyable {
    case forward, reverse
}

/// The timing curve of a transition: its progress as a function of time.
public enum TransitionCurve: String, FieldEnumeration, BitwiseCopyable {
    case easeInOut, easeIn, easeOut, linear

    /// The x coordinates of the two control points of UIKit's cubic curve from (0, 0) to (1, 1).
    /// Nil for the linear curve.
    private var controls: (x1: Double, x2: Double)? {
        switch self {
        case .easeInOut: (0.42, 0.58)
        case .easeIn: (0.42, 1)
        case .easeOut: (0, 0.58)
        case .linear: nil
        }
    }

    /// Returns the progress, from 0 to 1, after a given fraction of the duration. A fraction below
    /// 0 counts as 0, and one above 1 as 1.
    public func progress(after part: Double) -> Double {
        let part = min(1, max(0, part))
        // The x and y coordinates of the curve depend on a parameter. A binary search finds the
        // parameter for x, which then gives y.
        guard let (x1, x2) = controls, part > 0, part < 1 else { return part }
        var (low, high) = (0.0, 1.0)
        for _ in 0..<52 {
            let middle = (low + high) / 2
            let rest = 1 - middle
            let x = 3 * rest * middle * (rest * x1 + middle * x2) + middle * middle * middle
            if x < part { low = middle } else { high = middle }
        }
        return low * low * (3 - 2 * low)
    }

    /// Returns the progress, 0 to 1, of a transition of `duration` seconds, `elapsed` seconds after
    /// its start.
    public func progress(after elapsed: Double, of duration: Double) -> Double {
        duration > 0 ? progress(after: elapsed / duration) : 1
    }
}

/// The result of a transition. Each transition ends with exactly one result.
public enum TransitionOutcome: String, FieldEnumeration, BitwiseCopyable {
    case completed, cancelled, superseded
}

/// The behaviour of a command that arrives while a transition of its container is running.
public enum Interruption: String, FieldEnumeration, BitwiseCopyable {
    case reject, replace, queue
}

/// The options of a transition: those of `UIView.AnimationOptions` that pagerd supports.
public struct TransitionOptions: OptionSet, Hashable, BitwiseCopyable, FieldOptionSet {
    public let rawValue: UInt16

    @inlinable
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    @inlinable public static var transitionNone: Self { Self(rawValue: 1 << 0) }
    @inlinable public static var transitionCrossDissolve: Self { Self(rawValue: 1 << 1) }
    @inlinable public static var transitionCurlUp: Self { Self(rawValue: 1 << 2) }
    @inlinable public static var transitionCurlDown: Self { Self(rawValue: 1 << 3) }
    @inlinable public static var transitionFlipFromLeft: Self { Self(rawValue: 1 << 4) }
    @inlinable public static var transitionFlipFromRight: Self { Self(rawValue: 1 << 5) }
    @inlinable public static var transitionFlipFromTop: Self { Self(rawValue: 1 << 6) }
    @inlinable public static var transitionFlipFromBottom: Self { Self(rawValue: 1 << 7) }
    @inlinable public static var curveEaseInOut: Self { Self(rawValue: 1 << 8) }
    @inlinable public static var curveEaseIn: Self { Self(rawValue: 1 << 9) }
    @inlinable public static var curveEaseOut: Self { Self(rawValue: 1 << 10) }
    @inlinable public static var curveLinear: Self { Self(rawValue: 1 << 11) }
    @inlinable public static var showHideTransitionViews: Self { Self(rawValue: 1 << 12) }
    @inlinable public static var layoutSubviews: Self { Self(rawValue: 1 << 13) }
    @inlinable public static var allowUserInteraction: Self { Self(rawValue: 1 << 14) }
    @inlinable public static var beginFromCurrentState: Self { Self(rawValue: 1 << 15) }

    public static let names: [(name: String, flag: TransitionOptions)] = [
        ("transitionNone", .transitionNone),
        ("transitionCrossDissolve", .transitionCrossDissolve),
        ("transitionCurlUp", .transitionCurlUp), ("transitionCurlDown", .transitionCurlDown),
        ("transitionFlipFromLeft", .transitionFlipFromLeft),
        ("transitionFlipFromRight", .transitionFlipFromRight),
        ("transitionFlipFromTop", .transitionFlipFromTop),
        ("transitionFlipFromBottom", .transitionFlipFromBottom),
        ("curveEaseInOut", .curveEaseInOut), ("curveEaseIn", .curveEaseIn),
        ("curveEaseOut", .curveEaseOut), ("curveLinear", .curveLinear),
        ("showHideTransitionViews", .showHideTransitionViews),
        ("layoutSubviews", .layoutSubviews), ("allowUserInteraction", .allowUserInteraction),
        ("beginFromCurrentState", .beginFromCurrentState),
    ]

    /// The name of the transition style that the options select. If the options select several
    /// styles, a flip takes precedence over a curl, and a curl over the cross-dissolve.
    public var style: String {
        let styles: [(TransitionOptions, String)] = [
            (.transitionCrossDissolve, "crossDissolve"), (.transitionCurlUp, "curlUp"),
            (.transitionCurlDown, "curlDown"), (.transitionFlipFromLeft, "flipFromLeft"),
            (.transitionFlipFromRight, "flipFromRight"), (.transitionFlipFromTop, "flipFromTop"),
            (.transitionFlipFromBottom, "flipFromBottom"),
        ]
        return styles.last { contains($0.0) }?.1 ?? "none"
    }

    /// Whether the options contain a timing curve.
    public var hasCurve: Bool {
        !isDisjoint(with: [.curveEaseInOut, .curveEaseIn, .curveEaseOut, .curveLinear])
    }

    public var curve: TransitionCurve {
        if contains(.curveLinear) { return .linear }
        if contains(.curveEaseOut) { return .easeOut }
        return contains(.curveEaseIn) ? .easeIn : .easeInOut
    }
}

/// A property of a page that a transition animates.
public enum TrackProperty: String, FieldEnumeration {
    case opacity, translateX, translateY, scale, rotateX, rotateY, rotateZ, curl
}

/// The value of a property at one point of a transition.
public struct Keyframe: FieldObject, Hashable {
    public var at = 0.0
    public var value = 0.0

    public init() {}

    public init(_ at: Double, _ value: Double) {
        self.at = at
        self.value = value
    }

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("at", &at, "0 at the start, 1 at the end")
        v.required(
            "value", &value,
            "opacity, scale, curl: 0 to 1; translate: in widths or heights; rotate: in degrees")
    }
}

/// The keyframes of a property: linear in between, constant before and after.
public struct Track: FieldObject, Hashable {
    public var property = TrackProperty.opacity
    public var keyframes: [Keyframe] = []

    public init() {}

    public init(_ property: TrackProperty, _ keyframes: Keyframe...) {
        self.property = property
        self.keyframes = keyframes
    }

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("property", &property, "the animated property")
        v.required("keyframes", &keyframes, "in the order of `at`")
    }
}

/// The animated properties of both pages of a transition.
public struct Tracks: FieldObject, Hashable {
    public var from: [Track] = []
    public var to: [Track] = []

    public init() {}

    public init(from: [Track], to: [Track]) {
        self.from = from
        self.to = to
    }

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("from", &from, "the tracks of the page that leaves")
        v.required("to", &to, "the tracks of the page that appears")
    }
}

/// A named transition style. Contains everything that a program needs to draw the transition.
public struct TransitionStyle: FieldObject, Hashable {
    public var name = ""
    public var tracks = Tracks()
    public var duration = 0.0
    public var curve = TransitionCurve.easeInOut

    public init() {}

    public init(_ name: String, _ duration: Double, from: [Track], to: [Track]) {
        self.name = name
        self.duration = duration
        tracks = Tracks(from: from, to: to)
    }

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("style", &name, "its name")
        v.required("tracks", &tracks, "keyframes of both sides")
        v.required(
            "duration", &duration, "seconds, if neither the command nor the container sets them")
        v.required("curve", &curve, "the timing curve")
    }
}

extension TransitionStyle {
    private static func line(_ property: TrackProperty, _ from: Double, _ to: Double) -> Track {
        Track(property, Keyframe(0, from), Keyframe(1, to))
    }

    private static func flip(
        _ name: String, _ property: TrackProperty, _ degrees: Double
    ) -> TransitionStyle {
        TransitionStyle(
            name, 1.0,
            from: [
                Track(property, Keyframe(0, 0), Keyframe(0.5, degrees / 2)),
                Track(.opacity, Keyframe(0.4999, 1), Keyframe(0.5, 0)),
            ],
            to: [
                Track(property, Keyframe(0.5, -degrees / 2), Keyframe(1, 0)),
                Track(.opacity, Keyframe(0.4999, 0), Keyframe(0.5, 1)),
            ])
    }

    /// The built-in styles. The style at index 0 is `none`.
    public static let builtIn: [TransitionStyle] = [
        TransitionStyle("none", 0, from: [], to: []),
        TransitionStyle(
            "crossDissolve", 1.0, from: [line(.opacity, 1, 0)], to: [line(.opacity, 0, 1)]),
        TransitionStyle("curlUp", 1.0, from: [line(.curl, 0, 1)], to: []),
        TransitionStyle("curlDown", 1.0, from: [], to: [line(.curl, 1, 0)]),
        flip("flipFromLeft", .rotateY, 180), flip("flipFromRight", .rotateY, -180),
        flip("flipFromTop", .rotateX, -180), flip("flipFromBottom", .rotateX, 180),
        TransitionStyle(
            "slide", 0.35, from: [line(.translateX, 0, -0.3)], to: [line(.translateX, 1, 0)]),
        TransitionStyle(
            "scroll", 0.3, from: [line(.translateX, 0, -1)], to: [line(.translateX, 1, 0)]),
        TransitionStyle("coverVertical", 0.4, from: [], to: [line(.translateY, 1, 0)]),
    ]
}

extension Tracks {
    /// The tracks of the reversed transition. Each track is played backwards. The leaving page has
    /// the tracks of the appearing page, and vice versa.
    public var reversed: Tracks {
        Tracks(from: to.map(\.reversed), to: from.map(\.reversed))
    }
}

extension Track {
    fileprivate var reversed: Track {
        var track = self
        track.keyframes = keyframes.reversed().map { Keyframe(1 - $0.at, $0.value) }
        return track
    }
}

/// New values for a view, applied at once or alongside a transition.
public struct AlongsideView: FieldObject, Hashable {
    public var view = Identifier(unchecked: "")
    public var frame: Frame?
    public var alpha: Double?
    public var backgroundColor: String?
    public var transform: AffineTransform?

    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("view", &view, "the view")
        v.field("frame", &frame, "in the superview's coordinates")
        v.field("alpha", &alpha, "0 to 1")
        v.field("backgroundColor", &backgroundColor, "a CSS colour")
        v.field("transform", &transform, "about the view's centre; `{}`: the identity")
    }

    /// Copies the values of `other` that are not nil.
    public mutating func merge(_ other: AlongsideView) {
        frame = other.frame ?? frame
        alpha = other.alpha ?? alpha
        backgroundColor = other.backgroundColor ?? backgroundColor
        transform = other.transform ?? transform
    }

    /// Whether no property of the view has a new value.
    public var isEmpty: Bool {
        frame == nil && alpha == nil && backgroundColor == nil && transform == nil
    }
}
