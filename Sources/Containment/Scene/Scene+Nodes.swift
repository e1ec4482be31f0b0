public import PagerModel

extension Scene {
    /// Checks that one more controller, view or window may be created, and that the name that the
    /// client has chosen is free.
    ///
    /// - Throws: `limitExceeded` if the maximum number is reached, `idTaken` if the name is in use.
    func checkName(_ id: Identifier?) throws(CommandError) {
        let most = state.records.most
        guard state.records.count < most else {
            throw CommandError(
                .limitExceeded,
                "there are already \(most) controllers, views and windows, which is the maximum")
        }
        if let id, find(id.text) != nil {
            throw CommandError(
                .idTaken, "a controller, view or window is already called \(id)", path: "id")
        }
    }
}

extension Scene {
    /// Returns the controller with the given id.
    ///
    /// - Parameter path: The path of the id in the parameters of the command, for the error.
    /// - Throws: `controllerNotFound` if no controller has this id.
    public func controller(
        _ id: Identifier, at path: @autoclosure () -> String = "id"
    ) throws(CommandError) -> Handle {
        guard let handle = find(id.text), self[handle].role == .controller else {
            throw CommandError(.controllerNotFound, "no controller is called \(id)", path: path())
        }
        return handle
    }

    /// Returns the controllers with the given names.
    ///
    /// - Throws: `controllerNotFound` with the path of the first name that does not exist,
    ///   `limitExceeded` if there are too many names.
    public func controllers(_ ids: [Identifier], at path: String) throws(CommandError) -> [Handle] {
        guard ids.count <= Limits.members else {
            throw CommandError(
                .limitExceeded, "must have at most \(Limits.members) ids, got \(ids.count)",
                path: path)
        }
        var handles: [Handle] = []
        handles.reserveCapacity(ids.count)
        for (index, id) in ids.enumerated() {
            handles.append(try controller(id, at: "\(path)[\(index)]"))
        }
        return handles
    }

    /// Returns the controller with the given name. If the name is nil, returns the only controller
    /// of the kind, or the only one for which `isDefault` is true. Without a name and with several
    /// controllers of the kind, this takes O(number of them at the same time, at most).
    ///
    /// - Throws: `controllerNotFound` if no controller has this name, `wrongKind` if it is of a
    ///   different kind. Without a name, `invalidParams` with a list of candidates if there is not
    ///   exactly one choice, and `kindUnknown` if the scene was created without this kind.
    public func controller<K: ContainerKind>(
        _ id: Identifier?, of kind: K.Type
    ) throws(CommandError) -> Handle {
        guard let id else { return try onlyController(of: kind) }
        let handle = try controller(id)
        let own = Int(self[handle].kind)
        guard kinds[own].identity == ObjectIdentifier(kind) else {
            throw CommandError(
                .wrongKind, "\(id) is of the kind \(kinds[own].name), not \(K.name)", path: "id")
        }
        return handle
    }

    private func onlyController<K: ContainerKind>(of kind: K.Type) throws(CommandError) -> Handle {
        guard let index = kinds.index(of: ObjectIdentifier(kind)) else {
            throw CommandError(
                .kindUnknown,
                "the scene was created without the kind \(K.name); add the kind when you create it",
                path: "id")
        }
        let store = kinds.store(at: index)
        if let only = store.onlyOwner { return only }
        note(visits: store.owners.count)
        let owners = store.owners.lazy.filter { !$0.isNone }
        let defaults = owners.filter { kinds[index].kind.isDefault($0, in: self) }.prefix(2)
        if defaults.count == 1, let only = defaults.first { return only }
        let candidates = owners.prefix(20).map { self[$0].name }.sorted()
        throw CommandError(
            .invalidParams,
            candidates.isEmpty
                ? "there is no controller of the kind \(K.name); create one with controller.create"
                : "there are \(store.count) controllers of the kind \(K.name); name one "
                    + "with id",
            path: "id",
            details: [.init("candidates", .array(candidates.map { .string($0) }))])
    }

    func view(_ id: Identifier, at path: String = "view") throws(CommandError) -> Handle {
        guard let handle = find(id.text), self[handle].role != .window else {
            throw CommandError(.viewNotFound, "no view is called \(id)", path: path)
        }
        return handle
    }

    func window(_ id: Identifier, at path: String = "id") throws(CommandError) -> Handle {
        guard let handle = find(id.text), self[handle].role == .window else {
            throw CommandError(.windowNotFound, "no window is called \(id)", path: path)
        }
        return handle
    }

    /// Returns the name of a controller, view or window in the form that UIKit's messages use, such
    /// as `<menu>`.
    package func shown(_ handle: Handle) -> String {
        handle.isNone ? "(null)" : "<\(self[handle].name)>"
    }

    /// Returns the ids of controllers, views or windows, as clients see them.
    package func identifiers(_ handles: [Handle]) -> [Identifier] {
        handles.map { Identifier(unchecked: name(of: $0)) }
    }

    package func identifier(_ handle: Handle) -> Identifier? {
        handle.isNone ? nil : Identifier(unchecked: self[handle].name)
    }
}
