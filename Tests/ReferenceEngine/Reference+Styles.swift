import PagerModel

/// Styles, and their precedence.
extension Reference {
    static let builtInStyles = Dictionary(
        uniqueKeysWithValues: TransitionStyle.builtIn.map { ($0.name, $0) })

    func define(_ command: TransitionDefine) throws(CommandError) {
        if styles[command.style.name] != nil {
            throw CommandError(.idTaken, command.style.name)
        }
        styles[command.style.name] = command.style
    }

    func check(_ motion: TransitionRequest) throws(CommandError) {
        if let seconds = motion.duration, seconds < 0 || seconds > Limits.seconds {
            throw CommandError(.invalidArgument, "duration")
        }
        if let name = motion.transition, styles[name] == nil {
            throw CommandError(.kindUnknown, name)
        }
    }

    func check(_ options: MotionOptions) throws(CommandError) {
        for name in [options.transition?.forward, options.transition?.backward] {
            if let name, styles[name] == nil { throw CommandError(.kindUnknown, name) }
        }
        var motion = TransitionRequest()
        motion.duration = options.duration
        try check(motion)
    }

    /// Sets the style of a stack's or tab bar's transition, whose options stand in for members that
    /// the command does not have.
    func setStyle(
        of transition: Transition, _ style: String, usual: Double, _ options: MotionOptions,
        _ motion: TransitionRequest
    ) {
        let (forward, backward) = (options.transition?.forward, options.transition?.backward)
        let own = transition.direction == .forward ? forward : backward ?? forward
        setStyle(of: transition, own ?? style, own: options.duration, usual: usual, motion)
        transition.curve = motion.curve ?? options.curve ?? transition.curve
    }

    /// Sets the style: that of the command, else the container's own, else that of a defined style,
    /// else the container's default.
    func setStyle(
        of transition: Transition, _ style: String, own seconds: Double? = nil, usual: Double,
        _ motion: TransitionRequest
    ) {
        transition.style = motion.transition ?? style
        let isBuiltIn = Self.builtInStyles[transition.style] != nil
        let defined = isBuiltIn ? nil : styles[transition.style]
        transition.duration = motion.duration ?? seconds ?? defined?.duration ?? usual
        transition.curve = motion.curve ?? defined?.curve ?? .easeInOut
    }
}
