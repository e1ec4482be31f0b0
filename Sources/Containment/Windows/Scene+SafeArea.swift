public import PagerModel

/// Safe areas: how much of each view the device, bars and containers cover [13.9].
extension Scene {
    /// How much of a window is covered at each side, nil where nothing is. It is kept in the
    /// window's options, none of which is used otherwise.
    func safeAreaInsets(ofWindow window: Handle) -> Insets? {
        options[Int(window.slot)].additionalSafeAreaInsets
    }

    /// How much of a controller's view is covered at each side; nil where nothing is, and outside
    /// of windows. O(depth).
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

    /// Returns how much of a view is covered at each side: the part of its superview's insets that
    /// reaches into it, and the insets that its controller adds. O(depth).
    private func coveredInsets(of view: Handle) -> Insets {
        let own = options[Int(view.slot)].additionalSafeAreaInsets ?? .zero
        let superview = self[view].superview
        guard !superview.isNone else { return own }
        return coveredInsets(of: superview)
            .reaching(self[view].frame, in: self[superview].frame.size).adding(own)
    }

    /// Checks that each inset is in its range.
    ///
    /// - Throws: `invalidArgument`.
    func check(_ insets: Insets, from least: Double, at path: String) throws(CommandError) {
        let sides = [
            ("top", insets.top), ("left", insets.left), ("bottom", insets.bottom),
            ("right", insets.right),
        ]
        for (name, inset) in sides where !(least...Limits.points).contains(inset) {
            throw .invalidArgument(
                "an inset is \(Int(least)) to \(Int(Limits.points)) points, not \(inset)",
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
        scene.emit(WindowEvents.SafeAreaInsetsChanged(insets: shown), of: window)
        return Reply()
    }
}
