internal import PagerModel

extension UIView {
    public struct AnimationOptions: OptionSet, Hashable, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let layoutSubviews = AnimationOptions(rawValue: 1 << 0)
        public static let allowUserInteraction = AnimationOptions(rawValue: 1 << 1)
        public static let beginFromCurrentState = AnimationOptions(rawValue: 1 << 2)
        public static let `repeat` = AnimationOptions(rawValue: 1 << 3)
        public static let autoreverse = AnimationOptions(rawValue: 1 << 4)
        public static let overrideInheritedDuration = AnimationOptions(rawValue: 1 << 5)
        public static let overrideInheritedCurve = AnimationOptions(rawValue: 1 << 6)
        public static let allowAnimatedContent = AnimationOptions(rawValue: 1 << 7)
        public static let showHideTransitionViews = AnimationOptions(rawValue: 1 << 8)
        public static let overrideInheritedOptions = AnimationOptions(rawValue: 1 << 9)
        public static let curveEaseInOut = AnimationOptions([])
        public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
        public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
        public static let curveLinear = AnimationOptions(rawValue: 3 << 16)
        public static let transitionFlipFromLeft = AnimationOptions(rawValue: 1 << 20)
        public static let transitionFlipFromRight = AnimationOptions(rawValue: 2 << 20)
        public static let transitionCurlUp = AnimationOptions(rawValue: 3 << 20)
        public static let transitionCurlDown = AnimationOptions(rawValue: 4 << 20)
        public static let transitionCrossDissolve = AnimationOptions(rawValue: 5 << 20)
        public static let transitionFlipFromTop = AnimationOptions(rawValue: 6 << 20)
        public static let transitionFlipFromBottom = AnimationOptions(rawValue: 7 << 20)
        public static let preferredFramesPerSecond60 = AnimationOptions(rawValue: 3 << 24)
        public static let preferredFramesPerSecond30 = AnimationOptions(rawValue: 7 << 24)
    }

    public enum AnimationCurve: Int, Sendable {
        case easeInOut, easeIn, easeOut, linear
    }

    public enum SystemAnimation: UInt, Sendable { case delete }

    /// Removes the views after an animation of the system's, beside other animations.
    public static func perform(
        _ animation: SystemAnimation, on views: [UIView], options: AnimationOptions = [],
        animations: (() -> Void)?, completion: ((Bool) -> Void)? = nil
    ) {
        animate(withDuration: 0.3, delay: 0, options: options) {
            animations?()
        } completion: { finished in
            for view in views { view.removeFromSuperview() }
            completion?(finished)
        }
    }

    /// Runs the animations immediately. Calls the completion when the delay and the duration have
    /// passed on the simulation's clock.
    public static func animate(
        withDuration duration: TimeInterval, delay: TimeInterval,
        options: AnimationOptions = [], animations: @escaping () -> Void,
        completion: ((Bool) -> Void)? = nil
    ) {
        let simulation = Simulation.current
        guard simulation.areAnimationsEnabled else {
            animations()
            completion?(true)
            return
        }
        let inherited =
            options.contains(.overrideInheritedDuration)
            ? nil : simulation.animationDurations.last
        simulation.animating(for: inherited ?? duration, animations)
        guard let completion else { return }
        let time = delay + (inherited ?? duration)
        if let held = simulation.heldAnimations { return held.complete(after: time, completion) }
        guard time > 0 else { return completion(true) }
        simulation.schedule(after: time) { completion(true) }
    }

    public static func animate(
        withDuration duration: TimeInterval, animations: @escaping () -> Void,
        completion: ((Bool) -> Void)? = nil
    ) {
        animate(
            withDuration: duration, delay: 0, animations: animations, completion: completion)
    }

    public static func animate(
        withDuration duration: TimeInterval, delay: TimeInterval,
        usingSpringWithDamping damping: CGFloat, initialSpringVelocity velocity: CGFloat,
        options: AnimationOptions = [], animations: @escaping () -> Void,
        completion: ((Bool) -> Void)? = nil
    ) {
        animate(
            withDuration: duration, delay: delay, options: options, animations: animations,
            completion: completion)
    }

    public static func performWithoutAnimation(_ actions: () -> Void) {
        let simulation = Simulation.current
        let (outer, wereEnabled) = (simulation.animationDurations, simulation.areAnimationsEnabled)
        (simulation.animationDurations, simulation.areAnimationsEnabled) = ([], false)
        actions()
        (simulation.animationDurations, simulation.areAnimationsEnabled) = (outer, wereEnabled)
    }

    /// The duration of the animation whose block is running, in seconds; 0 if there is none.
    public static var inheritedAnimationDuration: TimeInterval {
        Simulation.current.animationDurations.last ?? 0
    }

    /// Replaces `old` with `new` in the superview of `old`. With `showHideTransitionViews`, hides
    /// `old` and shows `new` instead.
    public static func transition(
        from old: UIView, to new: UIView, duration: TimeInterval, options: AnimationOptions = [],
        completion: ((Bool) -> Void)? = nil
    ) {
        if options.contains(.showHideTransitionViews) {
            old.isHidden = true
            new.isHidden = false
        } else if let superview = old.superview {
            superview.insertSubview(new, aboveSubview: old)
            old.removeFromSuperview()
        }
        animate(withDuration: duration, animations: {}, completion: completion)
    }

    public static func transition(
        with view: UIView, duration: TimeInterval, options: AnimationOptions = [],
        animations: (() -> Void)?, completion: ((Bool) -> Void)? = nil
    ) {
        animate(
            withDuration: duration, animations: animations ?? {}, completion: completion)
    }
}

extension Simulation {
    /// Runs a block as part of an animation of the given duration in seconds.
    func animating(for duration: Double, _ body: () -> Void) {
        CATransaction.note(end: duration)
        animationDurations.append(duration)
        if let heldAnimations { heldAnimations.animate(body) } else { body() }
        animationDurations.removeLast()
    }
}

extension UIView.AnimationOptions {
    /// The engine's transition options that correspond to these animation options.
    var transition: TransitionOptions {
        var options: TransitionOptions = []
        switch rawValue >> 20 & 0xf {
        case 1: options.insert(.transitionFlipFromLeft)
        case 2: options.insert(.transitionFlipFromRight)
        case 3: options.insert(.transitionCurlUp)
        case 4: options.insert(.transitionCurlDown)
        case 5: options.insert(.transitionCrossDissolve)
        case 6: options.insert(.transitionFlipFromTop)
        case 7: options.insert(.transitionFlipFromBottom)
        default: break
        }
        switch rawValue >> 16 & 0xf {
        case 1: options.insert(.curveEaseIn)
        case 2: options.insert(.curveEaseOut)
        case 3: options.insert(.curveLinear)
        default: options.insert(.curveEaseInOut)
        }
        if contains(.showHideTransitionViews) { options.insert(.showHideTransitionViews) }
        return options
    }
}
