/// An animated scroll that no finger controls, such as a deceleration or a scroll to the top. It
/// consists of eighteen steps and takes 0.3 s on the simulation's clock.
struct ScrollMovement {
    enum Reason {
        case deceleration, animation, scrollToTop
    }

    static let steps = 18
    static let duration = Duration.milliseconds(300)

    let reason: Reason
    private(set) var start: CGPoint
    private(set) var end: CGPoint
    /// The time at which the movement began, on the simulation's clock.
    let beginning: Duration
    /// The number of completed steps.
    var step = 0
    /// An object that distinguishes this movement from other movements of the same scroll view.
    let token = Token()

    final class Token {}

    init(from start: CGPoint, to end: CGPoint, reason: Reason, at beginning: Duration) {
        self.beginning = beginning
        self.start = start
        self.end = end
        self.reason = reason
    }

    mutating func shift(_ x: CGFloat, _ y: CGFloat) {
        start = CGPoint(x: start.x + x, y: start.y + y)
        end = CGPoint(x: end.x + x, y: end.y + y)
    }

    /// The time of the next step on the simulation's clock.
    var timeOfNextStep: Duration { beginning + Self.duration * (step + 1) / Self.steps }

    /// The content offset after the completed steps. Each step is smaller than the one before.
    var offset: CGPoint {
        if step >= Self.steps { return end }
        let left = 1 - CGFloat(step) / CGFloat(Self.steps)
        let share = 1 - left * left * left
        return CGPoint(
            x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share)
    }
}

extension UIScrollView {
    /// Starts an animated movement of the content. Notifies the delegate when the movement ends.
    func move(to offset: CGPoint, as reason: ScrollMovement.Reason) {
        let new = ScrollMovement(
            from: contentOffset, to: offset, reason: reason,
            at: simulation.now)
        movement = new
        if reason == .deceleration { delegate?.scrollViewWillBeginDecelerating(self) }
        scheduleStep(of: new)
    }

    private func scheduleStep(of movement: ScrollMovement) {
        let token = movement.token
        simulation.schedule(after: movement.timeOfNextStep - simulation.now) { [weak self] in
            self?.makeStep(of: token)
        }
    }

    private func makeStep(of token: ScrollMovement.Token) {
        guard movement?.token === token else { return }
        movement?.step += 1
        guard let current = movement else { return }
        follow(to: current.offset)
        guard movement?.token === token else { return }
        if current.step < ScrollMovement.steps { return scheduleStep(of: current) }
        movement = nil
        switch current.reason {
        case .deceleration: delegate?.scrollViewDidEndDecelerating(self)
        case .animation: delegate?.scrollViewDidEndScrollingAnimation(self)
        case .scrollToTop: delegate?.scrollViewDidScrollToTop(self)
        }
    }

    /// Ends a deceleration at the current offset.
    func stopDecelerating() {
        guard isDecelerating else { return }
        movement = nil
        delegate?.scrollViewDidEndDecelerating(self)
    }
}
