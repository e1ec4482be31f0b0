package import PagerModel

/// The appearance state machine [4].
///
///     disappeared ── begin(true): will ──▶ appearing ── end: did ──▶ appeared
///          ▲                                 │   ▲                      │
///          │                  begin(false)   ▼   │ begin(true)          │
///          └── end: did ─────────────── disappearing ◀── begin(false) ──┘
///
/// An opposite begin reverses: the other will is sent, the first direction's did never [4.3]. Each
/// phase runs through the shown subtree, parent first [3.5] [3.7].
extension Scene {
    /// Starts or reverses an appearance transition. Returns false where the controller has that
    /// state already, or something else drives it [4.6] [4.8].
    @discardableResult
    mutating func begin(
        _ controller: Handle, appearing: Bool, animated: Bool, driver: Node.Driver
    ) -> Bool {
        state.levels += 1
        defer { state.levels -= 1 }
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

    /// What comes before an appearance transition that starts or reverses. Its callbacks can change
    /// the state of the controller: `begin` looks at that afterwards.
    private mutating func prepare(
        _ controller: Handle, appearing: Bool, for driver: Node.Driver
    ) {
        let isAbout =
            isTransitioning(controller)
            ? (self[controller].appearance == .appearing) != appearing
                && takesOver(driver, from: self[controller].driver)
            : (self[controller].appearance == .appeared) != appearing
        guard isAbout else { return }
        if !transitions.isEmpty {
            if appearing {
                // An interactive transition that began off screen is cancelled: the container
                // appears with its selected page.
                supersede(controller)
            } else {
                settleOnce(in: controller)
            }
        }
        if appearing { loadViewIfNeeded(controller) }
    }

    /// - Throws: `limitExceeded` where too many calls wait for their end.
    func checkBegin(of controller: Handle) throws(CommandError) {
        guard self[controller].openings < Limits.repeatedBegins else {
            throw CommandError(
                .limitExceeded,
                "the appearance transition of \(shown(controller)) was begun "
                    + "\(Limits.repeatedBegins) times and not ended; call "
                    + "controller.endAppearanceTransition as often", path: "id")
        }
    }

    /// A manual transition belongs to who began it; a container's running one to the container.
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
            send(LifecycleEvents.ViewWillAppear(flags), to: controller, animated: animated)
        } else {
            send(LifecycleEvents.ViewWillDisappear(flags), to: controller, animated: animated)
        }
        forwardWill(controller)
    }

    /// Sends the will callback to the children and to who follows, unless a reaction to the
    /// controller's own has ended or reversed its transition, which has sent it then.
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

    /// Notes whether the appearance that begins follows a window.
    private mutating func noteSeen(_ controller: Handle) {
        let isUnseen =
            switch self[controller].driver {
            case .manual: true
            case .transition, .tree: state.showsUnseen
            case .parent: self[leader(of: controller)].flags.contains(.unseen)
            case .nobody: false
            }
        if isUnseen {
            self[controller].flags.insert(.unseen)
        } else {
            self[controller].flags.remove(.unseen)
        }
    }

    /// Whether a controller whose view leaves the window receives no disappearance callbacks for it:
    /// its container forwards none, or a client drives its parent's appearance.
    func staysShown(_ controller: Handle) -> Bool {
        switch self[controller].appearance {
        case .appeared: !hearsOfWindow(controller) || isShownByHand(leader(of: controller))
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

    /// The kind learns that a callback has gone through the children too.
    private mutating func didForward(
        _ callback: Callback, of controller: Handle, animated: Bool
    ) {
        let kind = Int(self[controller].kind)
        guard state.reactions[kind].contains(callback) else { return }
        act(for: controller) { (scene) throws(CommandError) in
            try scene.kinds[kind].kind.didForward(
                callback, of: controller, animated: animated, in: &scene)
        }
    }

    /// What the flags of UIViewController read inside the callback [12.2].
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

    /// viewIsAppearing, once per appearance, for the controller and who appears with it [3.11].
    mutating func sendIsAppearing(_ controller: Handle) {
        guard self[controller].appearance == .appearing,
            !self[controller].flags.contains(.saidIsAppearing)
        else { return }
        state.levels += 1
        defer { state.levels -= 1 }
        self[controller].flags.insert(.saidIsAppearing)
        let animated = self[controller].flags.contains(.animated)
        send(
            LifecycleEvents.ViewIsAppearing(animated: animated), to: controller,
            animated: animated)
        for child in forwardedChildren(of: controller) {
            let actor = standIn(for: child)
            if !actor.isNone, self[actor].driver == .parent { sendIsAppearing(actor) }
        }
        if let follower = follower(of: controller).some, self[follower].driver == .parent {
            sendIsAppearing(follower)
        }
    }

    /// Ends what `begin` started: the did of the last direction, for the subtree [4.3].
    mutating func end(_ controller: Handle) {
        guard isTransitioning(controller) else { return unbalanced(controller) }
        state.levels += 1
        defer { state.levels -= 1 }
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
            // A reaction may have ended it, or begun it again.
            guard isTransitioning(controller) else { return }
        }
        forwardWill(controller)
        guard isTransitioning(controller) else { return }
        self[controller].openings -= 1
        guard self[controller].openings == 0 else { return }
        let appearing = self[controller].appearance == .appearing
        self[controller].appearance = appearing ? .appeared : .disappeared
        self[controller].driver = .nobody
        let animated = self[controller].flags.contains(.animated)
        let flags = appearanceFlags(controller, appearing: appearing)
        if appearing {
            send(LifecycleEvents.ViewDidAppear(flags), to: controller, animated: animated)
        } else {
            send(LifecycleEvents.ViewDidDisappear(flags), to: controller, animated: animated)
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

    /// A child that has come while its parent is still coming gets its did after the parent's.
    private func waitsForParent(_ controller: Handle) -> Bool {
        let driver = self[controller].driver
        guard driver == .transition || driver == .tree else { return false }
        // One that stands in for a child waits as the child would.
        var child = controller
        while let definer = self[child].presenter.some, isReplaced(definer) { child = definer }
        let parent = self[child].parent
        guard !parent.isNone else { return false }
        return self[parent].appearance == .appearing && isForwarded(child, by: parent)
    }

    /// Ends the appearance transition that a driver has begun, unless another one drives it now.
    mutating func end(_ controller: Handle, of driver: Node.Driver) {
        if self[controller].driver == driver, isTransitioning(controller) { end(controller) }
    }

    // MARK: which children receive callbacks

    /// Whether it sends its children appearance callbacks, as
    /// `shouldAutomaticallyForwardAppearanceMethods` says [2.2].
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

    /// Whether the parent's appearance is the child's: forwarding on, the container's own child,
    /// and the child's view in the parent's tree [2.3] [2.4] [3.8].
    func isForwarded(_ child: Handle, by parent: Handle) -> Bool {
        guard self[child].parent == parent, forwards(parent), hears(child, from: parent) else {
            return false
        }
        var above = self[child].superview
        if above.isNone, isReplaced(child) { above = displaced[child]?.superview ?? .none }
        while !above.isNone {
            if above == parent { return true }
            above = self[above].superview
        }
        return false
    }

    /// A container of the system drives the children it manages and no others [2.3].
    package func hears(_ child: Handle, from parent: Handle) -> Bool {
        self[child].flags.contains(.managed)
            || kinds[Int(self[parent].kind)].traits.forwardsToForeignChildren
    }

    package func appearance(of controller: Handle) -> Appearance { self[controller].appearance }

    /// Whether it is in a window and appeared or about to.
    package func isVisible(_ controller: Handle) -> Bool {
        !self[controller].window.isNone && hasAppeared(controller)
    }

    /// Whether it has appeared or is about to, in a window or in none: a page of a page controller
    /// that is off screen [9.3], or a controller driven by begin and end [3.9]. Its children appear
    /// and disappear with what it shows.
    package func hasAppeared(_ controller: Handle) -> Bool {
        let appearance = self[controller].appearance
        return appearance == .appeared || appearance == .appearing
    }

    /// Whether an appearance transition is under way.
    @inline(__always)
    func isTransitioning(_ controller: Handle) -> Bool { self[controller].openings > 0 }
}
