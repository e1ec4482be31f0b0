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
