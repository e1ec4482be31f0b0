package import PagerModel

/// The objects of an observer after a restart. An archive contains their records but not the
/// objects themselves.
extension Scene {
    /// Lets the observer make its objects again after the scene was read from an archive. Call this
    /// as a transaction of its own.
    package mutating func restoreObjects() {
        guard let observer = state.observer else { return }
        makeUnique()
        observer.sceneDidBegin(&self)
        endTurn()
    }

    /// The controllers whose kinds keep objects, in the order of their creation. O(controllers).
    package var controllersWithObjects: [Handle] {
        list(.controller).filter { kinds[Int(self[$0].kind)].traits.keepsObjects }
    }

    /// Returns whether a controller has an object that changes it without a command of a client.
    package func keepsObject(_ controller: Handle) -> Bool {
        kinds[Int(self[controller].kind)].traits.keepsObjects
    }

    /// Returns the kind of a controller.
    package func kind(of controller: Handle) -> any ContainerKind {
        kinds[Int(self[controller].kind)].kind
    }

    /// Makes the objects of controllers again, as at the launch of an app: transitions end, windows
    /// with such a controller lose their roots, the records that the former objects had made are
    /// destroyed, and `make` makes the new objects. Then the windows get their roots and presented
    /// controllers back, so that all controllers appear with all callbacks.
    ///
    /// A record of a former object that a client uses, for example as a tab, stays as a record
    /// without an object, with everything inside it. O(records).
    ///
    /// - Parameters:
    ///   - owners: The controllers whose objects are made again.
    ///   - made: The records that the former objects had made.
    ///   - make: Makes the objects. It gets the owners, each with whether its view was loaded, and
    ///     must load these views.
    package mutating func remakeObjects(
        of owners: [Handle], made: [Handle],
        _ make: (inout Scene, [(controller: Handle, wasLoaded: Bool)]) -> Void
    ) {
        makeUnique()
        endTransitions()
        let own = unused(Set<Handle>(made.filter { isAlive($0) }), besides: Set<Handle>(owners))
        let windows = Set<Handle>((owners + own).map { self[$0].window }.filter { !$0.isNone })
        let presented = presentations(in: windows)
        let roots = removeRoots(of: windows)
        destroy(made: own, of: Set<Handle>(owners))
        var loaded: [(controller: Handle, wasLoaded: Bool)] = []
        for owner in owners where isAlive(owner) {
            loaded.append((owner, self[owner].flags.contains(.viewLoaded)))
            self[owner].flags.remove(.viewLoaded)
        }
        let frames = loaded.map { self[$0.controller].frame }
        make(&self, loaded)
        // Loading a view sets the size of a window, also if a container has set another frame.
        for (place, frame) in zip(loaded, frames) where place.wasLoaded && isAlive(place.controller)
        {
            setFrame(place.controller, frame)
        }
        for (window, root) in roots where isAlive(window) && isAlive(root) {
            setRoot(root, of: window)
        }
        for controller in presented { presentAgain(controller.presented, controller.presentation) }
    }

    /// Returns the controllers that are presented in some windows, with their presentations, in the
    /// order of their creation.
    private func presentations(
        in windows: Set<Handle>
    ) -> [(presented: Handle, presentation: Presentation)] {
        list(.controller).compactMap { presented in
            guard let presentation = presentations[presented],
                windows.contains(self[presentation.presenter].window)
            else { return nil }
            return (presented, presentation)
        }
    }

    /// Presents a controller without animation, if it and its presenter still exist. If the
    /// presentation is refused, publishes a misuse diagnostic of the presenter.
    private mutating func presentAgain(_ presented: Handle, _ presentation: Presentation) {
        let presenter = presentation.presenter
        guard isAlive(presented), isAlive(presenter), self[presenter].presented.isNone else {
            return
        }
        let command = ModalPresent(
            from: Identifier(unchecked: self[presenter].name),
            controller: Identifier(unchecked: self[presented].name), style: presentation.style,
            removesPresentersView: presentation.removesPresentersView,
            motion: TransitionRequest(animated: false))
        do {
            _ = try command.run(in: &self)
        } catch {
            misuse(presenter, error.sentence)
        }
    }

    /// Removes the roots of windows. Returns the windows with their roots.
    private mutating func removeRoots(
        of windows: Set<Handle>
    ) -> [(window: Handle, root: Handle)] {
        let roots = list(.window).filter { windows.contains($0) }.map { ($0, root(of: $0)) }
        for (window, _) in roots { setRoot(.none, of: window) }
        return roots
    }

    /// Returns the records of former objects that can be destroyed. Leaves out each record that a
    /// client uses as a child, as a member or as a root, and everything inside such a record.
    /// O(records of objects × depth).
    private func unused(_ made: Set<Handle>, besides owners: Set<Handle>) -> Set<Handle> {
        var unused = made
        var count: Int
        repeat {
            count = unused.count
            unused = unused.filter { record in
                let node = self[record]
                guard node.role == .controller else {
                    return !made.contains(node.superview) || unused.contains(node.superview)
                }
                if node.flags.contains(.isRoot), !made.contains(node.window) { return false }
                return [node.parent, node.container].allSatisfy {
                    $0.isNone || unused.contains($0) || owners.contains($0)
                }
            }
        } while unused.count < count
        return unused
    }

    /// Destroys the records that former objects had made.
    private mutating func destroy(made: Set<Handle>, of owners: Set<Handle>) {
        let inOrder = made.sorted(by: Handle.isInOrder)
        let controllers = inOrder.filter { self[$0].role == .controller }
        for container in controllers + owners.sorted(by: Handle.isInOrder) where isAlive(container)
        {
            let kind = kinds[Int(self[container].kind)].kind
            for member in kind.members(of: container, in: self) {
                removeMember(member, from: container)
            }
            for child in self[container].children.all.reversed()
            where made.contains(child) || made.contains(container) {
                willMove(child, to: .none)
                removeView(of: child)
                removeFromParent(child)
            }
        }
        // A presentation outside of a window has not ended with the roots.
        for controller in controllers
        where isAlive(controller) && self[controller].presented.isNone
            && self[controller].presenter.isNone
        {
            destroy(controller: controller)
        }
        for view in inOrder where isAlive(view) && self[view].role == .view {
            destroy(view: view)
        }
        for window in inOrder where isAlive(window) && self[window].role == .window {
            setRoot(.none, of: window)
            emit(WindowEvents.Destroyed(), of: window)
            destroyNode(window)
        }
    }
}
