internal import Synchronization

/// A change of an observed property, with its old and new values.
public struct NSKeyValueObservedChange<Value> {
    public typealias Kind = NSKeyValueChange
    public var kind: Kind { .setting }
    /// The new value; nil unless the options include `new`.
    public let newValue: Value?
    /// The old value; nil unless the options include `old`.
    public let oldValue: Value?
    public var isPrior: Bool { false }
    public var indexes: IndexSet? { nil }
}

public enum NSKeyValueChange: UInt, Sendable { case setting = 1, insertion, removal, replacement }

public struct NSKeyValueChangeKey: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let kindKey = NSKeyValueChangeKey(rawValue: "kind")
    public static let newKey = NSKeyValueChangeKey(rawValue: "new")
    public static let oldKey = NSKeyValueChangeKey(rawValue: "old")
    public static let indexesKey = NSKeyValueChangeKey(rawValue: "indexes")
    public static let notificationIsPriorKey = NSKeyValueChangeKey(
        rawValue: "notificationIsPrior")
}

public struct NSKeyValueObservingOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let new = NSKeyValueObservingOptions(rawValue: 1)
    public static let old = NSKeyValueObservingOptions(rawValue: 2)
    /// The option to call the handler once as soon as the observation begins.
    public static let initial = NSKeyValueObservingOptions(rawValue: 4)
    /// Without effect: observers are called once, after the change.
    public static let prior = NSKeyValueObservingOptions(rawValue: 8)
}

/// An observation of a property. It lasts until it is invalidated or released.
public final class NSKeyValueObservation: NSObject, @unchecked Sendable {
    /// Called after a change of the property with the old and the new value.
    fileprivate var tell: ((Any?, Any?) -> Void)?
    /// Called after a change of any geometric property of a view.
    fileprivate var check: (() -> Void)?

    public func invalidate() {
        tell = nil
        check = nil
    }
}

/// A weak reference to an observation.
struct WeakObservation {
    weak var observation: NSKeyValueObservation?
}

/// The observations of properties by their names. UIKit's classes and the properties that the
/// build plugin instruments tell it of their changes.
enum KeyValueObservers {
    struct Entry: @unchecked Sendable {
        weak var object: AnyObject?
        let key: String
        weak var observation: NSKeyValueObservation?
        /// The observer of `addObserver(_:forKeyPath:options:context:)`, and its observation.
        weak var observer: AnyObject?
        var context: Int?
        var kept: NSKeyValueObservation?
    }

    static let all = Mutex<[ObjectIdentifier: [Entry]]>([:])

    static func add(_ entry: Entry, to object: AnyObject) {
        all.withLock {
            $0[ObjectIdentifier(object), default: []].removeAll {
                $0.object == nil || $0.observation == nil
            }
            $0[ObjectIdentifier(object), default: []].append(entry)
        }
    }

    static func remove(_ object: AnyObject, where matches: (Entry) -> Bool) -> Bool {
        all.withLock { entries in
            let id = ObjectIdentifier(object)
            let index = entries[id]?.lastIndex { $0.object === object && matches($0) }
            guard let index else { return false }
            entries[id]?.remove(at: index)
            return true
        }
    }

    static func tell(_ object: AnyObject, _ key: String, from old: Any?, to new: Any?) {
        let found = all.withLock { entries in
            entries[ObjectIdentifier(object)]?.filter { $0.object === object && $0.key == key }
        }
        for entry in found ?? [] { entry.observation?.tell?(old, new) }
    }
}

/// Tells the observers of a property of its change. The build plugin adds the call to the setters of
/// `@objc dynamic` properties.
public func tellObservers(
    of object: AnyObject, _ key: String, from old: @autoclosure () -> Any?, to new: Any?
) {
    guard KeyValueObservers.all.withLock({ !$0.isEmpty }) else { return }
    KeyValueObservers.tell(object, key, from: old(), to: new)
}

extension NSObjectProtocol where Self: NSObject {
    /// Calls a handler when a property has changed. The build plugin adds the parameter `named`.
    ///
    /// Changes are known of properties that are declared `@objc dynamic` in turned sources, and of
    /// the geometry of views.
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value>, named name: String,
        options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        let call = { [unowned self] (old: Value?, new: Value?) in
            changeHandler(
                self,
                NSKeyValueObservedChange(
                    newValue: options.contains(.new) ? new : nil,
                    oldValue: options.contains(.old) ? old : nil))
        }
        let observation = NSKeyValueObservation()
        if let view = self as? UIView, viewGeometry.contains(name) {
            watch(view, observation, read: { [unowned self] in self[keyPath: keyPath] }) {
                call($0 as? Value, $1 as? Value)
            }
        } else {
            observation.tell = { call($0 as? Value, $1 as? Value) }
            KeyValueObservers.add(
                KeyValueObservers.Entry(object: self, key: name, observation: observation),
                to: self)
        }
        if options.contains(.initial) { call(nil, self[keyPath: keyPath]) }
        return observation
    }
}

/// The properties whose changes each view tells.
private let viewGeometry = [
    "frame", "bounds", "center", "contentOffset", "contentSize",
]

/// Calls a closure with the old and the new value when a geometric property of a view has changed.
private func watch(
    _ view: UIView, _ observation: NSKeyValueObservation, read: @escaping () -> Any?,
    call: @escaping (Any?, Any?) -> Void
) {
    var last = read() as? AnyHashable
    observation.check = {
        let new = read() as? AnyHashable
        guard new != last else { return }
        let old = last
        last = new
        call(old?.base, new?.base)
    }
    MainActor.assumeIsolated {
        view.values.observations.append(WeakObservation(observation: observation))
    }
}

extension NSObjectProtocol where Self: UIView {
    /// Calls a handler when a geometric property of the view has changed: its frame, bounds or
    /// centre, or a scroll view's offset or content size. Other properties cannot be observed. An
    /// attempt to observe one is reported as an issue if `Self` is `UIView` or `UIScrollView`.
    @preconcurrency @MainActor
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
        let observation = NSKeyValueObservation()
        observation.check = { [unowned self] in
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

/// An observer that is not a responder. The build plugin adds the protocol to classes that override
/// the method.
public protocol KeyValueObserver: AnyObject {
    func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?)
}

extension NSObject {
    /// Calls `observeValue(forKeyPath:of:change:context:)` of a responder when a property has
    /// changed, as far as `observe(_:named:options:changeHandler:)` knows of changes.
    public func addObserver(
        _ observer: NSObject, forKeyPath keyPath: String, options: NSKeyValueObservingOptions = [],
        context: UnsafeMutableRawPointer?
    ) {
        let address = unsafe context.map { Int(bitPattern: $0) }
        let observation = NSKeyValueObservation()
        let call = { [weak self, weak observer] (old: Any?, new: Any?) in
            var change: [NSKeyValueChangeKey: Any] = [.kindKey: NSKeyValueChange.setting.rawValue]
            if options.contains(.new) { change[.newKey] = new }
            if options.contains(.old) { change[.oldKey] = old }
            let pointer = unsafe address.flatMap {
                unsafe UnsafeMutableRawPointer(bitPattern: $0)
            }
            unsafe (observer as? any KeyValueObserver)?.observeValue(
                forKeyPath: keyPath, of: self, change: change, context: pointer)
            let (told, boxed) = (observer as? UIResponder, Carried(object: self, change: change))
            MainActor.assumeIsolated {
                unsafe told?.observeValue(
                    forKeyPath: keyPath, of: boxed.object, change: boxed.change,
                    context: address.flatMap { unsafe UnsafeMutableRawPointer(bitPattern: $0) })
            }
        }
        if let view = self as? UIView, viewGeometry.contains(keyPath) {
            watch(view, observation, read: { [weak view] in view?.geometry(keyPath) }, call: call)
        } else {
            observation.tell = call
        }
        KeyValueObservers.add(
            KeyValueObservers.Entry(
                object: self, key: keyPath, observation: observation, observer: observer,
                context: address, kept: observation), to: self)
        if options.contains(.initial) { call(nil, nil) }
    }

    public func removeObserver(_ observer: NSObject, forKeyPath keyPath: String) {
        _ = KeyValueObservers.remove(self) { $0.observer === observer && $0.key == keyPath }
    }

    public func removeObserver(
        _ observer: NSObject, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?
    ) {
        let address = unsafe context.map { Int(bitPattern: $0) }
        _ = KeyValueObservers.remove(self) {
            $0.observer === observer && $0.key == keyPath && $0.context == address
        }
    }
}

extension UIView {
    /// The geometric property with a name.
    fileprivate nonisolated func geometry(_ name: String) -> Any? {
        MainActor.assumeIsolated { () -> Carried in
            let scrollView = self as? UIScrollView
            let value: Any? =
                switch name {
                case "frame": frame
                case "bounds": bounds
                case "center": center
                case "contentOffset": scrollView?.contentOffset
                case "contentSize": scrollView?.contentSize
                default: nil
                }
            return Carried(object: value, change: [:])
        }.object
    }
}

/// Values that pass between the main actor and a closure that is called on it.
private struct Carried: @unchecked Sendable {
    let object: Any?
    let change: [NSKeyValueChangeKey: Any]
}
