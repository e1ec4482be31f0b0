/// The animations of an interactive transition. Their completions wait until it finishes or is
/// cancelled.
@MainActor
final class HeldAnimations {
    /// The values of a view that animations change.
    private struct Values: Equatable {
        let bounds: CGRect
        let center: CGPoint
        let transform: CGAffineTransform
        let alpha: CGFloat

        @MainActor
        init(_ view: UIView) {
            bounds = view.bounds
            center = view.center
            transform = view.transform
            alpha = view.alpha
        }

        @MainActor
        func restore(_ view: UIView) {
            view.transform = transform
            view.bounds = bounds
            view.center = center
            view.alpha = alpha
        }
    }

    private unowned let simulation: Simulation
    private let root: UIView
    /// Completions, with their times in seconds after the beginning.
    private var completions: [(time: Double, block: (Bool) -> Void)] = []
    /// The views that the animations have changed, with their values before each change.
    private var changed: [(view: UIView, values: Values)] = []

    init(_ simulation: Simulation, in root: UIView) {
        self.simulation = simulation
        self.root = root
    }

    /// Runs the block of an animation and notes what it changes.
    func animate(_ block: () -> Void) {
        let before = views(in: root).map { (view: $0, values: Values($0)) }
        block()
        changed += before.filter { $0.values != Values($0.view) }
    }

    private func views(in view: UIView) -> [UIView] {
        [view] + view.subviews.flatMap { views(in: $0) }
    }

    func complete(after time: Double, _ block: @escaping (Bool) -> Void) {
        completions.append((time, block))
    }

    /// Runs the animations from a time to their ends.
    func resume(from time: CGFloat, speed: CGFloat) {
        for completion in completions {
            let rest = max(0, completion.time - Double(time)) / Double(max(speed, 0.01))
            simulation.schedule(after: rest) { completion.block(true) }
        }
    }

    /// Runs the animations backwards from a time to their beginning, then restores the old values.
    func reverse(from time: CGFloat, speed: CGFloat) {
        let rest = Double(time) / Double(max(speed, 0.01))
        simulation.schedule(after: rest) { [self] in
            for (view, values) in changed.reversed() { values.restore(view) }
            for completion in completions { completion.block(false) }
        }
    }
}

extension Simulation {
    /// Runs `body` and holds back the completions of the animations that it begins.
    func holdingAnimations(in view: UIView, _ body: () -> Void) -> HeldAnimations {
        let held = HeldAnimations(self, in: view.window ?? view)
        let outer = heldAnimations
        heldAnimations = held
        body()
        heldAnimations = outer
        return held
    }
}
