internal import Synchronization

// Methods that take a target and a selector. A target of nil means the first object in the
// responder chain that has the method.

extension UIBarButtonItem {
    public convenience init(
        title: String?, style: Style, target: AnyObject?, action: Selector?
    ) {
        self.init(title: title, style: style)
        self.target = target
        self.action = action
    }

    public convenience init(
        image: UIImage?, landscapeImagePhone: UIImage? = nil, style: Style, target: AnyObject?,
        action: Selector?
    ) {
        self.init(title: nil, image: image, primaryAction: nil)
        self.landscapeImagePhone = landscapeImagePhone
        self.style = style
        self.target = target
        self.action = action
    }

    public convenience init(
        barButtonSystemItem item: SystemItem, target: AnyObject?, action: Selector?
    ) {
        self.init(systemItem: item, primaryAction: nil)
        self.target = target
        self.action = action
    }
}

extension Timer {
    /// Creates a timer on the simulation's clock. It keeps its target alive until it is
    /// invalidated.
    @preconcurrency @MainActor
    @discardableResult
    public static func scheduledTimer(
        timeInterval interval: TimeInterval, target: Any, selector: Selector, userInfo: Any?,
        repeats: Bool
    ) -> Timer {
        let object = target as AnyObject
        return onClock(every: interval, repeats: repeats) { selector.send(to: object, [$0]) }
    }
}

extension CADisplayLink {
    /// Creates a display link, which keeps its target alive until `invalidate()` is called.
    public convenience init(target: Any, selector: Selector) {
        self.init(calling: { [object = target as AnyObject] in selector.send(to: object, [$0]) })
    }
}

extension NotificationCenter {
    /// Calls a method of an object for each matching notification, until `removeObserver` is called
    /// or the object is released. The observation does not keep the object alive.
    public func addObserver(
        _ observer: AnyObject, selector: Selector, name: Notification.Name?, object: Any?
    ) {
        let box = WeakObserver(object: observer)
        let token = addObserver(forName: name, object: object, queue: nil) { notification in
            let posted = PostedTo(notification: notification, observer: box)
            MainActor.assumeIsolated {
                guard let target = posted.observer.object else { return }
                selector.send(to: target, [posted.notification])
            }
        }
        let source = object.map { ObjectIdentifier($0 as AnyObject) }
        Observers.all.withLock {
            $0.list[ObjectIdentifier(observer), default: []].append(
                Observers.Entry(
                    center: ObjectIdentifier(self), token: token, name: name, object: source))
        }
    }

    /// Ends all observations of an object, or the one of a token.
    public func removeObserver(_ observer: AnyObject) { remove(observer) { _ in true } }

    /// Ends the observations of an object that match a name and a sender; nil matches all.
    public func removeObserver(
        _ observer: AnyObject, name: Notification.Name?, object: Any?
    ) {
        let source = object.map { ObjectIdentifier($0 as AnyObject) }
        remove(observer) {
            (name == nil || $0.name == name) && (source == nil || $0.object == source)
        }
    }

    private func remove(_ observer: AnyObject, _ matches: (Observers.Entry) -> Bool) {
        let center = ObjectIdentifier(self)
        let removed = Observers.all.withLock { observers -> [Observers.Entry] in
            let key = ObjectIdentifier(observer)
            guard let own = observers.list[key] else { return [] }
            let left = own.filter { $0.center != center || !matches($0) }
            observers.list[key] = left.isEmpty ? nil : left
            return own.filter { $0.center == center && matches($0) }
        }
        for entry in removed { removeObserver(entry.token as Any) }
        if removed.isEmpty { removeObserver(observer as Any) }
    }
}

/// A weak reference to an observer. Its observations are used on the main actor only.
private final class WeakObserver: @unchecked Sendable {
    weak var object: AnyObject?

    init(object: AnyObject) { self.object = object }
}

private struct PostedTo: @unchecked Sendable {
    let notification: Notification
    let observer: WeakObserver
}

/// The observations with selectors, by the identifiers of their observers. An observer may end its
/// observations in its `deinit`, on any thread.
private struct Observers: @unchecked Sendable {
    struct Entry: @unchecked Sendable {
        let center: ObjectIdentifier
        let token: any NSObjectProtocol
        let name: Notification.Name?
        let object: ObjectIdentifier?
    }

    var list: [ObjectIdentifier: [Entry]] = [:]

    static let all = Mutex(Observers())
}
