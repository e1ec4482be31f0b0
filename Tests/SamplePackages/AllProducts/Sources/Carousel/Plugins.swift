import Containment
import PagerModel

extension Plugins {
    /// The kinds, commands and styles that this package adds to pagerd.
    public static let carousel = Plugins(
        kinds: [Carousel(), Gate()], styles: [.glide])
}

extension TransitionStyle {
    /// A style in which the leaving page fades out at the edge and the entering one grows into its
    /// place.
    public static let glide = TransitionStyle(
        "glide", 0.5,
        from: [
            Track(.translateX, Keyframe(0, 0), Keyframe(1, -1)),
            Track(.opacity, Keyframe(0.5, 1), Keyframe(1, 0)),
        ],
        to: [
            Track(.translateX, Keyframe(0, 1), Keyframe(1, 0)),
            Track(.scale, Keyframe(0, 0.8), Keyframe(1, 1)),
        ])
}
