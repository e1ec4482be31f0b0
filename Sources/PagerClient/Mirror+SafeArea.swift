internal import PagerModel

/// Functions that compute the safe area insets from windows, frames and options of controllers.
extension Mirror {
    /// Returns the safe area insets of a controller's view. Returns nil if all insets are 0, or if
    /// the view is in no window. The number of steps is limited, so that wrong events cannot cause
    /// an endless loop.
    func safeAreaInsets(of controller: String) -> Value? {
        var path: [MirrorRecord] = []
        var name = controller
        while path.count <= Limits.depth, windowRecords[name] == nil {
            guard let record = controllerRecords[name] ?? viewRecords[name],
                let superview = record["superview"]?.string
            else { return nil }
            path.append(record)
            name = superview
        }
        guard let window = windowRecords[name],
            window["safeAreaInsets"] != nil
                || path.contains(where: { $0["additionalSafeAreaInsets"]?.members != nil })
        else { return nil }
        var insets = Self.read(window["safeAreaInsets"]) ?? Insets.zero
        var size: Size? = Self.read(window["size"])
        for record in path.reversed() {
            guard let outer = size, let frame: Frame = Self.read(record["frame"]) else {
                return nil
            }
            let own = Self.read(record["additionalSafeAreaInsets"]) ?? Insets.zero
            insets = insets.reaching(frame, in: outer).adding(own)
            size = frame.size
        }
        // A conditional expression would convert nil to the value null.
        if insets == .zero { return nil }
        return Value(insets).asParsed
    }

    private static func read<F: FieldValue>(_ value: Value?) -> F? {
        value.flatMap { try? F(reading: $0) }
    }
}
