import PagerModel

extension Reference {
    /// Other options of a pager, a tab bar or a navigation controller. Random commands change no others.
    func update(_ command: ControllerUpdate) throws(CommandError) {
        let controller = try controller(command.id)
        var decoder = FieldDecoder(command.options)
        let before = ofKind(controller)
        var (pager, navigation) = (controller.pager.options, controller.navigation.options)
        var tabBar = controller.tabBar.options
        switch controller.kind {
        case "pager": try pager.visit(&decoder)
        case "tabBar": try tabBar.visit(&decoder)
        case "navigation": try navigation.visit(&decoder)
        default: break
        }
        try decoder.finish()
        controller.pager.options = pager
        controller.tabBar.options = tabBar
        controller.navigation.options = navigation
        let changes = ofKind(controller).filter { member in
            before.contains { $0.name == member.name && $0.value != member.value }
        }.sorted { $0.name < $1.name }
        if !changes.isEmpty { tell(controller, "controller.updated", json(.object(changes))) }
        if controller.kind == "tabBar" { beginTrail(of: controller, tabBar.backBehavior) }
        guard controller.kind == "pager" else { return }
        if let shown = controller.pager.shown { setFrame(shown.view, pageFrame(controller)) }
        beginTrail(of: controller, pager.backBehavior)
        checkAdvance(controller)
        keepNeighbours(controller)
        restartAdvance(controller)
    }
}
