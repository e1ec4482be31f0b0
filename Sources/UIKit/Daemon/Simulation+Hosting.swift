internal import Containment
internal import PagerModel

/// The part of a simulation's state that is used only in a daemon.
@MainActor
final class Hosting {
    /// The view controllers that clients created, by the handles of their records. Each view
    /// controller is kept alive until its record is destroyed.
    var controllers: [Handle: UIViewController] = [:]
    /// The `UIView` objects of views and windows that clients created. Such an object exists only
    /// if the view or window contains the view of a view controller in this process.
    var views: [Handle: UIView] = [:]
    /// The record for which a view controller is being created, with the declared class of the view
    /// controller; nil at all other times.
    var record: (handle: Handle, type: ObjectIdentifier)?
    /// The controller for which the event `diagnostic.misuse` is published if an issue is reported
    /// while no callback runs, for example while an initializer or a gesture runs.
    var subject = Handle.none
    /// The time in seconds since the start of a simulated pan. The simulation's clock does not
    /// advance during a pan.
    var fingerTime = 0.0
    /// The transition that began most recently.
    var lastTransition: TransitionID?
    /// Whether code of the daemon's view controllers has run since `saveStates` last saved their
    /// states.
    var hasRun = false
}

extension Simulation {
    /// Creates the `UIViewController` object for a controller that a client created.
    func makeObject<Object: UIViewController>(
        of controller: Handle, _ make: @MainActor () -> Object
    ) {
        guard hosting.controllers[controller] == nil else { return }
        hosting.hasRun = true
        let outer = hosting.record
        hosting.record = (controller, ObjectIdentifier(Object.self))
        hosting.subject = controller
        let object = make()
        host(object, isResult: true)
        hosting.record = outer
        hosting.controllers[controller] = object
        if object.handle != controller { reportUnusable(object, for: Object.self) }
        guard let id = object.id, !object.optionsOfRecord.isEmpty else { return }
        perform(
            ControllerUpdate {
                $0.id = id
                $0.options = object.optionsOfRecord
            })
    }

    /// Reports that a view controller cannot use the record that a client created, because the
    /// class of the view controller is not the one that the container kind declares.
    private func reportUnusable(_ object: UIViewController, for type: UIViewController.Type) {
        let name = Swift.type(of: object)
        report(
            Issue(
                text:
                    "the closure of viewController(_:_:) is declared to return a \(type) and returns "
                    + "a \(name), whose overrides are not called; declare its class: "
                    + "{ () -> \(name) in ... }"))
    }

    /// Assigns the record in `hosting.record`, which a client has created, to `object`.
    ///
    /// Called when the closure of the container kind has returned `object`. If the initializer of
    /// `object` needs the record, also called during the initializer, with `isResult` false.
    ///
    /// - Parameter isResult: whether the closure has returned `object`. Only then may the class of
    ///   `object` be a subclass of the declared class.
    /// - Returns: whether the record was assigned.
    @discardableResult
    func host(_ object: UIViewController, isResult: Bool = false) -> Bool {
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

    /// Returns whether the view or view controller was created by code in the daemon, and not by a
    /// client.
    func hasCreated(_ subject: Handle) -> Bool {
        hasObject(for: subject) && hosting.controllers[subject] == nil
            && hosting.views[subject] == nil
    }

    /// Ends a transaction of the daemon: delivers the remaining events, lays out views, and
    /// releases objects that are no longer used.
    ///
    /// - Returns: true if the engine has emitted events. This method must then run again.
    func endTurn() -> Bool {
        let before = scene.eventTotal
        deliver()
        layOut()
        if scene.eventTotal != before { return true }
        transitions.stopExpectingAll()
        while !afterCommand.isEmpty { afterCommand.removeFirst()() }
        release()
        if scene.eventTotal == before { saveStates() }
        return scene.eventTotal != before
    }

    /// Runs the blocks of the timers that are due, and lays out views after each block.
    func runTimers() {
        while let next = timers.next, next <= scene.now, let block = timers.removeFirst() {
            hosting.hasRun = true
            block()
            layOut()
        }
    }

    /// Ends the process with an error message. Called when code uses a view or view controller
    /// while the daemon is not calling that code.
    func endOutsideOfCall() -> Never {
        fatalError(
            "a view or view controller was used while the daemon was not calling it; in a daemon they "
                + "are used in their own callbacks, in actions, completions and animations only")
    }
}

extension Simulation {
    /// Returns the `UIView` of the view or window with the given handle. If a client of the daemon
    /// created the view or window, this method creates missing `UIView` objects for the view or
    /// window and for its superviews. Returns nil if there is no `UIView` and none can be created.
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

    /// Releases the `UIView` of a client's view or window that the engine has destroyed.
    func forgetView(of handle: Handle) {
        if let view = hosting.views.removeValue(forKey: handle) { released.append(view) }
    }

    /// Detaches a view controller from its engine record after the engine has destroyed the record.
    /// Releases the view controller if a client created it.
    func forgetController(of handle: Handle) {
        forgetView(of: handle)
        objects.controller(handle)?.loseRecord()
        if let object = hosting.controllers.removeValue(forKey: handle) { released.append(object) }
    }
}

extension UIView {
    /// Sends the view's `isHidden`, `alpha` and background to the engine of the daemon. Does
    /// nothing in a simulation without a daemon.
    ///
    /// - Parameter color: the new background; nil leaves the engine's value unchanged.
    func sendDrawingProperties(color: UIColor? = nil) {
        guard simulation.isHosted, let id, !isOfClient else { return }
        simulation.perform(
            ViewSet {
                $0.view = id
                $0.hidden = isHidden
                $0.alpha = Double(alpha)
                $0.backgroundColor = color?.css
            })
    }

    /// Called when the view gets its record. Sends `isHidden`, `alpha` and `backgroundColor` to the
    /// engine if at least one of them differs from its default.
    func sendFirstDrawingProperties() {
        if isHidden || alpha != 1 || backgroundColor != nil {
            sendDrawingProperties(color: backgroundColor)
        }
    }
}

extension UIColor {
    /// The colour in CSS notation.
    fileprivate var css: String {
        let parts = [red, green, blue].map { String(Int(($0 * 255).rounded())) }
        return "rgb(\(parts.joined(separator: " ")) / \(Int((alpha * 100).rounded()))%)"
    }
}
