/// The animatable values of a view, such as its bounds and alpha, at one time.
@MainActor
struct AnimatedValues: Equatable {
    let bounds: CGRect
    let center: CGPoint
    let transform: CGAffineTransform
    let alpha: CGFloat

    init(_ view: UIView) {
        self.init(
            bounds: view.bounds, center: view.center, transform: view.transform,
            alpha: view.alpha)
    }

    private init(
        bounds: CGRect, center: CGPoint, transform: CGAffineTransform, alpha: CGFloat
    ) {
        self.bounds = bounds
        self.center = center
        self.transform = transform
        self.alpha = alpha
    }

    nonisolated static func == (values: AnimatedValues, others: AnimatedValues) -> Bool {
        values.bounds == others.bounds && values.center == others.center
            && values.transform == others.transform && values.alpha == others.alpha
    }

    /// Sets these values on a view.
    func apply(to view: UIView) {
        view.transform = transform
        view.bounds = bounds
        view.center = center
        view.alpha = alpha
    }

    /// Returns values that are interpolated linearly between these values and `other`.
    ///
    /// - Parameter part: The weight of `other`: 0 returns these values, 1 returns `other`.
    func interpolated(to other: AnimatedValues, by part: CGFloat) -> AnimatedValues {
        func between(_ from: CGFloat, _ to: CGFloat) -> CGFloat { from + (to - from) * part }
        return AnimatedValues(
            bounds: CGRect(
                x: between(bounds.minX, other.bounds.minX),
                y: between(bounds.minY, other.bounds.minY),
                width: between(bounds.width, other.bounds.width),
                height: between(bounds.height, other.bounds.height)),
            center: CGPoint(
                x: between(center.x, other.center.x), y: between(center.y, other.center.y)),
            transform: CGAffineTransform(
                a: between(transform.a, other.transform.a),
                b: between(transform.b, other.transform.b),
                c: between(transform.c, other.transform.c),
                d: between(transform.d, other.transform.d),
                tx: between(transform.tx, other.transform.tx),
                ty: between(transform.ty, other.transform.ty)),
            alpha: between(alpha, other.alpha))
    }
}

/// A view that an animation has changed, with its values at the start and end of the animation.
@MainActor
struct AnimatedView {
    let view: UIView
    let start: AnimatedValues
    let end: AnimatedValues
}

/// A recorder of the views that change while a block runs. It stores the values that each view had
/// before its first change.
@MainActor
final class ChangeRecorder {
    private var views: [UIView] = []
    private var values: [ObjectIdentifier: AnimatedValues] = [:]

    /// Records the current values of a view if none are recorded for it yet. Called before a value
    /// changes.
    func note(_ view: UIView) {
        guard values[ObjectIdentifier(view)] == nil else { return }
        views.append(view)
        values[ObjectIdentifier(view)] = AnimatedValues(view)
    }

    /// The views whose values now differ from the recorded ones, in the order of their first
    /// changes.
    var changed: [AnimatedView] {
        views.compactMap { view in
            guard let start = values[ObjectIdentifier(view)] else { return nil }
            let end = AnimatedValues(view)
            return start == end ? nil : AnimatedView(view: view, start: start, end: end)
        }
    }
}

extension Simulation {
    /// Runs a block and returns the views that it changes.
    func recordingChanges(_ body: () -> Void) -> [AnimatedView] {
        let recorder = ChangeRecorder()
        recorders.append(recorder)
        body()
        recorders.removeLast()
        return recorder.changed
    }

    /// Records the values of a view in each `ChangeRecorder` whose block is running. Called before
    /// a value of the view changes.
    func noteChange(of view: UIView) {
        for recorder in recorders { recorder.note(view) }
    }
}
