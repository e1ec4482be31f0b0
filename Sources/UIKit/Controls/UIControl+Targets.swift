// Swift on Linux has no selectors. Instead of `#selector(MyController.pressed)`, code passes the
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
