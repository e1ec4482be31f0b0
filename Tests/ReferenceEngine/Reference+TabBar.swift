import PagerModel

extension Reference {
    /// Adds the selected tab's view to the tree.
    func showTab(_ tabBar: Controller) {
        guard tabBar.tabBar.shown == nil, let tab = tabBar.tabBar.selected else { return }
        tabBar.tabBar.shown = tab
        install(tab, in: tabBar, bounds(tabBar))
    }

    func remove(_ command: TabBarRemove) throws(CommandError) {
        let tabBar = try controller(command.id, kind: "tabBar")
        let tab = try controller(command.controller)
        guard tab.lister === tabBar else { throw CommandError(.notAChild, tab.name) }
        if command.user { try mayRemove(tab, isShown: tabBar.tabBar.selected === tab) }
        let rest = tabBar.tabBar.controllers.without(tab)
        try setControllers(
            TabBarSetControllers {
                $0.id = Identifier(tabBar.name)
                $0.controllers = rest.compactMap { Identifier($0.name) }
            })
    }

    func setControllers(_ command: TabBarSetControllers) throws(CommandError) {
        let tabBar = try controller(command.id, kind: "tabBar")
        let tabs = try controllers(command.controllers)
        try check(tabs, mayJoin: tabBar)
        let wanted: Int? =
            if command.index != nil || command.selected != nil {
                try index(command.index, command.selected, in: tabs)
            } else { nil }
        replace(in: tabBar)
        let old = tabBar.tabBar
        // Keeps the selected tab, else the one at its index, else the first [7.8].
        let sameIndex = old.index.flatMap { tabs.indices.contains($0) ? $0 : nil }
        let stays = tabs.index(of: old.selected) ?? sameIndex ?? (tabs.isEmpty ? nil : 0)
        for (index, tab) in tabs.enumerated() where tab.lister !== tabBar {
            if take(tab, into: tabBar) { didMove(tab, to: tabBar) }
            if index != wanted ?? stays { conceal(tab, in: tabBar) }
        }
        tabBar.tabBar.controllers = tabs
        tabBar.tabBar.index = tabs.index(of: old.selected)
        if !old.controllers.elementsEqual(tabs, by: ===) {
            tell(tabBar, "tabBar.controllersChanged", list(tabs))
            pruneTrail(of: tabBar)
        }
        let leavers = old.controllers.filter { !tabs.has($0) }
        for tab in leavers { willMove(tab, to: nil) }
        show(wanted ?? stays, tabBar, old)
        for tab in leavers {
            delist(tab, from: tabBar)
            removeFromParent(tab)
        }
        order(tabs, in: tabBar)
    }

    private func show(_ target: Int?, _ tabBar: Controller, _ old: TabBarState) {
        guard let target, let shown = old.shown, tabBar.tabBar.controllers[target] !== shown else {
            if target == nil {
                tabBar.tabBar.shown = nil
                if let shown = old.shown { uninstall(shown) }
            }
            let previous = tabBar.tabBar.selected
            tabBar.tabBar.index = target
            let selected = tabBar.tabBar.selected
            if target != old.index || selected !== old.selected {
                tell(tabBar, "tabBar.selectionChanged", name(selected), text(target))
                if selected !== previous { extendTrail(of: tabBar, after: previous, .select) }
                hideBar(tabBar)
            }
            if tabBar.isVisible { showTab(tabBar) }
            return
        }
        turn(tabBar, to: target, user: false, TransitionRequest { $0.animated = false })
    }

    /// Returns the tab that an index or a name refers to.
    func index(
        _ index: Int?, _ named: Identifier?, in list: [Controller]
    ) throws(CommandError) -> Int {
        guard (index == nil) != (named == nil) else { throw CommandError(.invalidParams, "index") }
        if let index {
            guard list.indices.contains(index) else {
                throw CommandError(.indexOutOfRange, "\(index)")
            }
            return index
        }
        guard let named, let place = list.index(of: try controller(named)) else {
            throw CommandError(.notAChild, "\(named?.text ?? "")")
        }
        return place
    }

    func turn(
        _ tabBar: Controller, to target: Int, user: Bool, _ motion: TransitionRequest,
        by travel: Travel = .select
    ) {
        let tab = tabBar.tabBar.controllers[target]
        let select = { [unowned self] in
            let index = tabBar.tabBar.controllers.index(of: tab)
            let previous = tabBar.tabBar.selected
            tabBar.tabBar.index = index
            tell(tabBar, "tabBar.selectionChanged", tab.name, text(index))
            extendTrail(of: tabBar, after: previous, travel)
            hideBar(tabBar)
            if user { tell(tabBar, "tabBar.didSelect", tab.name, text(index)) }
        }
        guard let shown = tabBar.tabBar.shown else {
            select()
            if tabBar.isVisible { showTab(tabBar) }
            return
        }
        let transition = Transition(tabBar, .tabBar, leaving: [shown], entering: [tab])
        transition.isSeen = tabBar.isVisible
        transition.interactive = motion.interactive
        transition.duration = 0.25
        transition.direction = target > tabBar.tabBar.index ?? -1 ? .forward : .reverse
        let options = tabBar.tabBar.options.motion
        let motion = motion.with(default: options.animated)
        if motion.moves {
            setStyle(of: transition, "crossDissolve", usual: 0.25, options, motion)
        }
        transition.animated =
            motion.interactive || tabBar.isOnScreen && motion.animated && transition.duration > 0
        let frame = bounds(tabBar)
        transition.frame = { _ in frame }
        transition.putIn = { [unowned self] in install($0, in: tabBar, frame) }
        transition.takeOut = { [unowned self] in withdraw($0, from: tabBar) }
        transition.takeBack = transition.takeOut
        transition.decide = {
            tabBar.tabBar.shown = tab
            select()
        }
        start(transition)
    }

    func select(_ command: TabBarSelect) throws(CommandError) {
        let tabBar = try controller(command.id, kind: "tabBar")
        let tabs = tabBar.tabBar.controllers
        let target = try index(command.index, command.controller, in: tabs)
        let tab = tabs[target]
        try check(command.motion)
        if target == tabBar.tabBar.index {
            if command.user { try mayLeave(nil, for: tab) }
            guard
                try mayGoOn(
                    in: tabBar, command.motion.interruption ?? .replace,
                    naming: Choice(member: "controller", controller: tab), isFollowed: false),
                command.user
            else { return }
            // A tap on the selected tab pops its stack and notifies the delegate [7.5].
            if tab.navigation.stack.count > 1, running(in: tab) == nil {
                change(tab, to: Array(tab.navigation.stack.prefix(1)), TransitionRequest())
            }
            tell(tabBar, "tabBar.didSelect", tab.name, "\(target)")
            return
        }
        if command.user { try mayLeave(tabBar.tabBar.selected, for: tab) }
        let choice = Choice(member: "controller", controller: tab)
        guard
            try mayGoOn(
                in: tabBar, command.motion.interruption ?? .replace, naming: choice)
        else { return }
        turn(tabBar, to: target, user: command.user, command.motion)
    }
}
