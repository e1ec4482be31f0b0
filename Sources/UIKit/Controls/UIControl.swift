/// A view that the user operates. Its actions are closures in `UIAction`, or methods of targets.
@preconcurrency @MainActor
open class UIControl: UIView {
    public struct Event: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let touchDown = Event(rawValue: 1 << 0)
        public static let touchDownRepeat = Event(rawValue: 1 << 1)
        public static let touchDragInside = Event(rawValue: 1 << 2)
        public static let touchDragOutside = Event(rawValue: 1 << 3)
        public static let touchDragEnter = Event(rawValue: 1 << 4)
        public static let touchDragExit = Event(rawValue: 1 << 5)
        public static let touchUpInside = Event(rawValue: 1 << 6)
        public static let touchUpOutside = Event(rawValue: 1 << 7)
        public static let touchCancel = Event(rawValue: 1 << 8)
        public static let valueChanged = Event(rawValue: 1 << 12)
        public static let primaryActionTriggered = Event(rawValue: 1 << 13)
        public static let menuActionTriggered = Event(rawValue: 1 << 14)
        public static let editingDidBegin = Event(rawValue: 1 << 16)
        public static let editingChanged = Event(rawValue: 1 << 17)
        public static let editingDidEnd = Event(rawValue: 1 << 18)
        public static let editingDidEndOnExit = Event(rawValue: 1 << 19)
        public static let allTouchEvents = Event(rawValue: 0xfff)
        public static let allEditingEvents = Event(rawValue: 0xf0000)
        public static let allEvents = Event(rawValue: 0xffff_ffff)
    }

    public struct State: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let normal = State([])
        public static let highlighted = State(rawValue: 1)
        public static let disabled = State(rawValue: 2)
        public static let selected = State(rawValue: 4)
        public static let focused = State(rawValue: 8)
        public static let application = State(rawValue: 0xff0000)
    }

    private struct Entry {
        /// The closure; nil if the entry has a selector.
        var action: UIAction?
        var selector: Selector?
        weak var target: AnyObject?
        /// Whether the target is searched in the responder chain.
        var isForChain = false
        let events: Event

        func matches(_ other: AnyObject?, _ action: Selector?, _ events: Event) -> Bool {
            selector != nil && (other == nil || target === other)
                && (action == nil || selector == action) && !self.events.isDisjoint(with: events)
        }
    }

    private var entries: [Entry] = []

    public enum ContentHorizontalAlignment: Int, Sendable {
        case center, left, right, fill, leading, trailing
    }

    public enum ContentVerticalAlignment: Int, Sendable { case center, top, bottom, fill }

    /// A stored value without effect in the simulation.
    open var contentHorizontalAlignment = ContentHorizontalAlignment.center
    /// A stored value without effect in the simulation.
    open var contentVerticalAlignment = ContentVerticalAlignment.center
    open var isEnabled = true
    open var isSelected = false
    open var isHighlighted = false

    open var state: State {
        var state = State.normal
        if isHighlighted { state.insert(.highlighted) }
        if isSelected { state.insert(.selected) }
        if !isEnabled { state.insert(.disabled) }
        return state
    }

    open func addAction(_ action: UIAction, for events: Event) {
        entries.append(Entry(action: action, events: events))
    }

    open func removeAction(_ action: UIAction, for events: Event) {
        entries.removeAll { $0.action === action && $0.events == events }
    }

    open var allControlEvents: Event { entries.reduce([]) { $0.union($1.events) } }

    open func sendActions(for events: Event) {
        for entry in entries where !entry.events.isDisjoint(with: events) {
            entry.action?.send(from: self)
            guard let selector = entry.selector, entry.isForChain || entry.target != nil else {
                continue
            }
            sendAction(selector, to: entry.target, for: nil)
        }
    }

    /// Makes the control call a method of an object for the given events. The control does not keep
    /// the object alive. If the target is nil, the method is searched in the responder chain.
    open func addTarget(_ target: Any?, action: Selector, for events: Event) {
        let object = target.map { $0 as AnyObject }
        if entries.contains(where: {
            $0.selector == action && $0.target === object && $0.events == events
        }) {
            return
        }
        entries.append(
            Entry(selector: action, target: object, isForChain: object == nil, events: events))
    }

    /// Removes the methods of a target for the given events. Nil matches all targets or actions.
    open func removeTarget(_ target: Any?, action: Selector?, for events: Event) {
        let object = target.map { $0 as AnyObject }
        entries.removeAll { $0.matches(object, action, events) }
    }

    /// The targets that have been added with a selector.
    open var allTargets: Set<AnyHashable> {
        Set<AnyHashable>(entries.compactMap { $0.target as? NSObject }.map { AnyHashable($0) })
    }

    /// The names of the selectors for a target and events; nil if there are none.
    open func actions(forTarget target: Any?, forControlEvent events: Event) -> [String]? {
        let object = target.map { $0 as AnyObject }
        let found = entries.filter { $0.matches(object, nil, events) }
        return found.isEmpty ? nil : found.compactMap { $0.selector?.name }
    }

    /// Calls a method of a target. A subclass may override this method to watch the actions.
    open func sendAction(_ action: Selector, to target: Any?, for event: UIEvent?) {
        UIApplication.shared.sendAction(action, to: target, from: self, for: event)
    }

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard isEnabled else { return }
        isHighlighted = true
        sendActions(for: .touchDown)
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard isEnabled, isHighlighted else { return }
        isHighlighted = false
        let isInside = touches.contains { point(inside: $0.location(in: self), with: event) }
        sendActions(for: isInside ? [.touchUpInside, .primaryActionTriggered] : .touchUpOutside)
    }

    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        isHighlighted = false
        sendActions(for: .touchCancel)
    }
}

// Swift on Linux has no `#selector`. Instead of `#selector(MyController.pressed)`, code can pass the
// unbound method `MyController.pressed` here.

extension UIControl {
    /// Makes the control call a method of an object for the given events. The control does not keep
    /// the object alive.
    ///
    /// - Parameter action: a method with the control as its argument, such as
    ///   `MyController.pressed`.
    public func addTarget<Target: AnyObject, Sender>(
        _ target: Target, action: @escaping @MainActor (Target) -> (Sender) -> Void,
        for events: Event
    ) { addAction(.call(target, action), for: events) }

    /// Makes the control call a parameterless method of an object for the given events. The control
    /// does not keep the object alive.
    public func addTarget<Target: AnyObject>(
        _ target: Target, action: @escaping @MainActor (Target) -> () -> Void, for events: Event
    ) { addAction(.call(target, action), for: events) }
}

extension UIAction {
    /// Returns an action that calls a method of an object. The action does not keep the object
    /// alive.
    static func call<Target: AnyObject, Sender>(
        _ target: Target, _ action: @escaping @MainActor (Target) -> (Sender) -> Void
    ) -> UIAction {
        UIAction { [weak target] sent in
            if let target, let sender = sent.sender as? Sender { action(target)(sender) }
        }
    }

    /// Returns an action that calls a parameterless method of an object. The action does not keep
    /// the object alive.
    static func call<Target: AnyObject>(
        _ target: Target, _ action: @escaping @MainActor (Target) -> () -> Void
    ) -> UIAction {
        UIAction { [weak target] _ in
            if let target { action(target)() }
        }
    }
}

extension UIBarButtonItem {
    public convenience init<Target: AnyObject, Sender>(
        title: String?, style: Style, target: Target,
        action: @escaping @MainActor (Target) -> (Sender) -> Void
    ) {
        self.init(title: title, image: nil, primaryAction: .call(target, action))
        self.style = style
    }

    public convenience init<Target: AnyObject>(
        title: String?, style: Style, target: Target,
        action: @escaping @MainActor (Target) -> () -> Void
    ) {
        self.init(title: title, image: nil, primaryAction: .call(target, action))
        self.style = style
    }

    public convenience init<Target: AnyObject, Sender>(
        image: UIImage?, style: Style, target: Target,
        action: @escaping @MainActor (Target) -> (Sender) -> Void
    ) {
        self.init(title: nil, image: image, primaryAction: .call(target, action))
        self.style = style
    }

    public convenience init<Target: AnyObject>(
        image: UIImage?, style: Style, target: Target,
        action: @escaping @MainActor (Target) -> () -> Void
    ) {
        self.init(title: nil, image: image, primaryAction: .call(target, action))
        self.style = style
    }

    public convenience init<Target: AnyObject, Sender>(
        barButtonSystemItem item: SystemItem, target: Target,
        action: @escaping @MainActor (Target) -> (Sender) -> Void
    ) { self.init(systemItem: item, primaryAction: .call(target, action)) }

    public convenience init<Target: AnyObject>(
        barButtonSystemItem item: SystemItem, target: Target,
        action: @escaping @MainActor (Target) -> () -> Void
    ) { self.init(systemItem: item, primaryAction: .call(target, action)) }
}

extension NotificationCenter {
    /// Calls a method of an object for each matching notification, until the object is released.
    /// The observation does not keep the object alive. Calling `removeObserver(_:)` with the object
    /// does not end the observation.
    ///
    /// - Parameter selector: the unbound method, such as `MyController.rotated`.
    public func addObserver<Target: AnyObject & Sendable>(
        _ target: Target,
        selector: @escaping @MainActor @Sendable (Target) -> (Notification) -> Void,
        name: Notification.Name?, object: Any?
    ) {
        _ = addObserver(forName: name, object: object, queue: nil) {
            [weak target] notification in
            let box = Posted(notification: notification)
            MainActor.assumeIsolated {
                if let target { selector(target)(box.notification) }
            }
        }
    }

    /// Calls a parameterless method of an object for each matching notification, until the object
    /// is released.
    public func addObserver<Target: AnyObject & Sendable>(
        _ target: Target, selector: @escaping @MainActor @Sendable (Target) -> () -> Void,
        name: Notification.Name?, object: Any?
    ) {
        _ = addObserver(forName: name, object: object, queue: nil) { [weak target] _ in
            MainActor.assumeIsolated {
                if let target { selector(target)() }
            }
        }
    }
}

/// A wrapper that makes a notification `Sendable`, so that it can be passed to code on the main
/// actor. This is safe: the notification was posted on the main actor and does not change threads.
private struct Posted: @unchecked Sendable {
    let notification: Notification
}
