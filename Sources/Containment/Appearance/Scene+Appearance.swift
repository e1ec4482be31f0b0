package import PagerModel

/// The state machine of a controller's appearance [4]. `begin` starts a transition and sends a
/// `will` callback, such as `viewWillAppear`. `end` completes it and sends a `did` callback.
///
///     disappeared ── begin(true): will ──▶ appearing ── end: did ──▶ appeared
///          ▲                                 │   ▲                      │
///          │                  begin(false)   ▼   │ begin(true)          │
///          └── end: did ─────────────── disappearing ◀── begin(false) ──┘
///
/// `begin` in the opposite direction reverses the transition: the opposite `will` callback
/// (`viewWillAppear` or `viewWillDisappear`) is sent, and the `did` callback (`viewDidAppear` or
/// `viewDidDisappear`) of the first direction is never sent [4.3]. Each phase visits the shown
/// subtree, parents first [3.5] [3.7].
extension Scene {
    /// Starts or reverses an appearance transition.
    ///
    /// - Parameter driver: The originator of the transition, such as a client or the parent.
    /// - Returns: False if the controller already has the requested appearance, or if another
    ///   originator controls its appearance [4.6] [4.8].
    @discardableResult
    mutating func begin(
        _ controller: Handle, appearing: Bool, animated: Bool, driver: Node.Driver
    ) -> Bool {
        enterLevel()
        defer { leaveLevel() }
        prepare(controller, appearing: appearing, for: driver)
        if isTransitioning(controller) {
            guard takesOver(driver, from: self[controller].driver) else { return false }
            if (self[controller].appearance == .appearing) == appearing {
                if driver == .manual {
                    self[controller].openings += 1  // [4.5]
                } else {
                    self[controller].driver = driver
                }
                return true
            }
            if self[controller].driver != .manual { self[controller].driver = driver }
        } else {
            if (self[controller].appearance == .appeared) == appearing { return false }
            self[controller].openings = 1
            self[controller].driver = driver
        }
        sendWill(controller, appearing: appearing, animated: animated)
        return true
    }

    /// Prepares the start or reversal of an appearance transition. If the controller will appear,
    /// ends the running transition whose container is this controller, and loads the controller's
    /// view. If the controller will disappear, ends all running transitions inside it. These steps
    /// can send callbacks that change the controller's state, so `begin` reads the state
    /// afterwards.
    private mutating func prepare(
        _ controller: Handle, appearing: Bool, for driver: Node.Driver
    ) {
        let isAbout =
            isTransitioning(controller)
            ? (self[controller].appearance == .appearing) != appearing
                && takesOver(driver, from: self[controller].driver)
            : (self[controller].appearance == .appeared) != appearing
        guard isAbout else { return }
        if hasTransitions {
            if appearing {
                // Cancels an interactive transition that began off screen, so that the container
                // appears with its selected page.
                supersede(controller)
            } else {
                endTransitions(in: controller, for: driver)
            }
        }
        if appearing { loadViewIfNeeded(controller) }
    }

    /// Checks that an appearance transition may begin.
    ///
    /// - Throws: `limitExceeded` if too many `begin` calls have no matching `end`.
    func checkBegin(of controller: Handle) throws(CommandError) {
        guard self[controller].openings < Limits.repeatedBegins else {
            throw CommandError(
                .limitExceeded,
                "controller.beginAppearanceTransition was called \(Limits.repeatedBegins) times "
                    + "for \(shown(controller)) without controller.endAppearanceTransition; first "
                    + "call endAppearanceTransition the same number of times", path: "id")
        }
    }

    /// Returns whether the originator `new` may continue or reverse an appearance transition that
    /// the originator `old` has begun. A client may take over only from a client, and no other
    /// originator may take over from a client. If a transition of a container or presenter is the
    /// originator, the parent and moves of views may not take over.
    private func takesOver(_ new: Node.Driver, from old: Node.Driver) -> Bool {
        switch (old, new) {
        case (.manual, .manual): true
        case (.manual, _), (_, .manual): false
        case (.transition, .parent), (.transition, .tree): false
        default: true
        }
    }

    private mutating func sendWill(_ controller: Handle, appearing: Bool, animated: Bool) {
        self[controller].appearance = appearing ? .appearing : .disappearing
        self[controller].flags.remove(.saidIsAppearing)
        if appearing { noteSeen(controller) }
        if animated {
            self[controller].flags.insert(.animated)
        } else {
            self[controller].flags.remove(.animated)
        }
        self[controller].flags.insert(.inWillPhase)
        let flags = appearanceFlags(controller, appearing: appearing)
        if appearing {
            send(
                LifecycleEvents.ViewWillAppear { $0.flags = flags }, to: controller,
                animated: animated)
        } else {
            send(
                LifecycleEvents.ViewWillDisappear { $0.flags = flags }, to: controller,
                animated: animated)
        }
        forwardWill(controller)
    }

    /// Sends `viewWillAppear` or `viewWillDisappear` to a controller's children, and to the
    /// controller that it presents with the style `overCurrentContext`. Does nothing if this has
    /// already happened: if a reaction to the controller's own callback ends or reverses the
    /// appearance transition, it also forwards the callback.
    private mutating func forwardWill(_ controller: Handle) {
        guard self[controller].flags.contains(.inWillPhase) else { return }
        self[controller].flags.remove(.inWillPhase)
        let appearance = self[controller].appearance
        let appearing = appearance == .appearing
        let animated = self[controller].flags.contains(.animated)
        if forwards(controller) {
            for child in forwardedChildren(of: controller)
            where isForwarded(child, by: controller) {
                let actor = standIn(for: child)
                if actor.isNone { continue }
                begin(actor, appearing: appearing, animated: animated, driver: .parent)
                guard self[controller].appearance == appearance else { return }
            }
        }
        if let follower = follower(of: controller).some {
            begin(follower, appearing: appearing, animated: animated, driver: .parent)
            guard self[controller].appearance == appearance else { return }
        }
        if appearing { didForward(.viewWillAppear, of: controller, animated: animated) }
    }

    /// Updates the controller's flag `unseen`: sets the flag if the controller's appearance does
    /// not depend on a window, and clears the flag otherwise.
    private mutating func noteSeen(_ controller: Handle) {
        let isUnseen =
            switch self[controller].driver {
            case .manual: true
            case .transition, .tree: showsUnseen
            case .parent: self[leader(of: controller)].flags.contains(.unseen)
            case .none: false
            }
        if isUnseen {
            self[controller].flags.insert(.unseen)
        } else {
            self[controller].flags.remove(.unseen)
        }
    }

    /// Returns whether a controller stays in its appearance state, and receives no disappearance
    /// callbacks, when its view leaves the window. True in these cases:
    ///
    /// - The controller has appeared, and an ancestor does not forward callbacks to it.
    /// - The controller has appeared or is appearing, and the appearance of its parent or presenter
    ///   does not depend on a window, for example because a client controls it.
    func staysShown(_ controller: Handle) -> Bool {
        switch self[controller].appearance {
        case .appeared:
            !receivesWindowCallbacks(controller) || isShownByHand(leader(of: controller))
        case .appearing: isShownByHand(leader(of: controller))
        case .disappearing, .disappeared: false
        }
    }

    private func isShownByHand(_ controller: Handle) -> Bool {
        if self[controller].flags.contains(.unseen) { return true }
        var current = controller
        while isTransitioning(current), self[current].driver == .parent {
            current = leader(of: current)
        }
        return isTransitioning(current) && self[current].driver == .manual
    }

    /// Calls `didForward` of the controller's container kind. Called after the controller's
    /// callback has been forwarded to the children.
    private mutating func didForward(
        _ callback: Callback, of controller: Handle, animated: Bool
    ) {
        let kind = Int(self[controller].kind)
        guard kinds[kind].reactions.contains(callback) else { return }
        act(for: controller) { (scene) throws(CommandError) in
            try scene.kinds[kind].kind.didForward(
                callback, of: controller, animated: animated, in: &scene)
        }
    }

    /// Returns the flags of an appearance callback: whether it is animated, whether the controller
    /// is moving to or from its parent, and whether it is being presented or dismissed [12.2].
    private func appearanceFlags(_ controller: Handle, appearing: Bool) -> AppearanceFlags {
        let own = self[controller].flags
        var flags: AppearanceFlags = []
        if own.contains(.animated) { flags.insert(.animated) }
        if own.contains(appearing ? .movingTo : .movingFrom) { flags.insert(.moving) }
        if own.contains(appearing ? .beingPresented : .beingDismissed) {
            flags.insert(.presenting)
        }
        return flags
    }

    /// Sends `viewIsAppearing` to the controller and to all controllers that appear with it. Each
    /// controller receives the callback once per appearance [3.11].
    mutating func sendIsAppearing(_ controller: Handle) {
        guard self[controller].appearance == .appearing,
            !self[controller].flags.contains(.saidIsAppearing)
        else { return }
        enterLevel()
        defer { leaveLevel() }
        self[controller].flags.insert(.saidIsAppearing)
        let animated = self[controller].flags.contains(.animated)
        send(
            LifecycleEvents.ViewIsAppearing { $0.animated = animated }, to: controller,
            animated: animated)
        for child in forwardedChildren(of: controller) {
            let actor = standIn(for: child)
            if !actor.isNone, self[actor].driver == .parent { sendIsAppearing(actor) }
        }
        if let follower = follower(of: controller).some, self[follower].driver == .parent {
            sendIsAppearing(follower)
        }
    }

    /// Completes the controller's appearance transition: sends `viewDidAppear` or
    /// `viewDidDisappear`, depending on the last direction, to the controller and to the
    /// controllers in its shown subtree [4.3]. If a client has called `begin` several times, only
    /// the last matching call of `end` completes the transition [4.5].
    mutating func end(_ controller: Handle) {
        guard isTransitioning(controller) else { return unbalanced(controller) }
        enterLevel()
        defer { leaveLevel() }
        if self[controller].openings > 1 {
            self[controller].openings -= 1
            return
        }
        if self[controller].appearance == .appearing {
            if waitsForParent(controller) {
                self[controller].driver = .parent
                return
            }
            sendIsAppearing(controller)
            // A reaction may have ended the transition or begun it again.
            guard isTransitioning(controller) else { return }
            reverseIfRemoved(controller)
        }
        forwardWill(controller)
        guard isTransitioning(controller) else { return }
        self[controller].openings -= 1
        guard self[controller].openings == 0 else { return }
        let appearing = self[controller].appearance == .appearing
        self[controller].appearance = appearing ? .appeared : .disappeared
        self[controller].driver = .none
        let animated = self[controller].flags.contains(.animated)
        let flags = appearanceFlags(controller, appearing: appearing)
        if appearing {
            send(
                LifecycleEvents.ViewDidAppear { $0.flags = flags }, to: controller,
                animated: animated)
        } else {
            send(
                LifecycleEvents.ViewDidDisappear { $0.flags = flags }, to: controller,
                animated: animated)
        }
        for child in forwardedChildren(of: controller) where self[child].parent == controller {
            let actor = standIn(for: child)
            if !actor.isNone, self[actor].driver == .parent { end(actor) }
        }
        if let follower = follower(of: controller).some, self[follower].driver == .parent {
            end(follower)
        }
        guard appearing else { return }
        if self[controller].flags.contains(.owedDidMove) {
            didMove(controller, to: self[controller].parent)
        }
        didForward(.viewDidAppear, of: controller, animated: animated)
    }

    /// Reverses the appearance of a child that is still appearing in its container's transition, if
    /// a reaction has removed the child's view from the window.
    private mutating func reverseIfRemoved(_ controller: Handle) {
        guard self[controller].driver == .transition, isAppearingOutsideWindow(controller),
            !self[controller].parent.isNone
        else { return }
        begin(controller, appearing: false, animated: false, driver: .transition)
    }

    /// Returns whether a controller is appearing while its view is in no window. False for a
    /// controller whose appearance does not depend on a window (`unseen`).
    func isAppearingOutsideWindow(_ controller: Handle) -> Bool {
        self[controller].appearance == .appearing && self[controller].window.isNone
            && !self[controller].flags.contains(.unseen)
    }

    /// Returns whether a child can receive `viewDidAppear` only after its parent. True for a child
    /// that was added while the parent was appearing.
    private func waitsForParent(_ controller: Handle) -> Bool {
        let driver = self[controller].driver
        guard driver == .transition || driver == .tree else { return false }
        // A controller that is presented in the child's context and replaces its view waits as
        // well.
        var child = controller
        while let definer = self[child].presenter.some, isReplaced(definer) { child = definer }
        // The parent sends nothing to a controller that is being dismissed in its context.
        guard child == controller || standIn(for: child) == controller else { return false }
        let parent = self[child].parent
        guard !parent.isNone else { return false }
        return self[parent].appearance == .appearing && isForwarded(child, by: parent)
            && (driver == .transition || isShown(child, in: parent))
    }

    /// Completes the appearance transition that the originator `driver` has begun, unless a
    /// different originator has taken over the transition.
    mutating func end(_ controller: Handle, of driver: Node.Driver) {
        if self[controller].driver == driver, isTransitioning(controller) { end(controller) }
    }
}

/// The rules that determine which children receive their container's appearance callbacks.
extension Scene {
    /// Returns whether the controller forwards appearance callbacks to its children, like UIKit's
    /// property `shouldAutomaticallyForwardAppearanceMethods` [2.2].
    package func forwards(_ controller: Handle) -> Bool {
        self[controller].flags.contains(.forwards)
    }

    func forwardedChildren(of controller: Handle) -> [Handle] {
        if self[controller].children.isEmpty { return [] }
        let kind = Int(self[controller].kind)
        if kinds[kind].isPlain { return self[controller].children.all }
        return kinds[kind].kind.shownChildren(of: controller, in: self).map(existing)
            ?? self[controller].children.all
    }

    /// Returns whether a child appears and disappears with its parent. True if the parent forwards
    /// callbacks to this child and the child's view is inside the parent's view [2.3] [2.4] [3.8].
    func isForwarded(_ child: Handle, by parent: Handle) -> Bool {
        guard self[child].parent == parent, forwards(parent),
            forwardsCallbacks(to: child, from: parent)
        else {
            return false
        }
        var above = self[child].superview
        if above.isNone, isReplaced(child) { above = returnSuperview(of: child) ?? .none }
        while !above.isNone {
            if above == parent { return true }
            above = self[above].superview
        }
        return false
    }

    /// Returns whether a container forwards callbacks to this child. True for a child that the
    /// container's own code has added. True for a child that a client has added only if the
    /// container's kind has the trait `forwardsToForeignChildren` [2.3].
    package func forwardsCallbacks(to child: Handle, from parent: Handle) -> Bool {
        self[child].flags.contains(.managed)
            || self[kindOf: parent].traits.forwardsToForeignChildren
    }

    /// Returns whether the container currently forwards callbacks to this child. For example, a tab
    /// bar does not forward callbacks to a tab that is not selected, even if a client has inserted
    /// the tab's view.
    func isShown(_ child: Handle, in parent: Handle) -> Bool {
        let kind = Int(self[parent].kind)
        if kinds[kind].isPlain { return true }
        return kinds[kind].kind.shownChildren(of: parent, in: self)?.contains(child) ?? true
    }

    package func appearance(of controller: Handle) -> Appearance { self[controller].appearance }

    /// Returns whether the controller is in a window and has appeared or is appearing.
    package func isVisible(_ controller: Handle) -> Bool {
        !self[controller].window.isNone && hasAppeared(controller)
    }

    /// Returns whether the controller has appeared or is appearing, even without a window. A page
    /// controller's off-screen page [9.3] and a controller whose appearance a client controls [3.9]
    /// can appear without a window.
    package func hasAppeared(_ controller: Handle) -> Bool {
        let appearance = self[controller].appearance
        return appearance == .appeared || appearance == .appearing
    }

    /// Returns whether an appearance transition of the controller is running.
    @inline(__always)
    func isTransitioning(_ controller: Handle) -> Bool { self[controller].openings > 0 }
}
