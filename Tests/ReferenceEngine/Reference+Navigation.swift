import PagerModel

extension Reference {
    /// Adds the view of the top controller to the tree.
    func showTop(_ navigation: Controller) {
        guard navigation.navigation.shown == nil, let top = navigation.navigation.stack.last
        else { return }
        navigation.navigation.shown = top
        install(top, in: navigation, bounds(navigation))
    }

    /// Notifies the delegate of a new top controller when the stack appears [6.6].
    func announceTop(_ navigation: Controller) {
        guard navigation.navigation.isTopNew, let top = navigation.navigation.stack.last else {
            return
        }
        tell(navigation, "navigation.willShow", top.name, "\(navigation.animated)")
    }

    func topHasAppeared(_ navigation: Controller) {
        guard navigation.navigation.isTopNew, let top = navigation.navigation.stack.last else {
            return
        }
        navigation.navigation.isTopNew = false
        // A push that has begun in the meantime notifies the delegate when it ends.
        if running(in: navigation) != nil { return }
        completeMove(of: top, navigation)
        tell(navigation, "navigation.didShow", top.name, "\(navigation.animated)")
    }

    // MARK: commands

    func setStack(_ command: NavigationSetStack) throws(CommandError) {
        let navigation = try controller(command.id, kind: "navigation")
        try check(command.motion)
        let stack = try controllers(command.controllers)
        try checkStack(stack, in: navigation)
        let old = navigation.navigation.stack
        if let top = old.last, !stack.has(top), stack.last.map(old.has) ?? true,
            isPopOff(navigation, user: command.user, command.motion)
        {
            return
        }
        if command.user, let top = old.last, !stack.has(top) {
            try mayPop(navigation, command.motion)
        }
        try meetStack(
            navigation, "setViewControllers:animated:", command.motion,
            isFollowed: stack.last !== old.last,
            check: { () throws(CommandError) in
                try checkStack(stack, in: navigation)
            }
        ) { [unowned self] in
            change(navigation, to: stack, command.motion)
        }
    }

    private func checkStack(_ stack: [Controller], in navigation: Controller) throws(CommandError) {
        for (index, controller) in stack.enumerated()
        where stack[..<index].contains(where: { $0 === controller }) {
            throw CommandError(.duplicateController, controller.name)
        }
        for controller in stack where controller.kind == "navigation" || controller.kind == "split"
        {
            throw CommandError(.unsupported, controller.name)
        }
        try check(stack, mayJoin: navigation)
    }

    /// Checks a change of the stack and runs it. During a transition, `interruption` determines
    /// what happens; without it, the change is ignored and logged as in UIKit.
    private func meetStack(
        _ navigation: Controller, _ log: String, _ motion: TransitionRequest,
        isFollowed: Bool = true, check: () throws(CommandError) -> Void, _ run: () -> Void
    ) throws(CommandError) {
        try check()
        if running(in: navigation) != nil, motion.interruption == nil {
            tell(
                navigation, "diagnostic.warning",
                "\(log) called on <\(navigation.name)> while an existing transition or "
                    + "presentation is occurring; the navigation stack will not be updated.")
            return
        }
        let policy = motion.interruption ?? .reject
        if try mayGoOn(in: navigation, policy, isFollowed: isFollowed) { run() }
    }

    func push(_ command: NavigationPush) throws(CommandError) {
        let navigation = try controller(command.id, kind: "navigation")
        try check(command.motion)
        guard let id = command.controller else {
            tell(
                navigation, "diagnostic.warning",
                "Application tried to push a nil view controller on target <\(navigation.name)>.")
            return
        }
        let top = try controller(id)
        try meetStack(
            navigation, "pushViewController:animated:", command.motion,
            check: { () throws(CommandError) in
                if navigation.navigation.stack.has(top) {
                    throw CommandError(.duplicateController, top.name)
                }
                try checkStack([top], in: navigation)
            }
        ) { [unowned self] in
            change(navigation, to: navigation.navigation.stack + [top], command.motion)
        }
    }

    func pop(_ command: NavigationPop) throws(CommandError) {
        let navigation = try controller(command.id, kind: "navigation")
        try check(command.motion)
        if let count = command.count, count < 1 {
            throw CommandError(.invalidArgument, "count")
        }
        let stack = navigation.navigation.stack
        if stack.count < 2 { return }
        if isPopOff(navigation, user: command.user, command.motion) { return }
        let length = max(1, stack.count - (command.count ?? 1))
        if command.user { try mayPop(navigation, command.motion) }
        try meetStack(
            navigation,
            command.count == nil ? "popViewControllerAnimated:" : "popToViewController:transition:",
            command.motion, check: {}
        ) { [unowned self] in
            let rest = navigation.navigation.stack.prefix(length)
            change(navigation, to: Array(rest), command.motion)
        }
    }

    /// Refuses a person's pop of a top that may not be left, unless a transition makes the command
    /// ineffective.
    private func mayPop(
        _ navigation: Controller, _ motion: TransitionRequest
    ) throws(CommandError) {
        if running(in: navigation) != nil, motion.interruption == nil { return }
        try mayLeave(navigation.navigation.stack.last)
    }

    /// Whether a person's interactive pop is disabled; if so, logs a warning.
    private func isPopOff(
        _ navigation: Controller, user: Bool, _ motion: TransitionRequest
    ) -> Bool {
        guard user, motion.interactive, !navigation.navigation.options.interactivePopEnabled
        else { return false }
        tell(
            navigation, "diagnostic.warning",
            "The user may not pop <\(navigation.name)> by an interactive transition: its "
                + "interactivePopEnabled is false.")
        return true
    }

    func popTo(_ command: NavigationPopTo) throws(CommandError) {
        let navigation = try controller(command.id, kind: "navigation")
        try check(command.motion)
        let top = try controller(command.controller)
        if navigation.navigation.stack.last === top { return }
        if navigation.navigation.stack.has(top),
            isPopOff(navigation, user: command.user, command.motion)
        {
            return
        }
        if command.user, navigation.navigation.stack.has(top) {
            try mayPop(navigation, command.motion)
        }
        try meetStack(
            navigation, "popToViewController:transition:", command.motion,
            check: { () throws(CommandError) in
                if !navigation.navigation.stack.has(top) {
                    throw CommandError(.notAChild, top.name)
                }
            }
        ) { [unowned self] in
            let stack = navigation.navigation.stack
            guard let place = stack.index(of: top) else { return }
            change(navigation, to: Array(stack[...place]), command.motion)
        }
    }

    func popToRoot(_ command: NavigationPopToRoot) throws(CommandError) {
        let navigation = try controller(command.id, kind: "navigation")
        try check(command.motion)
        if navigation.navigation.stack.count < 2 { return }
        if isPopOff(navigation, user: command.user, command.motion) { return }
        if command.user { try mayPop(navigation, command.motion) }
        try meetStack(
            navigation, "popToRootViewControllerAnimated:",
            command.motion, check: {}
        ) { [unowned self] in
            change(navigation, to: Array(navigation.navigation.stack.prefix(1)), command.motion)
        }
    }

    /// Sends the top's didMove if manual forwarding is on, because then no viewDidAppear sends it
    /// [2.2].
    private func completeMove(of top: Controller, _ navigation: Controller) {
        guard !navigation.options.forwardsAppearance, top.owesDidMove else { return }
        didMove(top, to: navigation)
    }

    // MARK: the stack changes

    func change(_ navigation: Controller, to stack: [Controller], _ motion: TransitionRequest) {
        replace(in: navigation)
        let old = navigation.navigation.stack
        let leavers = old.filter { !stack.has($0) }
        let shown = navigation.navigation.shown
        if stack.last !== shown, shown != nil || navigation.isVisible {
            turn(navigation, shown, old, stack, leavers, motion)
        } else {
            changeInOneGo(navigation, old, stack, leavers)
        }
    }

    /// Changes a stack that is off screen or keeps its top: only parents change [6.7].
    private func changeInOneGo(
        _ navigation: Controller, _ old: [Controller], _ stack: [Controller],
        _ leavers: [Controller]
    ) {
        for leaver in leavers {
            willMove(leaver, to: nil)
            delist(leaver, from: navigation)
            removeFromParent(leaver)
        }
        join(stack, navigation)
        navigation.navigation.stack = stack
        if !old.elementsEqual(stack, by: ===) {
            tell(navigation, "navigation.stackChanged", list(stack))
            hideBars(navigation, old)
        }
        order(stack, in: navigation)
        if let top = stack.last, top !== old.last, navigation.navigation.shown == nil {
            navigation.navigation.isTopNew = true
        }
    }

    /// Makes the controllers of a stack children. Covered ones get didMove at once, the top one
    /// after it has appeared [6.7]. Removes views of covered ones that a client has added.
    private func join(_ stack: [Controller], _ navigation: Controller) {
        for controller in stack {
            let isTop = controller === stack.last
            if !controller.isManaged || controller.parent !== navigation {
                let isNew = take(controller, into: navigation)
                if !isTop { conceal(controller, in: navigation) }
                guard isNew else { continue }
                if isTop {
                    controller.owesDidMove = true
                } else {
                    didMove(controller, to: navigation)
                }
            } else if !isTop {
                if controller !== navigation.navigation.shown {
                    conceal(controller, in: navigation)
                }
                if controller.owesDidMove { didMove(controller, to: navigation) }
            }
        }
    }

    private func turn(
        _ navigation: Controller, _ shown: Controller?, _ old: [Controller],
        _ stack: [Controller], _ leavers: [Controller], _ motion: TransitionRequest
    ) {
        let newTop = stack.last
        let comers = stack.filter { !old.has($0) }
        let transition = Transition(
            navigation, .navigation, leaving: [shown].compactMap { $0 },
            entering: [newTop].compactMap { $0 })
        let isPush = newTop.map { !old.has($0) } ?? false
        let options = navigation.navigation.options.motion
        let motion = motion.with(default: options.animated)
        let moves = motion.moves && shown != nil
        transition.isSeen = navigation.isVisible
        transition.interactive = motion.interactive && moves
        transition.duration = 0.35
        transition.direction = isPush ? .forward : .reverse
        if moves { setStyle(of: transition, "slide", usual: 0.35, options, motion) }
        let takesTime = moves && transition.duration > 0 || transition.interactive
        transition.animated = navigation.isOnScreen ? takesTime : transition.interactive
        let frame = bounds(navigation)
        transition.frame = { _ in frame }
        transition.putIn = { [unowned self] in install($0, in: navigation, frame) }
        let changeStack = { [unowned self] in
            navigation.navigation.stack = stack
            if !old.elementsEqual(stack, by: ===) {
                tell(navigation, "navigation.stackChanged", list(stack))
                hideBars(navigation, old)
            }
        }
        transition.announce = { [unowned self] in
            if !transition.isHeld { changeStack() }
            if navigation.isVisible, let newTop {
                tell(navigation, "navigation.willShow", newTop.name, "\(transition.animated)")
            }
        }
        transition.decide = { if transition.isHeld { changeStack() } }
        transition.takeOut = { [unowned self] in withdraw($0, from: navigation) }
        transition.takeBack = transition.takeOut
        transition.beforeCompletion = { [unowned self] in
            navigation.navigation.shown = newTop
            for leaver in navigation.children where leaver.isManaged {
                if navigation.navigation.stack.has(leaver) { continue }
                delist(leaver, from: navigation)
                removeFromParent(leaver)
            }
            order(navigation.navigation.stack, in: navigation)
        }
        transition.backBeforeCompletion = { [unowned self] in
            for comer in comers {
                willMove(comer, to: nil)
                delist(comer, from: navigation)
                removeFromParent(comer)
            }
            for leaver in leavers {
                willMove(leaver, to: navigation)
                didMove(leaver, to: navigation)
            }
            order(navigation.navigation.stack, in: navigation)
        }
        transition.afterEnded = { [unowned self] outcome in
            guard outcome != .cancelled, let newTop else { return }
            if navigation.isOnScreen { completeMove(of: newTop, navigation) }
            guard transition.settles(outcome) else { return }
            let isShown =
                navigation.isVisible
                && (newTop.appearance == .appeared || !navigation.options.forwardsAppearance)
            navigation.navigation.isTopNew = !isShown
            if isShown {
                tell(navigation, "navigation.didShow", newTop.name, "\(transition.animated)")
            }
        }
        for leaver in leavers { willMove(leaver, to: nil) }
        join(stack, navigation)
        start(transition)
    }

    // MARK: bars

    func setBarHidden(_ command: NavigationSetBarHidden) throws(CommandError) {
        let navigation = try controller(command.id, kind: "navigation")
        if navigation.navigation.options.barHidden == command.hidden { return }
        navigation.navigation.options.barHidden = command.hidden
        tell(
            navigation, "navigation.barHiddenChanged", "\(command.hidden)",
            "\(command.animated)")
    }

    /// Records which new controllers on a stack hide the tab bar, as their options are now.
    private func hideBars(_ navigation: Controller, _ old: [Controller]) {
        let before = navigation.navigation.hiders
        navigation.navigation.hiders = navigation.navigation.stack.filter { member in
            old.has(member) ? before.has(member) : member.options.hidesBottomBarWhenPushed
        }
        if let tabBar = navigation.lister, tabBar.kind == "tabBar" { hideBar(tabBar) }
    }

    func hideBar(_ tabBar: Controller) {
        let stack = tabBar.tabBar.selected?.navigation
        let hides = stack?.hiders.contains { $0 !== stack?.stack.first } ?? false
        if hides == tabBar.tabBar.barHidden { return }
        tabBar.tabBar.barHidden = hides
        tell(tabBar, "tabBar.barHiddenChanged", "\(hides)")
    }
}
