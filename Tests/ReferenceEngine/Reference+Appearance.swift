import PagerModel

// Appearance: who hears which callback [3] [4].
extension Reference {
    /// Who can hear of a controller's appearance: all its children, or for a container of
    /// UIKit's what it shows, during a transition both sides [3.8].
    func shownChildren(_ container: Controller) -> [Controller] {
        let turn = running(in: container)
        switch container.kind {
        case "tabBar", "navigation":
            if let turn { return turn.leaving + turn.entering }
            let shown = container.tabBar.shown ?? container.navigation.shown
            return shown.map { [$0] } ?? []
        case "page", "split", "view", "pager": return container.children
        default: return []
        }
    }

    /// Whether a child follows its parent at all: forwarding is on, and a container of UIKit's
    /// speaks to its own children only [2.3] [2.4].
    func listens(_ child: Controller, to parent: Controller) -> Bool {
        parent.options.forwardsAppearance
            && (child.isManaged || ["view", "pager"].contains(parent.kind))
    }

    /// Whether a child hears of its parent's appearance: it listens, and its view is in there.
    func isForwarded(_ child: Controller, by parent: Controller) -> Bool {
        child.parent === parent && listens(child, to: parent)
            && child.view !== parent.view && placeInTree(of: child).isInside(parent.view)
    }

    /// The view of a controller, or the one that it would be in, had it presented nobody in context.
    private func placeInTree(of child: Controller) -> View {
        guard child.view.superview == nil, isReplaced(child) else { return child.view }
        return child.displacedFrom ?? child.view
    }

    /// Begins or reverses an appearance transition, if it may: see section 4.
    func begin(_ controller: Controller, appear: Bool, animated: Bool, by driver: Driver) {
        if controller.driver == .nobody {
            // Already where it shall be [4.6].
            if (controller.appearance == .appeared) == appear { return }
            controller.depth = 1
            controller.driver = driver
        } else {
            guard mayTakeOver(driver, from: controller.driver) else { return }
            if (controller.appearance == .appearing) == appear {
                if driver == .client {
                    controller.depth += 1  // [4.5]
                } else {
                    controller.driver = driver
                }
                return
            }
            controller.driver = driver
        }
        if !appear {
            settleContexts(in: controller)
            endTransitions(inside: controller)
        }
        // What began unseen, and waits for a hand, is taken back.
        if appear { replace(in: controller) }
        if appear { load(controller) }
        will(controller, appear: appear, animated: animated)
    }

    /// An open begin of a client's owns the controller [4.8].
    private func mayTakeOver(_ new: Driver, from old: Driver) -> Bool {
        if new == .client || old == .client { return new == old }
        return !(old == .transition && (new == .parent || new == .viewTree))
    }

    /// The will phase of a controller and of what it shows, outer first.
    private func will(_ controller: Controller, appear: Bool, animated: Bool) {
        controller.appearance = appear ? .appearing : .disappearing
        controller.animated = animated
        controller.wasToldIsAppearing = false
        controller.isInWill = true
        if appear {
            tell(
                controller, "lifecycle.viewWillAppear", "\(animated)", "\(controller.movingTo)",
                "\(controller.beingPresented)")
            prepareContent(of: controller)
        } else {
            tell(
                controller, "lifecycle.viewWillDisappear", "\(animated)",
                "\(controller.movingFrom)", "\(controller.beingDismissed)")
            if controller.kind == "pager" { call(off: controller.pager.advance) }
        }
        controller.isInWill = false
        for child in shownChildren(controller) where isForwarded(child, by: controller) {
            guard let actor = standIn(for: child) else { continue }
            begin(actor, appear: appear, animated: animated, by: .parent)
        }
        if let follower = follower(of: controller) {
            begin(follower, appear: appear, animated: animated, by: .parent)
        }
        if appear { willForwarded(controller) }
    }

    /// viewIsAppearing: once for each appearance, with the view in its place [3.11].
    func isAppearing(_ controller: Controller) {
        guard controller.appearance == .appearing, !controller.wasToldIsAppearing else { return }
        controller.wasToldIsAppearing = true
        tell(controller, "lifecycle.viewIsAppearing", "\(controller.animated)")
        for child in shownChildren(controller).compactMap(standIn) where child.driver == .parent {
            isAppearing(child)
        }
        if let follower = follower(of: controller), follower.driver == .parent {
            isAppearing(follower)
        }
    }

    /// Ends what a driver has begun; a child that has come while its parent is still coming waits
    /// for the parent's did.
    func end(_ controller: Controller, of driver: Driver) {
        guard controller.driver == driver else { return }
        // One that stands in for a child waits as the child would.
        var child = controller
        while let definer = child.presenter, isReplaced(definer) { child = definer }
        if controller.appearance == .appearing, driver == .transition || driver == .viewTree,
            let parent = child.parent, parent.appearance == .appearing,
            isForwarded(child, by: parent)
        {
            controller.driver = .parent
            return
        }
        did(controller)
    }

    /// The did phase of a controller and of those who followed it.
    private func did(_ controller: Controller) {
        let appeared = controller.appearance == .appearing
        if appeared { isAppearing(controller) }
        controller.appearance = appeared ? .appeared : .disappeared
        controller.driver = .nobody
        controller.depth = 0
        if appeared {
            tell(
                controller, "lifecycle.viewDidAppear", "\(controller.animated)",
                "\(controller.movingTo)", "\(controller.beingPresented)")
            if controller.kind == "pager" { restartAdvance(controller) }
        } else {
            tell(
                controller, "lifecycle.viewDidDisappear", "\(controller.animated)",
                "\(controller.movingFrom)", "\(controller.beingDismissed)")
        }
        for child in shownChildren(controller) where child.parent === controller {
            if let actor = standIn(for: child), actor.driver == .parent { did(actor) }
        }
        if let follower = follower(of: controller), follower.driver == .parent { did(follower) }
        guard appeared else { return }
        if controller.owesDidMove { didMove(controller, to: controller.parent) }
        didForwarded(controller)
    }

    // MARK: by the view tree

    /// Whether putting a controller's view into a window makes it appear [3.2].
    func enters(_ controller: Controller) -> Bool {
        guard let actor = standIn(for: controller), actor.driver == .nobody,
            actor.appearance == .disappeared
        else { return false }
        guard let parent = controller.parent else { return true }
        guard listens(controller, to: parent) else { return false }
        switch parent.appearance {
        case .appeared: return true
        // While the parent's will is being told, the child comes with the parent.
        case .appearing: return !parent.isInWill
        default: return false
        }
    }

    /// Whether taking its view out makes it disappear [3.3].
    func leaves(_ controller: Controller) -> Bool {
        guard let actor = standIn(for: controller) else { return false }
        // What the parent has begun nobody else would end.
        if actor.driver != .nobody { return actor.driver == .parent }
        guard actor.appearance == .appeared, actor.window != nil else { return false }
        return controller.parent.map { listens(controller, to: $0) } ?? true
    }

    /// A view has come into a window; what lies in it without a parent appears at once [3.6], and so
    /// does what came to a parent that had appeared without a window [3.1].
    func enterWindow(_ view: View, _ window: Window) {
        view.window = window
        askForLayout(view.controller)
        for subview in view.subviews where mayEnter(subview, below: view.nearestController) {
            let comer = subview.controller.flatMap { controller in
                controller.parent == nil || enters(controller) ? controller : nil
            }
            if let comer { begin(comer, appear: true, animated: false, by: .viewTree) }
            enterWindow(subview, window)
            if let comer {
                isAppearing(comer)
                end(comer, of: .viewTree)
            }
        }
        showContexts(in: view, window)
    }

    /// A view has left its window; what lies in it without a parent disappears at once.
    func leaveWindow(_ view: View) {
        for subview in view.subviews {
            let orphan = subview.controller?.parent == nil ? subview.controller : nil
            if let orphan {
                settleContexts(in: orphan)
                begin(orphan, appear: false, animated: false, by: .viewTree)
            }
            leaveWindow(subview)
            if let orphan { end(orphan, of: .viewTree) }
        }
        hideContexts(in: view)
        view.window = nil
    }

    // MARK: by hand

    func begin(_ command: ControllerBeginAppearanceTransition) throws(CommandError) {
        let controller = try controller(command.id)
        switch controller.driver {
        case .nobody, .client:
            begin(controller, appear: command.appearing, animated: command.animated, by: .client)
        default: unbalanced(controller)
        }
    }

    func end(_ command: ControllerEndAppearanceTransition) throws(CommandError) {
        let controller = try controller(command.id)
        guard controller.driver == .client else { return unbalanced(controller) }
        controller.depth -= 1
        if controller.depth == 0 { end(controller, of: .client) }
    }

    func unbalanced(_ controller: Controller) {
        tell(
            controller, "diagnostic.unbalanced",
            "Unbalanced calls to begin/end appearance transitions for <\(controller.name)>.")
    }

    // MARK: loading and layout

    /// loadView and viewDidLoad, once [12.6], at the size of the window that it is in or is to come
    /// into, else of the first window.
    func load(_ controller: Controller, asRootOf window: Window? = nil) {
        if controller.isViewLoaded { return }
        controller.isViewLoaded = true
        let size =
            window?.size ?? windowSize(ahead: controller) ?? windows.first?.size ?? .standard
        if controller.view.frame != Frame(size) {
            controller.view.frame = Frame(size)
            tell(controller, "view.didChangeFrame", json(Value(Frame(size))))
        }
        tell(controller, "lifecycle.loadView")
        tell(controller, "lifecycle.viewDidLoad")
    }

    func askForLayout(_ controller: Controller?) {
        if let controller, !awaitingLayout.has(controller) { awaitingLayout.append(controller) }
    }

    /// One pass for each controller that waits for one, superviews first. Some containers
    /// place their children in their own, which may ask for more.
    func layOut() {
        followMoved()
        while !awaitingLayout.isEmpty {
            // Array.sorted keeps the order of equals.
            for controller in awaitingLayout.sorted(by: { $0.view.depth < $1.view.depth }) {
                awaitingLayout = awaitingLayout.without(controller)
                guard controller.window != nil else { continue }
                tell(controller, "lifecycle.viewWillLayoutSubviews")
                if controller.kind == "split" { adaptAndShow(controller) }
                if controller.kind == "page" { placePages(controller) }
                if controller.kind == "pager" { layOutRow(controller) }
                tell(controller, "lifecycle.viewDidLayoutSubviews")
            }
            followMoved()
        }
    }
}
