package import PagerModel

/// Validated options of a controller: the general options and those of its kind.
struct OptionsPlan {
    let general: ControllerOptions
    /// The number of bytes that the new options add to the total size of the content and the
    /// reactions of all controllers. Negative if the new options are smaller than the old ones.
    fileprivate let growth: Int
    fileprivate let ofKind: any KindOptionsPlan

    func set(for controller: Handle, in scene: inout Scene) {
        scene.count(content: growth, in: controller.slot)
        scene.set(general, of: controller)
        ofKind.set(for: controller, in: &scene)
    }
}

private protocol KindOptionsPlan {
    func set(for controller: Handle, in scene: inout Scene)
}

private struct OptionsOfKind<K: ContainerKind>: KindOptionsPlan {
    let options: K.State.Options

    func set(for controller: Handle, in scene: inout Scene) {
        scene[K.self, controller].options = options
    }
}

extension Scene {
    /// Reads a controller's general options and those of its container kind from the members of one
    /// JSON object, and validates them.
    ///
    /// - Parameters:
    ///   - place: The index of the kind in `kinds`.
    ///   - general: The general options before the change.
    ///   - current: The controller whose options change. `.none` for a new controller.
    func read<K: ContainerKind>(
        _ members: [Value.Member], for kind: K, at place: Int, general: ControllerOptions,
        current: Handle = .none
    ) throws(CommandError) -> OptionsPlan {
        var decoder = FieldDecoder(members)
        var general = general
        try general.read(from: &decoder)
        var own = current.isNone ? K.State.Options() : self[K.self, current].options
        try own.read(from: &decoder)
        try decoder.finish()
        let old = current.isNone ? 0 : options[Int(current.slot)].contentFootprint
        let growth = try checkSize(of: general) - old
        try checkContents(growingBy: growth, ofKind: place)
        try check(general.preferredContentSize, at: "preferredContentSize")
        try check(dwellTime: general.dwellTime)
        if let insets = general.additionalSafeAreaInsets {
            try check(insets, from: -Limits.points, at: "additionalSafeAreaInsets")
        }
        _ = try style(named: general.modalTransitionStyle, at: "modalTransitionStyle")
        try validate(general.reactions)
        try kind.validate(own, in: self)
        return OptionsPlan(
            general: general, growth: growth, ofKind: OptionsOfKind<K>(options: own))
    }

    /// Checks that the title, the content and the reactions are within their size limits.
    ///
    /// - Returns: The size of the content and the reactions in bytes.
    private func checkSize(of options: ControllerOptions) throws(CommandError) -> Int {
        if let title = options.title { try check(text: title, at: "title") }
        let (content, reactions) = (
            options.content?.footprint ?? 0, options.reactions?.footprint ?? 0
        )
        // Options are read and compared as a whole, whatever changes. 16 bytes cost about as much
        // as a record access.
        note(visits: (content + reactions) / 16)
        try Limits.checkContent(content, at: "content")
        try Limits.checkContent(reactions, at: "on")
        return content + reactions
    }

    private func check(dwellTime: Double) throws(CommandError) {
        guard (0...Limits.seconds).contains(dwellTime) else {
            throw .invalidArgument(
                "must be between 0 and \(Int(Limits.seconds)) s, got \(dwellTime)",
                path: "dwellTime")
        }
    }

    /// Returns the option `dwellTime` of a controller in seconds, or nil if it is 0.
    package func dwellTime(of controller: Handle) -> Double? {
        guard !controller.isNone else { return nil }
        let seconds = options[Int(controller.slot)].dwellTime
        return seconds > 0 ? seconds : nil
    }

    /// Checks the length of a string.
    ///
    /// - Throws: `limitExceeded` for a string longer than `Limits.textBytes`.
    func check(text: String, at path: String) throws(CommandError) {
        guard text.utf8.count <= Limits.textBytes else {
            throw CommandError(
                .limitExceeded,
                "must be at most \(Limits.textBytes) bytes, got \(text.utf8.count)", path: path)
        }
    }
}
