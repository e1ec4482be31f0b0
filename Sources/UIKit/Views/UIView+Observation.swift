/// A change of an observed property, with its old and new values.
public struct NSKeyValueObservedChange<Value> {
    /// The new value; nil unless the options include `new`.
    public let newValue: Value?
    /// The old value; nil unless the options include `old`.
    public let oldValue: Value?
    public var isPrior: Bool { false }
}

public struct NSKeyValueObservingOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let new = NSKeyValueObservingOptions(rawValue: 1)
    public static let old = NSKeyValueObservingOptions(rawValue: 2)
    /// The option to call the handler once as soon as the observation begins.
    public static let initial = NSKeyValueObservingOptions(rawValue: 4)
}

/// An observation of a view's property. It lasts until it is invalidated or released.
@preconcurrency @MainActor
public final class NSKeyValueObservation: NSObject {
    fileprivate var check: (() -> Void)?

    fileprivate init(check: @escaping () -> Void) { self.check = check }

    public func invalidate() { check = nil }
}

/// A weak reference to an observation.
struct WeakObservation {
    weak var observation: NSKeyValueObservation?
}

extension NSObjectProtocol where Self: UIView {
    /// Calls a handler when a geometric property of the view has changed: its frame, bounds or
    /// centre, or a scroll view's offset or content size. Other properties cannot be observed. An
    /// attempt to observe one is reported as an issue if `Self` is `UIView` or `UIScrollView`.
    @MainActor
    public func observe<Value: Equatable>(
        _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        let known: [AnyKeyPath] = [
            \UIView.frame, \UIView.bounds, \UIView.center, \UIScrollView.contentOffset,
            \UIScrollView.contentSize, \UIScrollView.bounds, \UIScrollView.frame,
        ]
        if !known.contains(keyPath), Self.self == UIView.self || Self.self == UIScrollView.self {
            simulation.report(
                Simulation.Issue(text: "observe: only the geometry of a view can be observed"))
        }
        var last = self[keyPath: keyPath]
        let call = { [unowned self] (old: Value, new: Value) in
            changeHandler(
                self,
                NSKeyValueObservedChange(
                    newValue: options.contains(.new) ? new : nil,
                    oldValue: options.contains(.old) ? old : nil))
        }
        let observation = NSKeyValueObservation { [unowned self] in
            let new = self[keyPath: keyPath]
            guard new != last else { return }
            let old = last
            last = new
            call(old, new)
        }
        values.observations.append(WeakObservation(observation: observation))
        if options.contains(.initial) { call(last, last) }
        return observation
    }
}

extension RecordedViewValues {
    /// Calls the handler of each observation whose property has changed.
    func tellObservers() {
        guard !observations.isEmpty else { return }
        observations.removeAll { $0.observation == nil }
        for observation in observations { observation.observation?.check?() }
    }
}
