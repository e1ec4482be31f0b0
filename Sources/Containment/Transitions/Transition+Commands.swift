public import PagerModel

extension Scene {
    /// Returns the index of the transition style with the given name, or nil if there is no such
    /// style.
    public func style(named name: String) -> Int? { styles.index(named: name) }

    /// Returns the index of the transition style with the given name.
    ///
    /// - Throws: `kindUnknown` with the path `path` if there is no such style.
    public func style(named name: String, at path: String) throws(CommandError) -> Int {
        guard let index = style(named: name) else {
            throw CommandError(
                .kindUnknown, "no transition style is called \(quoted(name))", path: path)
        }
        return index
    }

    /// Checks the duration and the style of a request.
    ///
    /// - Returns: The animation options of the request, with the index of the style.
    /// - Throws: `invalidArgument` for a duration out of range, `kindUnknown` for an unknown style.
    @discardableResult
    public func check(_ request: TransitionRequest) throws(CommandError) -> TransitionMotion {
        if let duration = request.duration { try check(duration: duration) }
        if let name = request.transition { _ = try style(named: name, at: "transition") }
        return motion(request)
    }

    /// Returns the animation options of a request, with the index of the style. The index is nil if
    /// the request contains no style, or if no style has the requested name.
    public func motion(_ request: TransitionRequest) -> TransitionMotion {
        var motion = TransitionMotion(request)
        motion.style = request.transition.flatMap { style(named: $0) }
        return motion
    }

    /// Checks a duration in seconds.
    ///
    /// - Throws: `invalidArgument` for a duration out of range.
    func check(duration: Double) throws(CommandError) {
        guard (0...Limits.seconds).contains(duration) else {
            throw .invalidArgument(
                "must be between 0 and \(Int(Limits.seconds)) s, got \(duration)", path: "duration")
        }
    }

    /// Sets the style, curve and duration of a plan. The command's values take precedence.
    /// Otherwise a style that is not built in sets the curve, and also the duration if the
    /// container has the default duration. With a built-in style, the container's duration applies,
    /// and the plan keeps its curve.
    ///
    /// - Parameters:
    ///   - style: The container's style.
    ///   - duration: The container's duration in seconds.
    ///   - standard: The default value of the container's duration, in seconds.
    ///   - motion: The options of the command.
    public func setStyle(
        _ style: Int, of plan: inout TransitionPlan, duration: Double, default standard: Double,
        motion: TransitionMotion = TransitionMotion(animated: true)
    ) {
        let style = motion.style ?? style
        plan.style = style
        plan.duration = duration
        if style >= TransitionStyle.builtIn.count {
            plan.curve = styles[style].curve
            if duration == standard { plan.duration = styles[style].duration }
        }
        if let duration = motion.duration { plan.duration = duration }
        if let curve = motion.curve { plan.curve = curve }
    }

    /// Checks the options that a container has for its transitions.
    ///
    /// - Throws: `kindUnknown` for an unknown style, `invalidArgument` for a duration out of range.
    public func check(_ options: MotionOptions) throws(CommandError) {
        if let name = options.transition?.forward {
            _ = try style(named: name, at: "transition.forward")
        }
        if let name = options.transition?.backward {
            _ = try style(named: name, at: "transition.backward")
        }
        if let duration = options.duration { try check(duration: duration) }
    }

    /// Sets the style, curve, duration and direction of playing of a plan: those of the command,
    /// else those of the container's options, else the container's usual ones.
    ///
    /// - Parameters:
    ///   - style: The container's usual style.
    ///   - duration: The container's usual duration in seconds.
    public func setStyle(
        _ style: Int, of plan: inout TransitionPlan, duration: Double, options: MotionOptions,
        motion: TransitionMotion
    ) {
        let own = options.transition?.style(plan.direction)
        setStyle(
            own.flatMap { self.style(named: $0.name) } ?? style, of: &plan,
            duration: options.duration ?? duration,
            default: options.duration == nil ? duration : -1, motion: motion)
        if motion.curve == nil, let curve = options.curve { plan.curve = curve }
        if motion.style == nil, let own { plan.reversed = own.reversed }
    }

    fileprivate func interactive(_ id: TransitionID) throws(CommandError) -> Transition {
        let transition = try running(id)
        guard transition.isInteractive else {
            throw CommandError(
                .notInteractive,
                "\(id) is not interactive; it ends by itself when its duration has passed",
                path: "id")
        }
        return transition
    }

    func running(_ id: TransitionID) throws(CommandError) -> Transition {
        guard let transition = transition(id) else {
            throw CommandError(.transitionNotFound, "\(id) is not running", path: "id")
        }
        return transition
    }
}

extension TransitionUpdate: SceneCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) -> Handle {
        let container = try scene.interactive(id).container
        guard (0...1).contains(progress) else {
            throw .invalidArgument("must be between 0 and 1, got \(progress)", path: "progress")
        }
        return container
    }

    public func commit(_ container: Handle, in scene: inout Scene, after _: Validation<Self>)
        -> Reply
    {
        let now = scene.now
        scene.change(id) {
            $0.progress = progress
            $0.touched = now
        }
        scene.emit(
            TransitionEvents.Progressed {
                $0.transition = id
                $0.progress = progress
            }, of: container)
        return Reply()
    }
}

extension TransitionFinish: SceneCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) {
        _ = try scene.interactive(id)
    }

    public func commit(_ plan: Void, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        scene.end(id, .completed)
        return Reply()
    }
}

extension TransitionCancel: SceneCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) {
        _ = try scene.interactive(id)
    }

    public func commit(_ plan: Void, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        scene.cancel(id, .cancelled)
        return Reply()
    }
}

extension TransitionGet: ReadingCommand {
    public func reply(in scene: borrowing Scene) throws(CommandError) -> Reply {
        if let transition = scene.transition(id) { return scene.record(transition: transition) }
        if let record = scene.ended(id) { return record }
        throw CommandError(
            .transitionNotFound,
            "\(id) is neither running nor one of the last \(Limits.endedTransitions) that ended",
            path: "id")
    }
}

extension TransitionList: ReadingCommand {
    public func reply(in scene: borrowing Scene) throws(CommandError) -> Reply {
        var reply = Reply()
        (reply.transitions, reply.next) = try scene.portion(
            range, of: { scene.runningTransitions() }
        ) { scene.record(transition: $0) }
        return reply
    }
}

extension TransitionDefine: SceneCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) {
        try scene.check(style)
    }

    public func commit(_ plan: Void, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        scene.add(style)
        return Reply()
    }
}

extension TransitionStyles: ReadingCommand {
    public func reply(in scene: borrowing Scene) throws(CommandError) -> Reply {
        var reply = Reply()
        (reply.styles, reply.next) = try scene.portion(range, of: { scene.transitionStyles }) {
            $0
        }
        return reply
    }
}
