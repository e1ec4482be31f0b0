internal import Containment
internal import PagerModel

/// The state of a simulation that only a daemon's engine needs.
@MainActor
struct Hosting {
    /// The objects of the controllers that clients created, kept until these are destroyed.
    var controllers: [Handle: UIViewController] = [:]
    /// The objects of clients' views and windows that contain views of objects.
    var views: [Handle: UIView] = [:]
    /// The client's controller whose object is being created.
    var record: (handle: Handle, type: ObjectIdentifier)?
    /// The controller to which an issue belongs when no override is running.
    var subject = Handle.none
    /// The time by which a simulated finger is ahead of the clock, in seconds.
    var fingerTime = 0.0
    /// The most recently begun transition.
    var lastTransition: TransitionID?
    /// Whether code of objects has run since their states were saved.
    var hasRun = false
}

extension Simulation {
    /// Creates the object of a controller that a client created.
    func makeObject<Object: UIViewController>(
        of controller: Handle, _ make: @MainActor () -> Object
    ) {
        guard hosting.controllers[controller] == nil else { return }
        hosting.hasRun = true
        let outer = hosting.record
        hosting.record = (controller, ObjectIdentifier(Object.self))
        hosting.subject = controller
        let object = make()
        adopt(object, isResult: true)
        hosting.record = outer
        hosting.controllers[controller] = object
        if object.handle != controller { reportUnusable(object, for: Object.self) }
        guard let id = object.id, !object.optionsOfRecord.isEmpty else { return }
        perform(ControllerUpdate(id: id, options: object.optionsOfRecord))
    }

    /// Reports an object that could not become the controller that a client created.
    private func reportUnusable(_ object: UIViewController, for type: UIViewController.Type) {
        let name = Swift.type(of: object)
        report(
            Issue(
                text:
                    "the closure of viewController(_:_:) is declared to return a \(type) and returns "
                    + "a \(name), whose overrides are not called; declare its class: "
                    + "{ () -> \(name) in ... }"))
    }

    /// Assigns the client's record to the object that is being created for it. The object's
    /// initializer may need the record already.
    ///
    /// - Parameter isResult: whether the closure has returned the object. Its class may then be a
    ///   subclass of the declared one.
    /// - Returns: whether there was such a record.
    @discardableResult
    func adopt(_ object: UIViewController, isResult: Bool = false) -> Bool {
        let type = type(of: object)
        guard let record = hosting.record,
            ObjectIdentifier(type) == record.type
                || (isResult && type.kind == UIViewController.kind),
            object.handle == nil, objects.controller(record.handle) == nil,
            let id = Identifier(scene.name(of: record.handle))
        else { return false }
        object.become(record.handle, id)
        return true
    }

    func hasObject(for subject: Handle) -> Bool {
        objects.controller(subject) != nil || objects.view(subject) != nil
    }

    /// Ends a transaction of the daemon: delivers the remaining events, lays out views, and
    /// releases objects.
    ///
    /// - Returns: whether the engine has changed.
    func endTurn() -> Bool {
        let before = scene.eventTotal
        deliver()
        layOut()
        if scene.eventTotal != before { return true }
        endExpectations()
        while !afterCommand.isEmpty { afterCommand.removeFirst()() }
        release()
        if scene.eventTotal == before { saveStates() }
        return scene.eventTotal != before
    }

    /// Calls the blocks that are due, and lays out views after each.
    func runTimers() {
        while let next = timers.next, next <= scene.now, let block = timers.removeFirst() {
            hosting.hasRun = true
            block()
            layOut()
        }
    }

    /// Ends the process, because an object was used while the daemon was not calling it.
    func endOutsideOfCall() -> Never {
        fatalError(
            "a view or view controller was used while the daemon was not calling it; in a daemon they "
                + "are used in their own callbacks, in actions, completions and animations only")
    }
}

extension Simulation {
    /// Returns the view of a handle that becomes a superview. In a daemon, creates an object for a
    /// client's view or window and its superviews.
    func superview(_ handle: Handle) -> UIView? {
        if let view = objects.view(handle) { return view }
        guard isHosted, !handle.isNone, scene.isAlive(handle) else { return nil }
        let isWindow = scene.isWindow(handle)
        let frame =
            isWindow ? CGRect(scene.frame(ofWindow: handle)) : CGRect(self.frame(of: handle))
        let view = isWindow ? UIWindow(of: handle, frame.size) : UIView(frame: frame)
        view.isOfClient = true
        view.handle = handle
        view.id = Identifier(scene.name(of: handle))
        hosting.views[handle] = view
        objects.set(view, at: handle)
        if !isWindow, let around = superview(scene.superview(of: handle)) {
            view.move(to: around, at: nil)
        }
        return view
    }

    /// Releases the object of a destroyed view or window.
    func forgetView(of handle: Handle) {
        if let view = hosting.views.removeValue(forKey: handle) { released.append(view) }
    }

    /// Detaches the object of a destroyed controller. Releases the object if a client created the
    /// controller.
    func forgetController(of handle: Handle) {
        forgetView(of: handle)
        objects.controller(handle)?.loseRecord()
        if let object = hosting.controllers.removeValue(forKey: handle) { released.append(object) }
    }
}

extension UIView {
    /// Sends the view's visible properties to a daemon's engine. Does nothing in a simulation.
    ///
    /// - Parameter color: the background; nil if it has not changed.
    func tellLooks(color: UIColor? = nil) {
        guard simulation.isHosted, let id, !isOfClient else { return }
        simulation.perform(
            ViewSet(
                view: id, hidden: isHidden, alpha: Double(alpha), backgroundColor: color?.css))
    }

    /// Sends the visible properties that were set before the view had a record.
    func tellFirstLooks() {
        if isHidden || alpha != 1 || backgroundColor != nil { tellLooks(color: backgroundColor) }
    }
}

extension UIColor {
    /// The colour in CSS notation.
    fileprivate var css: String {
        let parts = [red, green, blue].map { String(Int(($0 * 255).rounded())) }
        return "rgb(\(parts.joined(separator: " ")) / \(Int((alpha * 100).rounded()))%)"
    }
}
