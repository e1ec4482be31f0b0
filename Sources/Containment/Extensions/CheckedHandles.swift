public import PagerModel

/// The interface of a scene for code outside of this package. It checks the slot and generation of
/// each handle.
///
/// A handle becomes stale when its controller, view or window is destroyed, which a client can do
/// at any time. A function that gets a stale handle, or a handle of another scene, throws
/// `controllerNotFound` and changes nothing. Code inside this package calls functions that have the
/// same names but do not check handles.
///
/// Each function is written out, because Swift cannot derive it from the one that it calls: a key
/// path cannot refer to a method, and a closure has no argument labels. The checks also differ: a
/// parent may be `.none`, and a handle may have to be of a controller. `HandleMisuseTests` calls
/// each function with bad handles.
public protocol CheckedHandles {}

extension Scene: CheckedHandles {}

extension Scene {
    /// Checks a handle.
    ///
    /// - Throws: `controllerNotFound` for a handle that is stale or of another scene.
    @inline(__always)
    func check(_ handle: Handle) throws(CommandError) {
        if !isAlive(handle) { throw Self.stale }
    }

    func check(_ handles: [Handle]) throws(CommandError) {
        for handle in handles { try check(handle) }
    }

    /// Checks the handle of a controller.
    ///
    /// - Throws: `controllerNotFound` for a handle that is stale, of another scene, or of a view or
    ///   window.
    @inline(__always)
    func check(controller: Handle) throws(CommandError) {
        try check(controller)
        guard self[controller].role == .controller else {
            throw CommandError(.controllerNotFound, "\(name(of: controller)) is not a controller")
        }
    }

    func check(controllers: [Handle]) throws(CommandError) {
        for controller in controllers { try check(controller: controller) }
    }

    /// Checks the handle of a controller before a change, and copies the scene's storage if another
    /// scene shares it.
    @inline(__always)
    mutating func open(_ controller: Handle) throws(CommandError) {
        try check(controller: controller)
        makeUnique()
    }

    /// Returns those of the given handles that are not stale. The handles that a kind has stored
    /// may belong to destroyed objects.
    func existing(_ handles: [Handle]) -> [Handle] {
        handles.allSatisfy(isAlive) ? handles : handles.filter(isAlive)
    }

    private static let stale = CommandError(
        .controllerNotFound,
        "the handle is of a controller, view or window that is not in this scene; check with "
            + "isAlive before you use a stored handle")
}

// MARK: - Properties of records

extension CheckedHandles where Self == Scene {
    /// Returns the name of a controller, view or window in the form that UIKit's messages use.
    public func shown(_ handle: Handle) throws(CommandError) -> String {
        if !handle.isNone { try self.check(handle) }
        return self.shown(handle)
    }

    /// Returns the public identifier of an object, or nil for `.none`.
    public func identifier(_ handle: Handle) throws(CommandError) -> Identifier? {
        if !handle.isNone { try self.check(handle) }
        return self.identifier(handle)
    }

    public func isWindow(_ handle: Handle) throws(CommandError) -> Bool {
        try self.check(handle)
        return self.isWindow(handle)
    }

    public func isController(_ handle: Handle) throws(CommandError) -> Bool {
        try self.check(handle)
        return self.isController(handle)
    }

    /// Returns the record of a window.
    public func record(window: Handle) throws(CommandError) -> WindowRecord {
        try self.check(window)
        guard self.isWindow(window) else {
            throw CommandError(.windowNotFound, "\(self.name(of: window)) is not a window")
        }
        return self.record(window: window)
    }

    public func record(view: Handle) throws(CommandError) -> ViewRecord {
        try self.check(view)
        guard !self.isWindow(view) else {
            throw CommandError(.viewNotFound, "\(self.name(of: view)) is not a view")
        }
        return self.record(view: view)
    }

    public func record(controller: Handle) throws(CommandError) -> ControllerRecord {
        try self.check(controller: controller)
        return self.record(controller: controller)
    }

    public func record(presentationOf controller: Handle) throws(CommandError) -> ModalGet.Reply {
        try self.check(controller: controller)
        return self.record(presentationOf: controller)
    }

    /// Returns the container whose list contains a controller, or `.none`.
    public func container(of member: Handle) throws(CommandError) -> Handle {
        try self.check(controller: member)
        return self.container(of: member)
    }

    public func parent(of controller: Handle) throws(CommandError) -> Handle {
        try self.check(controller: controller)
        return self.parent(of: controller)
    }

    public func children(of controller: Handle) throws(CommandError) -> [Handle] {
        try self.check(controller: controller)
        return self.children(of: controller)
    }

    /// Returns the child at an index, or `.none` if the controller has no child at that index.
    public func child(of controller: Handle, at index: Int) throws(CommandError) -> Handle {
        try self.check(controller: controller)
        return self.child(of: controller, at: index)
    }

    public func childCount(of controller: Handle) throws(CommandError) -> Int {
        try self.check(controller: controller)
        return self.childCount(of: controller)
    }

    /// Returns whether the container's own code, not a client, added the controller as a child.
    public func isManaged(_ controller: Handle) throws(CommandError) -> Bool {
        try self.check(controller: controller)
        return self.isManaged(controller)
    }

    public func kindName(of controller: Handle) throws(CommandError) -> String {
        try self.check(controller: controller)
        return self.kindName(of: controller)
    }

    /// Returns the index of a controller's kind. Returns nil if no plugin process hosts the kind,
    /// or if the subject is not a controller.
    public func hostedKind(of subject: Handle) throws(CommandError) -> Int? {
        try self.check(subject)
        return self.hostedKind(of: subject)
    }

    /// Returns the option `content` of a controller.
    public func content(of controller: Handle) throws(CommandError) -> Value? {
        try self.check(controller: controller)
        return self.content(of: controller)
    }

    public func forwards(_ controller: Handle) throws(CommandError) -> Bool {
        try self.check(controller: controller)
        return self.forwards(controller)
    }

    public func appearance(of controller: Handle) throws(CommandError) -> Appearance {
        try self.check(controller: controller)
        return self.appearance(of: controller)
    }

    public func isVisible(_ controller: Handle) throws(CommandError) -> Bool {
        try self.check(controller: controller)
        return self.isVisible(controller)
    }

    public func hasAppeared(_ controller: Handle) throws(CommandError) -> Bool {
        try self.check(controller: controller)
        return self.hasAppeared(controller)
    }

    public func isOwedDidMove(_ child: Handle) throws(CommandError) -> Bool {
        try self.check(controller: child)
        return self.isOwedDidMove(child)
    }

    public func isRunning(_ container: Handle) throws(CommandError) -> Bool {
        try self.check(controller: container)
        return self.isRunning(container)
    }

    public func runningTransition(of container: Handle) throws(CommandError) -> Transition? {
        try self.check(controller: container)
        return self.runningTransition(of: container)
    }

    public func bounds(of controller: Handle) throws(CommandError) -> Size {
        try self.check(controller: controller)
        return self.bounds(of: controller)
    }

    public func isViewLoaded(_ controller: Handle) throws(CommandError) -> Bool {
        try self.check(controller: controller)
        return self.isViewLoaded(controller)
    }

    /// Returns the size of the window that contains a controller's view. If the view is in no
    /// window yet, returns the size of the window into which it will be inserted. Returns nil if
    /// there is no such window.
    public func windowSize(ahead controller: Handle) throws(CommandError) -> Size? {
        try self.check(controller: controller)
        return self.windowSize(ahead: controller)
    }

    public func windowSize(of controller: Handle) throws(CommandError) -> Size? {
        try self.check(controller: controller)
        return self.windowSize(of: controller)
    }

    /// Returns the decision of the container kinds about a question, or nil if they do not decide.
    /// The call changes nothing.
    public func answer(_ question: Question) throws(CommandError) -> Bool? {
        if !question.controller.isNone { try self.check(controller: question.controller) }
        if !question.container.isNone { try self.check(controller: question.container) }
        return self.answer(question)
    }
}

// MARK: - States

extension CheckedHandles where Self == Scene {
    /// The state that a kind keeps for one of its controllers, accessed in place. O(1).
    ///
    /// - Precondition: The controller is of that kind and has not been destroyed. For a handle that
    ///   may be stale, use `state` and `update`, which throw.
    public subscript<K: ContainerKind>(_ kind: K.Type, controller: Handle) -> K.State {
        _read {
            guard self.isAlive(controller) else { Self.failForDestroyedController("state(_:of:)") }
            yield self[unchecked: kind, controller]
        }
        _modify {
            guard self.isAlive(controller) else { Self.failForDestroyedController("update(_:of:)") }
            self.makeUnique()
            yield &self[unchecked: kind, controller]
        }
    }

    /// Ends the process with a message: the handle does not refer to an existing controller of this
    /// scene. A failed `precondition` would not print a message in a release build.
    ///
    /// - Parameter checked: The throwing function that the message recommends.
    private static func failForDestroyedController(_ checked: String) -> Never {
        fatalError(
            "the controller has been destroyed, or is of another scene; use \(checked), which "
                + "throws an error instead")
    }

    /// Returns the state that a kind keeps for one of its controllers.
    ///
    /// - Throws: `controllerNotFound` if the controller has been destroyed, `wrongKind` if it is of
    ///   a different kind.
    public func state<K: ContainerKind>(
        _ kind: K.Type, of controller: Handle
    ) throws(CommandError) -> K.State {
        try self.check(kind, controller)
        return self[unchecked: kind, controller]
    }

    /// Calls `body` with the state that a kind keeps for one of its controllers, so that `body`
    /// changes the state in place. Returns the result of `body`.
    ///
    /// - Throws: `controllerNotFound` if the controller has been destroyed, `wrongKind` if it is of
    ///   a different kind.
    public mutating func update<K: ContainerKind, Result>(
        _ kind: K.Type, of controller: Handle, _ body: (inout K.State) -> Result
    ) throws(CommandError) -> Result {
        try self.check(kind, controller)
        self.makeUnique()
        return body(&self[unchecked: kind, controller])
    }

    private func check<K: ContainerKind>(
        _ kind: K.Type, _ controller: Handle
    ) throws(CommandError) {
        try self.check(controller: controller)
        guard self.kindName(of: controller) == K.name else {
            throw CommandError(
                .wrongKind,
                "\(self.name(of: controller)) is of the kind \(self.kindName(of: controller)), not \(K.name)"
            )
        }
    }
}
