public import Containment
public import PagerModel

/// Methods that turn the page automatically, as the option `autoAdvance` requests.
extension Pager {
    /// Stops the timer of `autoAdvance` and starts it again. When the timer fires, the pager turns
    /// the page or, after a page turn by the user, ends the pause that this turn has caused.
    ///
    /// The timer is not started again if `autoAdvance` is nil, `paused` is true, a transition is
    /// running, the pager has not appeared, or only a command can end the pause.
    ///
    /// - Parameter turn: The duration, in seconds, of the page turn that has just shown the
    ///   selected page.
    /// - Parameter left: The seconds that are left, if the timer is not to start anew.
    func rest(
        _ pager: Handle, after turn: Double = 0, left: Double? = nil, in scene: inout Scene
    ) {
        stopTimer(of: pager, in: &scene)
        guard let pause = scene[Pager.self, pager].autoAdvance,
            !scene[Pager.self, pager].paused, scene.hasAppeared(pager), !scene.isRunning(pager),
            let seconds = left ?? wait(of: pager, else: pause, after: turn, in: scene)
        else { return }
        scene[Pager.self, pager].timer += 1
        scene.schedule(
            pager, at: scene.now.advanced(by: seconds), token: scene[Pager.self, pager].timer)
    }

    /// Returns the number of seconds until the timer fires: the time for which the selected page is
    /// shown or, after a page turn by the user, the length of the pause. Returns nil if only a
    /// command ends the pause.
    ///
    /// - Parameter pause: The value of `autoAdvance`. A page without the option `dwellTime` is
    ///   shown for this number of seconds.
    private func wait(
        of pager: Handle, else pause: Double, after turn: Double, in scene: Scene
    ) -> Double? {
        let options = scene[Pager.self, pager].options
        guard scene[Pager.self, pager].isHeld else {
            let dwell = scene.dwellTime(of: scene[Pager.self, pager].selected)
            return dwell.map { $0 - (options.dwellTimeIncludesTransition ? turn : 0) } ?? pause
        }
        return options.autoAdvanceOnInteraction == .stop ? nil : options.resumeAfter
    }

    /// Restarts the timer of `autoAdvance` unless it is running. Called after the list of pages has
    /// changed, because the timer may have stopped at the last page.
    func resumeTimer(of pager: Handle, in scene: inout Scene) {
        if !scene[Pager.self, pager].isTimerRunning { rest(pager, in: &scene) }
    }

    func stopTimer(of pager: Handle, in scene: inout Scene) {
        scene[Pager.self, pager].timer += scene[Pager.self, pager].isTimerRunning ? 1 : 2
    }

    public func awaits(_ token: UInt64, of pager: Handle, in scene: Scene) -> Bool {
        token == scene[Pager.self, pager].timer || side(of: token, pager, in: scene) != nil
    }

    public func deadline(_ token: UInt64, of pager: Handle, in scene: inout Scene) {
        if let side = side(of: token, pager, in: scene) {
            return timeOut(side, of: pager, in: &scene)
        }
        guard token == scene[Pager.self, pager].timer else { return }
        stopTimer(of: pager, in: &scene)
        guard !scene.isRunning(pager) else { return }
        if scene[Pager.self, pager].isHeld {
            setHeld(false, pager, in: &scene)
            return rest(pager, in: &scene)
        }
        let step = scene[Pager.self, pager].options.reverse ? -1 : 1
        if neighbour(of: pager, step: step, in: scene) == nil,
            let side = missingSide(of: pager, step: step, in: scene)
        {
            return needPage(side, of: pager, in: &scene)
        }
        guard let (next, direction) = advance(of: pager, in: scene) else { return }
        // A pager that is not visible waits until it enters a window.
        guard scene.isVisible(pager) else { return rest(pager, in: &scene) }
        let turn = Turn(
            target: next, direction: direction, motion: TransitionMotion(animated: true))
        go(to: scene[Pager.self, pager].pages[next], at: next, pager, turn, in: &scene)
    }

    /// Returns the index of the page that `autoAdvance` shows next, and the direction of the page
    /// turn. Returns nil if there is no next page.
    private func advance(
        of pager: Handle, in scene: Scene
    ) -> (index: Int, direction: TransitionDirection)? {
        let options = scene[Pager.self, pager].options
        let step = options.reverse ? -1 : 1
        if let next = neighbour(of: pager, step: step, in: scene) {
            return (next, options.reverse ? .reverse : .forward)
        }
        let last = scene[Pager.self, pager].pages.count - 1
        guard options.rewind != .none, last > 0 else { return nil }
        return options.reverse ? (last, .forward) : (0, .reverse)
    }

    // MARK: Page turns by the user

    /// Pauses `autoAdvance` after the user turned or tried to turn the page, unless the option
    /// `autoAdvanceOnInteraction` is `continue`.
    func hold(_ pager: Handle, in scene: inout Scene) {
        guard scene[Pager.self, pager].autoAdvance != nil,
            scene[Pager.self, pager].options.autoAdvanceOnInteraction != .continue
        else { return }
        setHeld(true, pager, in: &scene)
    }

    /// Ends the pause that a page turn by the user has caused, if `autoAdvance` is now nil or
    /// `autoAdvanceOnInteraction` is now `continue`. Called after the options have changed.
    func checkHold(of pager: Handle, in scene: inout Scene) {
        let options = scene[Pager.self, pager].options
        guard options.autoAdvance == nil || options.autoAdvanceOnInteraction == .continue else {
            return
        }
        setHeld(false, pager, in: &scene)
    }

    private func setHeld(_ isHeld: Bool, _ pager: Handle, in scene: inout Scene) {
        guard scene[Pager.self, pager].isHeld != isHeld else { return }
        scene[Pager.self, pager].isHeld = isHeld
        scene.announce([.init("autoAdvanceHeld", .bool(isHeld))], of: pager)
    }

    public func timedMembers(of pager: Handle, in scene: Scene) -> [Value.Member] {
        left(of: pager, in: scene).map { [.init("autoAdvanceIn", .number($0))] } ?? []
    }

    /// Returns the seconds until the timer of `autoAdvance` fires, or nil if it is not running.
    private func left(of pager: Handle, in scene: Scene) -> Double? {
        let state = scene[Pager.self, pager]
        guard state.isTimerRunning else { return nil }
        return scene.secondsUntilDeadline(of: pager, token: state.timer)
    }

    /// Sets `paused`. If the new value is false, also ends a pause that a page turn by the user has
    /// caused.
    ///
    /// - Parameter keepsTime: Whether the time continues that was left when `paused` became true.
    func setPaused(
        _ paused: Bool, _ pager: Handle, keepsTime: Bool = false, in scene: inout Scene
    ) {
        let state = scene[Pager.self, pager]
        var changes: [Value.Member] = []
        if state.paused != paused { changes.append(.init("paused", .bool(paused))) }
        if state.isHeld, !paused { changes.append(.init("autoAdvanceHeld", false)) }
        guard !changes.isEmpty else { return }
        if paused {
            let left = state.isHeld ? nil : left(of: pager, in: scene)
            scene[Pager.self, pager].pausedPage = left == nil ? .none : state.selected
            scene[Pager.self, pager].pausedTime = left ?? 0
        }
        scene[Pager.self, pager].paused = paused
        if !paused { scene[Pager.self, pager].isHeld = false }
        scene.announce(changes, of: pager)
        let isSame = keepsTime && state.paused && state.pausedPage == state.selected
        rest(
            pager, left: isSame && !state.pausedPage.isNone ? state.pausedTime : nil, in: &scene)
    }
}

extension PagerOptions {
    /// Returns whether the timer of `autoAdvance` fires at the same times with other options.
    func hasTiming(of other: PagerOptions) -> Bool {
        autoAdvance == other.autoAdvance && resumeAfter == other.resumeAfter
            && autoAdvanceOnInteraction == other.autoAdvanceOnInteraction
            && dwellTimeIncludesTransition == other.dwellTimeIncludesTransition
    }
}
