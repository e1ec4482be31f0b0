/// An object that recognizes a gesture in the touches of a view and its subviews.
///
/// Touches come from the simulated input of `Simulation`, such as `tap(at:in:)`, `swipe(_:in:)` and
/// `pan(from:to:in:duration:)`. Swift has no selectors on Linux. Instead of
/// `UIPanGestureRecognizer(target: self, action: #selector(panned(_:)))`, write
/// `UIPanGestureRecognizer(target: self, action: MyController.panned)`, or create the recognizer
/// without arguments and add a closure with `addAction(_:)`. A subclass calls `super.init()`.
@preconcurrency @MainActor
open class UIGestureRecognizer: NSObject, UIGestureRecognizerActions {
    public enum State: Int, Sendable {
        case possible, began, changed, ended, cancelled, failed

        /// The state of a discrete gesture that has been recognized.
        public static let recognized = State.ended
    }

    public override init() {}

    /// Creates a recognizer that calls a method of `target` whenever its state changes. The
    /// recognizer does not keep `target` alive.
    public init(target: Any?, action: Selector?) {
        super.init()
        if let target, let action { addTarget(target, action: action) }
    }

    open func addTarget(_ target: Any, action: Selector) {
        let object = target as AnyObject
        let call: @MainActor () -> Void = { [weak self, weak object] in
            if let self, let object { action.send(to: object, [self]) }
        }
        actions.append(GestureAction(target: object, selector: action, call: call))
    }

    /// Removes the methods of a target. Nil matches all targets or actions.
    open func removeTarget(_ target: Any?, action: Selector?) {
        let object = target.map { $0 as AnyObject }
        actions.removeAll {
            (object == nil || $0.target === object) && (action == nil || $0.selector == action)
        }
    }

    /// Creates a recognizer that calls a method of `target` whenever its state changes. The
    /// recognizer does not keep `target` alive.
    public convenience init<Target: AnyObject, Recognizer: UIGestureRecognizer>(
        target: Target, action: @escaping @MainActor (Target) -> (Recognizer) -> Void
    ) {
        self.init()
        addTarget(target, action: action)
    }

    /// Creates a recognizer that calls a method of `target` whenever its state changes. The
    /// recognizer does not keep `target` alive.
    public convenience init<Target: AnyObject>(
        target: Target, action: @escaping @MainActor (Target) -> () -> Void
    ) {
        self.init()
        addTarget(target, action: action)
    }

    let simulation = Simulation.current
    open internal(set) weak var view: UIView?
    open weak var delegate: (any UIGestureRecognizerDelegate)?
    open var name: String?

    /// Whether recognition takes the touches away from the view, which then receives
    /// `touchesCancelled`.
    open var cancelsTouchesInView = true
    /// A stored value without effect: a view always receives `touchesBegan` immediately.
    open var delaysTouchesBegan = false
    /// A stored value without effect: a view always receives `touchesEnded` immediately.
    open var delaysTouchesEnded = true

    /// Whether the recognizer receives touches. Setting it to false cancels a gesture in progress.
    open var isEnabled = true {
        didSet { if !isEnabled { cancel() } }
    }

    /// The touches that the recognizer follows.
    var touches: [UITouch] = []
    var requirements: [WeakRecognizer] = []
    /// The closures to call when the state changes.
    var actions: [GestureAction] = []
    /// The state that the recognizer enters as soon as it no longer waits for other recognizers to
    /// fail; nil if it is not waiting.
    var wanted: State?
    /// A number that increases after each gesture. A timer stores this number when it starts, and
    /// does nothing if the number has changed when it fires.
    private(set) var generation = 0
    private var current = State.possible

    // MARK: state

    /// The state of the gesture. Subclasses set it; changes that UIKit does not allow are ignored.
    open var state: State {
        get { current }
        set { request(newValue) }
    }

    private func request(_ new: State) {
        switch (current, new) {
        case (.possible, .began), (.possible, .ended):
            simulation.touchSequence.begin(self, as: new)
        case (.possible, .failed), (.possible, .cancelled):
            fail()
        case (.began, .changed), (.changed, .changed), (.began, .ended), (.changed, .ended),
            (.began, .cancelled), (.changed, .cancelled):
            become(new)
        default:
            break
        }
    }

    /// Changes the state, and calls the actions after the current event has been delivered.
    func become(_ new: State) {
        wanted = nil
        current = new
        simulation.touchSequence.callActions(of: self)
    }

    /// Makes the recognizer fail, unless it has already recognized its gesture.
    func fail() {
        guard current == .possible else { return }
        wanted = nil
        current = .failed
        simulation.touchSequence.noteFailure()
    }

    /// Cancels the gesture if it is in progress. If the gesture has not been recognized yet, makes
    /// the recognizer fail.
    func cancel() {
        guard simulation.touchSequence.contains(self) else { return }
        if isActive { become(.cancelled) } else { fail() }
    }

    /// Sets the state to `possible`, ready for the next gesture.
    func resetForNextGesture() {
        current = .possible
        wanted = nil
        touches = []
        generation += 1
        reset()
    }

    /// Whether a continuous gesture is in progress.
    var isActive: Bool { current == .began || current == .changed }

    /// Whether the gesture has ended, failed or been cancelled.
    var isDecided: Bool { current == .ended || current == .cancelled || current == .failed }

    /// Whether the recognizer waits for more touches after the last finger has been lifted.
    var expectsMoreTouches: Bool { false }

    // MARK: location

    open var numberOfTouches: Int { touches.count }

    /// Returns the centre of the touches in a view's coordinates, or in the window's if the view is
    /// nil.
    open func location(in view: UIView?) -> CGPoint {
        guard let window = touches.first?.window ?? self.view?.window else { return .zero }
        return window.convert(positionInWindow, to: view)
    }

    open func location(ofTouch index: Int, in view: UIView?) -> CGPoint {
        touches.indices.contains(index) ? touches[index].location(in: view) : .zero
    }

    /// The centre of the touches in the window's coordinates.
    var positionInWindow: CGPoint {
        let count = CGFloat(max(1, touches.count))
        return CGPoint(
            x: touches.map(\.position.x).reduce(0, +) / count,
            y: touches.map(\.position.y).reduce(0, +) / count)
    }

    // MARK: other recognizers

    /// Allows this recognizer to begin only after another recognizer has failed. The requirement
    /// has no effect while the other recognizer does not receive the touches.
    open func require(toFail other: UIGestureRecognizer) {
        requirements.append(WeakRecognizer(recognizer: other))
    }

    open func canPrevent(_ other: UIGestureRecognizer) -> Bool { true }
    open func canBePrevented(by other: UIGestureRecognizer) -> Bool { true }
    open func shouldRequireFailure(of other: UIGestureRecognizer) -> Bool { false }
    open func shouldBeRequiredToFail(by other: UIGestureRecognizer) -> Bool { false }

    // MARK: touches, for subclasses

    open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {}
    open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {}
    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {}
    open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {}
    /// Called when a gesture has ended and the next one can begin.
    open func reset() {}

    /// Stops following a touch.
    open func ignore(_ touch: UITouch, for event: UIEvent) {
        touches.removeAll { $0 === touch }
    }

    public nonisolated override var description: String { "<\(type(of: self))>" }

    /// The delegate to call, which is `delegate` unless a subclass overrides this property.
    var effectiveDelegate: (any UIGestureRecognizerDelegate)? { delegate }
}

/// A weak reference to a recognizer.
struct WeakRecognizer {
    weak var recognizer: UIGestureRecognizer?
}

/// A closure to call when a recognizer's state changes.
struct GestureAction {
    /// The object whose method is called; nil for a closure.
    weak var target: AnyObject?
    var selector: Selector?
    let call: @MainActor () -> Void
}

/// A gesture recognizer whose actions are closures. The argument of a closure has the recognizer's
/// own class as its type, such as `UIPanGestureRecognizer`.
@MainActor
public protocol UIGestureRecognizerActions: UIGestureRecognizer {}

extension UIGestureRecognizerActions {
    /// Adds a closure to call whenever the state changes. A discrete gesture changes its state when
    /// it is recognized, a continuous gesture when it begins, moves, ends or is cancelled.
    ///
    /// The recognizer keeps the closure, so the closure should capture a controller weakly.
    public func addAction(_ action: @escaping @MainActor (Self) -> Void) {
        let call: @MainActor () -> Void = { [weak self] in
            if let self { action(self) }
        }
        actions.append(GestureAction(target: nil, call: call))
    }
}

extension UIGestureRecognizer {
    /// Makes the recognizer call a method of `target` whenever the state changes. The recognizer
    /// does not keep `target` alive. UIKit's method has a selector as its parameter instead.
    ///
    /// - Parameter action: the unbound method, such as `MyController.panned`.
    public func addTarget<Target: AnyObject, Recognizer: UIGestureRecognizer>(
        _ target: Target, action: @escaping @MainActor (Target) -> (Recognizer) -> Void
    ) {
        let call: @MainActor () -> Void = { [weak self, weak target] in
            guard let self, let target else { return }
            if let recognizer = self as? Recognizer {
                action(target)(recognizer)
            } else {
                simulation.report(
                    Simulation.Issue(
                        text: "the action of \(self) must take a \(type(of: self)), got one that "
                            + "takes a \(Recognizer.self)"))
            }
        }
        actions.append(GestureAction(target: target, call: call))
    }

    /// Makes the recognizer call a parameterless method of `target` whenever the state changes.
    public func addTarget<Target: AnyObject>(
        _ target: Target, action: @escaping @MainActor (Target) -> () -> Void
    ) {
        let call: @MainActor () -> Void = { [weak target] in
            if let target { action(target)() }
        }
        actions.append(GestureAction(target: target, call: call))
    }

    /// Removes all actions that call methods of `target`, not only `action`, because methods cannot
    /// be compared.
    public func removeTarget<Target: AnyObject, Recognizer: UIGestureRecognizer>(
        _ target: Target, action: @escaping @MainActor (Target) -> (Recognizer) -> Void
    ) { removeTarget(target, action: nil) }

    /// Removes all actions that call methods of `target`, not only `action`, because methods cannot
    /// be compared.
    public func removeTarget<Target: AnyObject>(
        _ target: Target, action: @escaping @MainActor (Target) -> () -> Void
    ) { removeTarget(target, action: nil) }
}

/// A delegate that decides which gestures a recognizer may recognize.
///
/// Every method has a default implementation, which returns the default that UIKit documents. The
/// methods are not optional: call them without `?`. Implement a method in the class that declares
/// the conformance. An implementation in a subclass alone is not called.
@preconcurrency @MainActor
public protocol UIGestureRecognizerDelegate: AnyObject {
    /// Returns whether the gesture may be recognized. If not, the recognizer fails.
    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool

    /// Returns whether two gestures may be recognized at the same time. It is enough if the
    /// delegate of either recognizer returns true.
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool

    /// Returns whether the recognizer must wait until the other recognizer has failed.
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool

    /// Returns whether the other recognizer must wait until this recognizer has failed.
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool

    /// Returns whether the recognizer receives a touch. Called before `touchesBegan`.
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch
    ) -> Bool
}

extension UIGestureRecognizerDelegate {
    public func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        true
    }

    public func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { false }

    public func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { false }

    public func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { false }

    public func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch
    ) -> Bool { true }
}
