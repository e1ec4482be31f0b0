public import PagerModel

/// Safe areas: how much of each view the device, bars and containers cover [13.9].
extension Scene {
    /// What covers a window at each side, nil for nothing. Every record has options, and of a
    /// window's only this one counts.
    func safeAreaInsets(ofWindow window: Handle) -> Insets? {
        options[Int(window.slot)].additionalSafeAreaInsets
    }

    /// What covers a controller's view, nil for nothing and outside of windows. O(depth).
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

    /// What a view gets from its superview and what its controller adds, from the window down.
    private func coveredInsets(of view: Handle) -> Insets {
        let own = options[Int(view.slot)].additionalSafeAreaInsets ?? .zero
        let superview = self[view].superview
        guard !superview.isNone else { return own }
        return coveredInsets(of: superview)
            .reaching(self[view].frame, in: self[superview].frame.size).adding(own)
    }

    /// - Throws: `invalidArgument` for an inset that is out of range.
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
