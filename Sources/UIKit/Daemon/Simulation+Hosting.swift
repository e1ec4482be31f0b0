internal import Containment
internal import PagerModel

/// What a simulation keeps for a daemon's engine.
@MainActor
struct Hosting {
    /// The objects of the controllers that clients have made, kept until these are destroyed.
    var controllers: [Handle: UIViewController] = [:]
    /// The objects of views and windows of clients in which views of objects lie.
    var views: [Handle: UIView] = [:]
    /// The controller of a client whose object is being made.
    var record: (handle: Handle, type: ObjectIdentifier)?
    /// The controller that is concerned where no override runs.
    var subject = Handle.none
    /// Seconds by which a simulated finger is ahead of the clock.
    var fingerTime = 0.0
    /// The transition that began last.
    var lastTransition: TransitionID?
}

extension Simulation {
    /// Makes the object of a controller that a client has made.
    func makeObject<Object: UIViewController>(
        of controller: Handle, _ make: @MainActor () -> Object
    ) {
        guard hosting.controllers[controller] == nil else { return }
        let outer = hosting.record
        hosting.record = (controller, ObjectIdentifier(Object.self))
        hosting.subject = controller
        let object = make()
        adopt(object)
        hosting.record = outer
        hosting.controllers[controller] = object
        guard let id = object.id, !object.optionsOfRecord.isEmpty else { return }
        perform(ControllerUpdate(id: id, options: object.optionsOfRecord))
    }

    /// Gives an object the record of the client that waits for it. Its own initializer may need the
    /// record already.
    ///
    /// - Returns: whether there was one for this object.
    @discardableResult
    func adopt(_ object: UIViewController) -> Bool {
        guard let record = hosting.record, ObjectIdentifier(type(of: object)) == record.type,
            object.handle == nil, objects.controller(record.handle) == nil,
            let id = Identifier(scene.name(of: record.handle))
        else { return false }
        object.become(record.handle, id)
        return true
    }

    func hasObject(for subject: Handle) -> Bool {
        objects.controller(subject) != nil || objects.view(subject) != nil
    }

    /// Ends a turn of the daemon: what is left of its events is delivered, views are laid out, and
    /// objects are released.
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
        return scene.eventTotal != before
    }

    /// Calls the blocks that are due, each with the layout that it asks for.
    func runTimers() {
        while let next = timers.next, next <= scene.now, let block = timers.removeFirst() {
            block()
            layOut()
        }
    }

    /// Ends the process: the daemon's engine is not here.
    func endOutsideOfCall() -> Never {
        fatalError(
            "a view or view controller was used while the daemon was not calling it; in a daemon they "
                + "are used in their own callbacks, in actions, completions and animations only")
    }
}

extension Simulation {
    /// The view of a handle that becomes a superview. In a daemon an object is made for a view or
    /// window of a client's, and for those around it.
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

    /// A view or window is gone.
    func forgetView(of handle: Handle) {
        if let view = hosting.views.removeValue(forKey: handle) { released.append(view) }
    }

    /// A controller is gone, and its object where a client has made the controller.
    func forgetController(of handle: Handle) {
        forgetView(of: handle)
        objects.controller(handle)?.loseRecord()
        if let object = hosting.controllers.removeValue(forKey: handle) { released.append(object) }
    }
}

extension UIView {
    /// Tells a daemon's engine what is drawn of the view. A simulation draws nothing.
    ///
    /// - Parameter color: the background where it is another one.
    func tellLooks(color: UIColor? = nil) {
        guard simulation.isHosted, let id, !isOfClient else { return }
        simulation.perform(
            ViewSet(
                view: id, hidden: isHidden, alpha: Double(alpha), backgroundColor: color?.css))
    }

    /// Tells what has been set before the view had a record.
    func tellFirstLooks() {
        if isHidden || alpha != 1 || backgroundColor != nil { tellLooks(color: backgroundColor) }
    }
}

extension UIColor {
    /// As CSS writes it.
    fileprivate var css: String {
        let parts = [red, green, blue].map { String(Int(($0 * 255).rounded())) }
        return "rgb(\(parts.joined(separator: " ")) / \(Int((alpha * 100).rounded()))%)"
    }
}
