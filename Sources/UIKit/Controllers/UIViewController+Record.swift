internal import Containment
internal import PagerModel

extension UIViewController {
    /// Changes an option of the controller's record in the engine. Does nothing if the engine has
    /// no record of the controller.
    func update(_ option: String, _ value: Value) {
        guard let id else { return }
        simulation.perform(
            ControllerUpdate {
                $0.id = id
                $0.options = [Value.Member(option, value)]
            })
    }

    /// The engine's record of the controller; nil if the engine has none.
    var record: ControllerRecord? {
        guard let handle else { return nil }
        return simulation.scene.record(controller: handle)
    }

    /// Whether the innermost running callback is the disappearance of a descendant. The flags of a
    /// controller describe only its own callbacks [12.5].
    var isTellingDescendant: Bool {
        guard let (callback, handle) = simulation.running, handle != self.handle,
            callback == .viewWillDisappear || callback == .viewDidDisappear
        else { return false }
        var ancestor = simulation.objects.controller(handle)?.parent
        while let current = ancestor {
            if current === self { return true }
            ancestor = current.parent
        }
        return false
    }

    /// Returns the nearest ancestor of the given class, or nil if there is none.
    func nearestAncestor<Ancestor: UIViewController>() -> Ancestor? {
        var current = parent
        while let controller = current {
            if let found = controller as? Ancestor { return found }
            current = controller.parent
        }
        return nil
    }

    /// Runs `body`, a command that causes `callback`, without calling the controller's override of
    /// `callback`. Used when code has already called that override directly.
    func quietly(_ callback: Callback, _ body: () -> Void) {
        silenced = callback
        body()
        silenced = nil
    }
}

extension UIViewController {
    /// Updates this controller's `parent`, and the `children` of the old and the new parent, after
    /// a change in the engine.
    ///
    /// - Parameter index: The position among the new parent's children; nil for the end.
    func update(parent new: UIViewController?, at index: Int?) {
        if let old = parent {
            simulation.released.append(self)
            old.children.remove(self)
        }
        parent = new
        if let new {
            let count = new.children.count
            new.children.insert(self, at: min(index ?? count, count))
        }
    }
}

// MARK: - The record in the engine

extension UIViewController {
    /// Returns the id of the controller's record in the engine. Creates the record if there is
    /// none. Returns nil if the engine refuses to create it.
    func requireID() -> Identifier? {
        if let id { return id }
        if simulation.host(self) { return id }
        let name = simulation.name(for: self)
        let command = ControllerCreate {
            $0.id = name
            $0.kind = Self.kind
            $0.options = optionsOfRecord
        }
        guard simulation.perform(command) != nil, let handle = simulation.scene.find(name.text)
        else {
            return nil
        }
        become(handle, name)
        return name
    }

    /// Returns the id of the controller's record in the engine if the controller belongs to the
    /// simulation `other`. Otherwise reports an issue and returns nil.
    func requireID(in other: Simulation) -> Identifier? {
        if other === simulation { return requireID() }
        Simulation.reportForeign(self)
        return nil
    }

    /// Assigns the engine's record with the given handle and name to this controller.
    func become(_ record: Handle, _ name: Identifier) {
        handle = record
        id = name
        simulation.objects.set(self, at: record)
    }

    /// Detaches the controller from its engine record, which no longer exists. The next use of the
    /// controller creates a new record.
    func loseRecord() {
        handle = nil
        id = nil
        viewIfLoaded?.handle = nil
        viewIfLoaded?.id = nil
    }

    var optionsOfRecord: [Value.Member] {
        var options: [Value.Member] = []
        if let title { options.append(Value.Member("title", .string(title))) }
        if !shouldAutomaticallyForwardAppearanceMethods {
            options.append(Value.Member("forwardsAppearance", .bool(false)))
        }
        if definesPresentationContext != Self.definesContextByDefault {
            options.append(
                Value.Member("definesPresentationContext", .bool(definesPresentationContext)))
        }
        if providesPresentationContextTransitionStyle {
            options.append(Value.Member("providesPresentationContextTransitionStyle", .bool(true)))
        }
        if hidesBottomBarWhenPushed {
            options.append(Value.Member("hidesBottomBarWhenPushed", .bool(true)))
        }
        if isModalInPresentation {
            options.append(Value.Member("isModalInPresentation", .bool(true)))
        }
        if modalPresentationStyle != .automatic {
            options.append(Value.Member("modalPresentationStyle", modalPresentationStyle.value))
        }
        if modalTransitionStyle != .coverVertical {
            options.append(Value.Member("modalTransitionStyle", modalTransitionStyle.value))
        }
        return options + optionsOfKind
    }

    /// Returns true if no other controller owns the view. Otherwise reports an issue and returns
    /// false.
    func isFree(_ view: UIView) -> Bool {
        guard let other = view.owner else { return true }
        simulation.report(
            Simulation.Issue(
                text: "A view can only be associated with at most one view controller at a time! "
                    + "View \(view) is associated with \(other). Clear this association before "
                    + "associating this view with \(self).",
                exception: "UIViewControllerHierarchyInconsistency"))
        return false
    }
}
