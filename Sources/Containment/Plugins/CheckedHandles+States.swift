public import PagerModel

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
