/// A finger on the simulated screen.
@preconcurrency @MainActor
open class UITouch {
    public enum Phase: Int, Sendable {
        case began, moved, stationary, ended, cancelled
    }

    public internal(set) var phase = Phase.began
    /// The view that the finger hit when the touch began. Later events of the touch go to the same
    /// view.
    public internal(set) var view: UIView?
    public internal(set) var window: UIWindow?
    /// The number of taps in quick succession at almost the same point, including this one.
    public internal(set) var tapCount = 1
    /// The time of the touch's last change, in seconds on the simulation's clock.
    public internal(set) var timestamp: TimeInterval
    /// The recognizers that receive the touch.
    public internal(set) var gestureRecognizers: [UIGestureRecognizer]?

    /// The current position of the finger, in the window's coordinates.
    var position: CGPoint
    var previousPosition: CGPoint
    /// Whether the view has received `touchesBegan` but not yet `touchesEnded` or
    /// `touchesCancelled`.
    var isKnownToView = false
    /// Whether a recognizer has taken the touch away from the view.
    var isTakenFromView = false

    init(at point: CGPoint, view: UIView, window: UIWindow, time: TimeInterval) {
        position = point
        previousPosition = point
        self.view = view
        self.window = window
        timestamp = time
    }

    /// Returns the position of the finger in a view's coordinates, or in the window's if the view
    /// is nil.
    open func location(in view: UIView?) -> CGPoint {
        window?.convert(position, to: view) ?? position
    }

    /// Returns the position of the finger before its last move, in a view's coordinates, or in the
    /// window's if the view is nil.
    open func previousLocation(in view: UIView?) -> CGPoint {
        window?.convert(previousPosition, to: view) ?? previousPosition
    }
}

extension UITouch: Hashable {
    public nonisolated static func == (left: UITouch, right: UITouch) -> Bool { left === right }

    public nonisolated func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// An event with the touches on the screen at one point in time.
@preconcurrency @MainActor
open class UIEvent {
    public enum EventType: Int, Sendable {
        case touches
    }

    public let type = EventType.touches
    public let timestamp: TimeInterval
    public let allTouches: Set<UITouch>?

    init(_ touches: [UITouch], time: TimeInterval) {
        allTouches = Set<UITouch>(touches)
        timestamp = time
    }

    /// Returns the touches that began in a view.
    open func touches(for view: UIView) -> Set<UITouch>? {
        allTouches?.filter { $0.view === view }
    }

    /// Returns the touches that began in a window.
    open func touches(for window: UIWindow) -> Set<UITouch>? {
        allTouches?.filter { $0.window === window }
    }

    /// Returns the touches that a recognizer receives.
    open func touches(for recognizer: UIGestureRecognizer) -> Set<UITouch>? {
        allTouches?.filter { recognizer.touches.contains($0) }
    }
}
