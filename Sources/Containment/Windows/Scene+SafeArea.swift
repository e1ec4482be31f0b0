public import PagerModel

/// The safe area insets of views: the margins that bars, or parts of the device such as the notch,
/// cover [13.9].
extension Scene {
    /// Returns the safe area insets of a window, or nil if all are 0. They are stored in the
    /// window's `additionalSafeAreaInsets`, the only option that a window uses.
    func safeAreaInsets(ofWindow window: Handle) -> Insets? {
        options[Int(window.slot)].additionalSafeAreaInsets
    }

    /// Returns the safe area insets of a controller's view, or nil if all are 0 or the view is in
    /// no window. O(depth).
    func safeAreaInsets(of controller: Handle) -> Insets? {
        guard !self[controller].window.isNone, isAnythingCovered(above: controller) else {
            return nil
        }
        let insets = coveredInsets(of: controller)
        return insets == .zero ? nil : insets
    }

    private func isAnythingCovered(above view: Handle) -> Bool {
        var current = view
        while !current.isNone {
            if options[Int(current.slot)].additionalSafeAreaInsets != nil { return true }
            current = self[current].superview
        }
        return false
    }

    /// Returns the safe area insets of a view. These are the part of the superview's insets that
    /// overlaps the view, plus the additional insets of the view's controller. O(depth).
    private func coveredInsets(of view: Handle) -> Insets {
        let own = options[Int(view.slot)].additionalSafeAreaInsets ?? .zero
        let superview = self[view].superview
        guard !superview.isNone else { return own }
        return coveredInsets(of: superview)
            .reaching(self[view].frame, in: self[superview].frame.size).adding(own)
    }

    /// Checks the range of each inset.
    ///
    /// - Throws: `invalidArgument` if an inset is less than `least` or greater than
    ///   `Limits.points`.
    func check(_ insets: Insets, from least: Double, at path: String) throws(CommandError) {
        let sides = [
            ("top", insets.top), ("left", insets.left), ("bottom", insets.bottom),
            ("right", insets.right),
        ]
        for (name, inset) in sides where !(least...Limits.points).contains(inset) {
            throw .invalidArgument(
                "must be between \(Int(least)) and \(Int(Limits.points)) points, got \(inset)",
                path: "\(path).\(name)")
        }
    }
}

extension WindowSetSafeAreaInsets: SceneCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) -> Handle {
        let window = try scene.window(id)
        try scene.check(insets, from: 0, at: "insets")
        return window
    }

    public func commit(_ window: Handle, in scene: inout Scene, after _: Validation<Self>) -> Reply
    {
        let new = insets == .zero ? nil : insets
        guard scene.safeAreaInsets(ofWindow: window) != new else { return Reply() }
        scene.options[Int(window.slot)].additionalSafeAreaInsets = new
        let shown = new.map { Value($0) } ?? .null
        scene.emit(WindowEvents.SafeAreaInsetsChanged { $0.insets = shown }, of: window)
        return Reply()
    }
}
