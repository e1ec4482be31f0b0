import PagerModel

extension Reference {
    /// Other options of a pager, a navigation or a split controller. Random commands change no
    /// others.
    func update(_ command: ControllerUpdate) throws(CommandError) {
        let controller = try controller(command.id)
        var decoder = FieldDecoder(command.options)
        var general = controller.options
        try general.visit(&decoder)
        let sheetBefore = controller.options.sheet
        let before = ofKind(controller)
        var (pager, navigation) = (controller.pager.options, controller.navigation.options)
        var split = controller.split.options
        switch controller.kind {
        case "pager": try pager.visit(&decoder)
        case "navigation": try navigation.visit(&decoder)
        case "split": try split.visit(&decoder)
        default: break
        }
        try decoder.finish()
        controller.pager.options = pager
        controller.navigation.options = navigation
        controller.split.options = split
        controller.options.sheet = general.sheet
        var changes = ofKind(controller).filter { member in
            before.contains { $0.name == member.name && $0.value != member.value }
        }
        if general.sheet != sheetBefore {
            changes.append(Value.Member("sheet", Value(general.sheet)))
        }
        if !changes.isEmpty { tell(controller, "controller.updated", json(.object(changes))) }
        if general.sheet != sheetBefore { followSheet(controller) }
        guard controller.kind == "pager" else { return }
        if let shown = controller.pager.shown { setFrame(shown.view, pageFrame(controller)) }
        keepNeighbours(controller)
        restartAdvance(controller)
    }
}
