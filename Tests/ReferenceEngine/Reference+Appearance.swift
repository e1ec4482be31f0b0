import PagerModel

// The order of appearance callbacks [3] [4].
extension Reference {
    /// Returns the children that may receive appearance callbacks: all children, or for a UIKit
    /// container those it shows, during a transition both sides [3.8].
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

    /// Whether a child follows its parent: forwarding is on, and a UIKit container forwards only to
    /// its own children [2.3] [2.4].
    func listens(_ child: Controller, to parent: Controller) -> Bool {
        parent.options.forwardsAppearance
            && (child.isManaged || ["view", "pager"].contains(parent.kind))
    }

    /// Whether a child receives its parent's appearance callbacks: it follows, and its view is in
    /// the parent's.
    func isForwarded(_ child: Controller, by parent: Controller) -> Bool {
        child.parent === parent && listens(child, to: parent)
            && child.view !== parent.view && superviewNowOrLater(of: child).isInside(parent.view)
    }

    /// Returns the controller's view, or the place that it would have without a presentation in
    /// context.
    private func superviewNowOrLater(of child: Controller) -> View {
        guard child.view.superview == nil, isReplaced(child) else { return child.view }
        return child.displacedFrom ?? child.view
    }

    /// Begins or reverses an appearance transition if section 4 permits it.
    func begin(_ controller: Controller, appear: Bool, animated: Bool, by driver: Driver) {
        if controller.driver == .none {
            // Already in that state [4.6].
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
        // Cancels an interactive transition that began off screen.
        if appear { replace(in: controller) }
        if appear { load(controller) }
        will(controller, appear: appear, animated: animated)
    }

    /// Whether a driver may take over an appearance transition. A client's open begin owns the
    /// controller [4.8].
    private func mayTakeOver(_ new: Driver, from old: Driver) -> Bool {
        if new == .client || old == .client { return new == old }
        return !(old == .transition && (new == .parent || new == .viewTree))
    }

    /// Sends the will callbacks of a controller and of its shown children, outer first.
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

    /// Sends viewIsAppearing, once for each appearance, with the view in its place [3.11].
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

    /// Ends the appearance transition that a driver has begun. A child added while its parent is
    /// appearing waits for the parent's did callback.
    func end(_ controller: Controller, of driver: Driver) {
        guard controller.driver == driver else { return }
        // A presented controller in the child's place waits as the child would.
        var child = controller
        while let definer = child.presenter, isReplaced(definer) { child = definer }
        if controller.appearance == .appearing, driver == .transition || driver == .viewTree,
            child === controller || standIn(for: child) === controller, let parent = child.parent,
            parent.appearance == .appearing,
            isForwarded(child, by: parent),
            driver == .transition || shownChildren(parent).contains(where: { $0 === child })
        {
            controller.driver = .parent
            return
        }
        did(controller)
    }

    /// Sends the did callbacks of a controller and of those that followed it.
    private func did(_ controller: Controller) {
        let appeared = controller.appearance == .appearing
        if appeared { isAppearing(controller) }
        controller.appearance = appeared ? .appeared : .disappeared
        controller.driver = .none
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

    /// Whether adding a controller's view to a window makes it appear [3.2].
    func enters(_ controller: Controller) -> Bool {
        guard let actor = standIn(for: controller), actor.driver == .none,
            actor.appearance == .disappeared
        else { return false }
        guard let parent = controller.parent else { return true }
        guard listens(controller, to: parent) else { return false }
        switch parent.appearance {
        case .appeared: return true
        // During the parent's will callback, the child appears with the parent.
        case .appearing: return !parent.isInWill
        default: return false
        }
    }

    /// Whether removing a controller's view makes it disappear [3.3].
    func leaves(_ controller: Controller) -> Bool {
        guard let actor = standIn(for: controller) else { return false }
        // Only the parent can end what the parent has begun.
        if actor.driver != .none { return actor.driver == .parent }
        guard actor.appearance == .appeared, actor.window != nil else { return false }
        return controller.parent.map { listens(controller, to: $0) } ?? true
    }

    /// Handles a view that has entered a window. Controllers without a parent in it appear at once
    /// [3.6], and so do those added to a parent that appeared without a window [3.1].
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

    /// Handles a view that has left its window. Controllers in it that have no parent, or whose
    /// parent does not show them, disappear at once.
    func leaveWindow(_ view: View) {
        for subview in view.subviews {
            let leaver = subview.controller.flatMap { departsAlone($0) ? $0 : nil }
            if let leaver {
                settleContexts(in: leaver)
                begin(leaver, appear: false, animated: false, by: .viewTree)
            }
            leaveWindow(subview)
            if let leaver { end(leaver, of: .viewTree) }
        }
        hideContexts(in: view)
        view.window = nil
    }

    private func departsAlone(_ controller: Controller) -> Bool {
        guard let parent = controller.parent else { return true }
        guard controller.driver == .none, leaves(controller) else { return false }
        return parent.appearance == .disappearing || parent.appearance == .disappeared
            || !shownChildren(parent).contains { $0 === controller }
    }

    // MARK: manual forwarding

    func begin(_ command: ControllerBeginAppearanceTransition) throws(CommandError) {
        let controller = try controller(command.id)
        switch controller.driver {
        case .none, .client:
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

    /// Calls loadView and viewDidLoad once [12.6], with the size of the window that the view is in
    /// or will enter, or else that of the first window.
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

    /// Runs one layout pass for each controller that needs one, superviews first. Some containers
    /// place their children in it, which may require more passes.
    func layOut() {
        followMoved()
        while !awaitingLayout.isEmpty {
            // Array.sorted is stable.
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
