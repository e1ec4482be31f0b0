import PagerModel

extension Reference {
    /// Refuses options that need known ends if the pages come from a data source.
    func check(_ options: PagerOptions) throws(CommandError) {
        if options.dataSource != nil, options.wrap { throw CommandError(.invalidArgument, "wrap") }
        if options.rewind == .always, options.wrap || options.dataSource != nil {
            throw CommandError(.invalidArgument, "rewind")
        }
        if options.bottomToTop == true, options.direction != .vertical {
            throw CommandError(.invalidArgument, "bottomToTop")
        }
        if options.shortestWay == true, !options.wrap {
            throw CommandError(.invalidArgument, "shortestWay")
        }
        if let source = options.dataSource, source.keep < options.step {
            throw CommandError(.invalidArgument, "step")
        }
    }

    func check(_ options: PageOptions) throws(CommandError) {
        if let spacing = options.interPageSpacing,
            options.style != .scroll || spacing < 0 || spacing > Limits.points
        {
            throw CommandError(.invalidArgument, "interPageSpacing")
        }
        if options.spine == .mid, options.doubleSided == false {
            throw CommandError(.invalidArgument, "doubleSided")
        }
    }

    /// Updates the options of a pager, page controller, tab bar, navigation or split controller.
    /// Random commands change only these.
    func update(_ command: ControllerUpdate) throws(CommandError) {
        let controller = try controller(command.id)
        var decoder = FieldDecoder(command.options)
        var general = controller.options
        try general.read(from: &decoder)
        let sheetBefore = controller.options.sheet
        let looks = look(controller)
        let usual = members(of: controller.options, Self.rare)
        let before = ofKind(controller)
        var (pager, navigation) = (controller.pager.options, controller.navigation.options)
        var split = controller.split.options
        var (tabBar, page) = (controller.tabBar.options, controller.page.options)
        switch controller.kind {
        case "pager": try pager.read(from: &decoder)
        case "page": try page.read(from: &decoder)
        case "tabBar": try tabBar.read(from: &decoder)
        case "navigation": try navigation.read(from: &decoder)
        case "split": try split.read(from: &decoder)
        default: break
        }
        try decoder.finish()
        try check(pager)
        try check(page)
        for width in [split.preferredPrimaryColumnWidth, split.preferredSupplementaryColumnWidth] {
            if let width, width <= 0 || width > Limits.points {
                throw CommandError(.invalidArgument, "width")
            }
        }
        if general.adaptivePresentationStyle == .custom {
            throw CommandError(.invalidArgument, "adaptivePresentationStyle")
        }
        try check(tabBar.motion)
        try check(navigation.motion)
        let advance = controller.pager.options
        controller.page.options = page
        controller.pager.options = pager
        controller.tabBar.options = tabBar
        controller.navigation.options = navigation
        controller.split.options = split
        controller.options.sheet = general.sheet
        controller.options.canLeave = general.canLeave
        controller.options.leaveReason = general.leaveReason
        controller.options.disabled = general.disabled
        controller.options.pinned = general.pinned
        controller.options.badge = general.badge
        controller.options.usesPreferredContentSize = general.usesPreferredContentSize
        controller.options.adaptivePresentationStyle = general.adaptivePresentationStyle
        // Members that a record omits count as null.
        let now = ofKind(controller) + members(of: general, Self.rare)
        let was = before + usual
        var changes: [Value.Member] = []
        for member in was + now where !changes.contains(where: { $0.name == member.name }) {
            let old = was.first { $0.name == member.name }?.value ?? .null
            let new = now.first { $0.name == member.name }?.value ?? .null
            if old != new { changes.append(Value.Member(member.name, new)) }
        }
        if general.sheet != sheetBefore {
            changes.append(Value.Member("sheet", Value(general.sheet)))
        }
        changes.sort { $0.name < $1.name }
        if !changes.isEmpty { tell(controller, "controller.updated", json(.object(changes))) }
        if general.sheet != sheetBefore { followSheet(controller) }
        if controller.kind == "tabBar" { beginTrail(of: controller, tabBar.backBehavior) }
        if controller.kind == "split", looks != look(controller), controller.isVisible {
            return adaptAndShow(controller)
        }
        if controller.kind == "page" { return keepPages(of: controller) }
        guard controller.kind == "pager" else { return }
        request(controller)
        if let shown = controller.pager.shown, !controller.pager.isRow {
            setFrame(shown.view, pageFrame(controller))
        }
        beginTrail(of: controller, pager.backBehavior)
        checkAdvance(controller)
        keepNeighbours(controller)
        let isSame =
            advance.autoAdvance == pager.autoAdvance && advance.resumeAfter == pager.resumeAfter
            && advance.autoAdvanceOnInteraction == pager.autoAdvanceOnInteraction
            && advance.dwellTimeIncludesTransition == pager.dwellTimeIncludesTransition
        if isSame { resumeAdvance(controller) } else { restartAdvance(controller) }
    }

    private static let rare = [
        "canLeave", "leaveReason", "disabled", "pinned", "badge", "usesPreferredContentSize",
        "adaptivePresentationStyle",
    ]

    private func members(of options: ControllerOptions, _ names: [String]) -> [Value.Member] {
        (Value(fields: options, writesNull: true).members ?? []).filter {
            names.contains($0.name)
        }
    }

    /// The options that determine the frames of a split's columns.
    private func look(_ controller: Controller) -> [String] {
        let options = controller.split.options
        let widths = [
            options.preferredPrimaryColumnWidth, options.preferredSupplementaryColumnWidth,
        ]
        return widths.map { "\($0 ?? 0)" } + [
            options.primaryEdge?.rawValue ?? "", "\(options.drawer == true)",
        ]
    }
}
