package import PagerModel

/// Functions that recreate the objects of a `SceneObserver` after a restart. An archive contains
/// the records of the objects but not the objects themselves.
extension Scene {
    /// Lets the observer recreate its objects after the scene was read from an archive. Call this
    /// as a transaction of its own.
    package mutating func restoreObjects() {
        guard let observer else { return }
        makeUnique()
        observer.sceneDidBegin(&self)
        endTurn()
    }

    /// Returns whether a controller has a Swift object, such as a `UIViewController`, with state
    /// outside of the scene. The object can change the controller without a client's command.
    package func keepsObject(_ controller: Handle) -> Bool {
        self[kindOf: controller].traits.keepsObjects
    }

    /// Returns the kind of a controller.
    package func kind(of controller: Handle) -> any ContainerKind {
        self[kindOf: controller].kind
    }

    /// Recreates the Swift objects of controllers, such as `UIViewController` objects, after a
    /// restart.
    ///
    /// The function first ends all transitions, removes the roots of the windows that contain such
    /// a controller, and destroys the records that the former objects had created. Then it calls
    /// `make`, which creates the new objects. At the end, it returns the roots and the presented
    /// controllers to the windows, so that all controllers appear with all callbacks.
    ///
    /// If a client uses a record that a former object had created, for example as a tab, the record
    /// and everything inside it stay, without objects. O(records).
    ///
    /// - Parameters:
    ///   - owners: The controllers whose objects are recreated.
    ///   - made: The records that the former objects had created.
    ///   - make: Creates the objects of the owners that still exist. It gets the owners whose views
    ///     were loaded, and must load these views.
    package mutating func remakeObjects(
        of owners: [Handle], made: [Handle],
        _ make: (inout Scene, _ loaded: Set<Handle>) -> Void
    ) {
        makeUnique()
        endTransitions()
        let own = unused(Set<Handle>(made.filter { isAlive($0) }), besides: Set<Handle>(owners))
        let windows = Set<Handle>((owners + own).map { self[$0].window }.filter { !$0.isNone })
        let presented = presentations(in: windows)
        let roots = removeRoots(of: windows)
        destroy(made: own, of: Set<Handle>(owners))
        let loaded = owners.filter { isAlive($0) && isViewLoaded($0) }
        let frames = loaded.map { self[$0].frame }
        for owner in loaded { self[owner].flags.remove(.viewLoaded) }
        make(&self, Set<Handle>(loaded))
        // Loading a view sets the size of a window, also if a container has set another frame.
        for (owner, frame) in zip(loaded, frames) where isAlive(owner) { setFrame(owner, frame) }
        for (window, root) in roots where isAlive(window) && isAlive(root) {
            setRoot(root, of: window)
        }
        for (controller, presentation) in presented { presentAgain(controller, presentation) }
    }

    /// Returns the controllers that are presented in the given windows, each with its presentation,
    /// in the order in which the controllers were created.
    private func presentations(
        in windows: Set<Handle>
    ) -> [(Handle, Presentation)] {
        list(.controller).compactMap { presented in
            guard let presentation = presentation(of: presented),
                windows.contains(self[presentation.presenter].window)
            else { return nil }
            return (presented, presentation)
        }
    }

    /// Presents a controller without animation, if the controller and its presenter still exist. If
    /// the presentation is refused, publishes a misuse diagnostic about the presenter.
    private mutating func presentAgain(_ presented: Handle, _ presentation: Presentation) {
        let presenter = presentation.presenter
        guard isAlive(presented), isAlive(presenter), self[presenter].presented.isNone else {
            return
        }
        let command = ModalPresent {
            $0.from = Identifier(unchecked: self[presenter].name)
            $0.controller = Identifier(unchecked: self[presented].name)
            $0.style = presentation.style
            $0.removesPresentersView = presentation.removesPresentersView
            $0.motion = TransitionRequest { $0.animated = false }
        }
        do {
            _ = try command.run(in: &self)
        } catch {
            misuse(presenter, error.sentence)
        }
    }

    /// Removes the roots of windows. Returns each window with the root that was removed.
    private mutating func removeRoots(
        of windows: Set<Handle>
    ) -> [(window: Handle, root: Handle)] {
        let roots = list(.window).filter { windows.contains($0) }.map { ($0, root(of: $0)) }
        for (window, _) in roots { setRoot(.none, of: window) }
        return roots
    }

    /// Returns the records in `made` that can be destroyed. Swift objects of the controllers in
    /// `owners` created the records in `made` before the restart. Leaves out each record that a
    /// client uses as a child, as a window's root or in a container's list, and everything inside
    /// such a record. O(`made` × depth).
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

    /// Destroys the records in `made`. Before the restart, the Swift objects of the controllers in
    /// `owners` created these records.
    private mutating func destroy(made: Set<Handle>, of owners: Set<Handle>) {
        let inOrder = made.sorted(by: Handle.isInOrder)
        let controllers = inOrder.filter { self[$0].role == .controller }
        for container in controllers + owners.sorted(by: Handle.isInOrder) where isAlive(container)
        {
            for member in kind(of: container).members(of: container, in: self) {
                removeMember(member, from: container)
            }
            for child in self[container].children.all.reversed()
            where made.contains(child) || made.contains(container) {
                removeChildWithView(child)
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
            destroy(window: window)
        }
    }
}
