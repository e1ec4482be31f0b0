import PagerModel

/// The history of a pager or tab bar, in the form of react-navigation's tab router: the selected
/// member comes last.
struct Trail {
    var behavior = BackBehavior.none
    var visited: [Controller] = []
    /// The members left by `back`, the latest last.
    var left: [Controller] = []
    weak var initial: Controller?
    weak var back: Controller?
    weak var forward: Controller?
}

/// The effect of a command on the history.
enum Travel { case select, back, forward }

extension Reference {
    private func members(of container: Controller) -> [Controller] {
        container.kind == "pager" ? container.pager.pages : container.tabBar.controllers
    }

    private func selected(of container: Controller) -> Controller? {
        container.kind == "pager" ? container.pager.selected : container.tabBar.selected
    }

    /// Starts another history behaviour with the present selection.
    func beginTrail(of container: Controller, _ behavior: BackBehavior) {
        guard behavior != container.trail.behavior else { return }
        let (back, forward) = (container.trail.back, container.trail.forward)
        container.trail = Trail()
        container.trail.behavior = behavior
        container.trail.back = back
        container.trail.forward = forward
        if behavior != .none, let selected = selected(of: container) {
            container.trail.visited = [selected]
            container.trail.initial = selected
        }
        tellTrail(of: container)
    }

    /// Records that a member was selected after another one.
    func extendTrail(of container: Controller, after previous: Controller?, _ travel: Travel) {
        guard container.trail.behavior != .none, let selected = selected(of: container) else {
            return
        }
        var trail = container.trail
        if trail.initial == nil { trail.initial = selected }
        let isStaying = members(of: container).has(previous)
        switch travel {
        case .select: trail.left = []
        case .back:
            trail.visited = trail.visited.filter { $0 !== previous }
            trail.left = trail.left.filter { $0 !== previous }
            if let previous, isStaying { trail.left.append(previous) }
        case .forward: break
        }
        trail.left = trail.left.filter { $0 !== selected }.suffix(Limits.historyMembers)
        trail.visited = trail.visited.filter { $0 !== selected } + [selected]
        trail.visited = trail.visited.suffix(Limits.historyMembers + 1)
        container.trail = trail
        tellTrail(of: container)
    }

    /// Removes members that are no longer in the list.
    func pruneTrail(of container: Controller) {
        guard container.trail.behavior != .none else { return }
        let list = members(of: container)
        container.trail.visited = container.trail.visited.filter { list.has($0) }
        container.trail.left = container.trail.left.filter { list.has($0) }
        if let initial = container.trail.initial, !list.has(initial) {
            container.trail.initial = list.first
        }
        tellTrail(of: container)
    }

    private func tellTrail(of container: Controller) {
        let back = wayBack(of: container)
        let forward = container.trail.left.last
        guard back !== container.trail.back || forward !== container.trail.forward else { return }
        container.trail.back = back
        container.trail.forward = forward
        tell(container, "\(container.kind).historyChanged", name(back), name(forward))
    }

    private func wayBack(of container: Controller) -> Controller? {
        let list = members(of: container)
        guard let selected = selected(of: container), let index = list.index(of: selected) else {
            return nil
        }
        let earlier: Controller? =
            switch container.trail.behavior {
            case .none: nil
            case .first: list[0]
            case .initial: container.trail.initial
            case .order: index == 0 ? nil : list[index - 1]
            case .history: container.trail.visited.last { $0 !== selected }
            }
        return earlier === selected ? nil : earlier
    }

    /// Goes back or forward in a pager.
    func pagerTravel(
        _ id: Identifier?, _ travel: Travel, user: Bool, _ motion: TransitionRequest
    ) throws(CommandError) {
        let pager = try controller(id, kind: "pager")
        try check(motion)
        let goal = travel == .back ? pager.trail.back : pager.trail.forward
        guard let goal, let index = pager.pager.pages.index(of: goal) else { return }
        let forward = isLater(index, pager)
        guard mayTurn(pager, forward: forward, user: user) else { return }
        if user { try mayLeave(pager.pager.selected, for: goal) }
        try go(pager, to: index, forward: forward, motion, by: travel, user: user)
    }

    /// Goes back or forward in a tab bar.
    func tabBarTravel(
        _ id: Identifier?, _ travel: Travel, user: Bool, _ motion: TransitionRequest
    ) throws(CommandError) {
        let tabBar = try controller(id, kind: "tabBar")
        try check(motion)
        let goal = travel == .back ? tabBar.trail.back : tabBar.trail.forward
        guard let goal, let index = tabBar.tabBar.controllers.index(of: goal) else { return }
        if user { try mayLeave(tabBar.tabBar.selected, for: goal) }
        guard try mayGoOn(in: tabBar, motion.interruption ?? .replace) else { return }
        turn(tabBar, to: index, user: user, motion, by: travel)
    }

    /// Selects the nearest tab in a direction that is not disabled.
    func tabBarStep(
        _ id: Identifier?, by step: Int, user: Bool, _ motion: TransitionRequest
    ) throws(CommandError) {
        let tabBar = try controller(id, kind: "tabBar")
        try check(motion)
        let (tabs, now) = (tabBar.tabBar.controllers, tabBar.tabBar.index ?? -1)
        let ahead = step > 0 ? Array(tabs.indices) : tabs.indices.reversed()
        let target = ahead.first {
            (step > 0 ? $0 > now : $0 < now) && tabs[$0].options.disabled != true
        }
        guard let target else { return }
        if user { try mayLeave(tabBar.tabBar.selected) }
        guard try mayGoOn(in: tabBar, motion.interruption ?? .replace) else { return }
        if target == tabBar.tabBar.index { return }
        turn(tabBar, to: target, user: user, motion)
    }
}
