import PagerModel

/// The options of all kinds, of which a controller uses those of its own.
struct KindOptions {
    var pager = PagerOptions()
    var tabBar = TabBarOptions()
    var navigation = NavigationOptions()
    var page = PageOptions()
    var split = SplitOptions()

    init() {}

    init(of controller: Controller) {
        pager = controller.pager.options
        tabBar = controller.tabBar.options
        navigation = controller.navigation.options
        page = controller.page.options
        split = controller.split.options
    }

    func set(on controller: Controller) {
        controller.pager.options = pager
        controller.tabBar.options = tabBar
        controller.navigation.options = navigation
        controller.page.options = page
        controller.split.options = split
    }
}

extension Reference {
    /// Reads the options of a controller and of its kind, and refuses those that contradict others.
    func read(
        _ members: [Value.Member], of kind: String, into general: inout ControllerOptions,
        _ own: inout KindOptions
    ) throws(CommandError) {
        var decoder = FieldDecoder(members)
        try general.read(from: &decoder)
        switch kind {
        case "pager": try own.pager.read(from: &decoder)
        case "page": try own.page.read(from: &decoder)
        case "tabBar": try own.tabBar.read(from: &decoder)
        case "navigation": try own.navigation.read(from: &decoder)
        case "split": try own.split.read(from: &decoder)
        default: break
        }
        try decoder.finish()
        if general.adaptivePresentationStyle == .custom {
            throw CommandError(.invalidArgument, "adaptivePresentationStyle")
        }
        try check(own.pager)
        try check(own.page)
        let widths = [
            own.split.preferredPrimaryColumnWidth, own.split.preferredSupplementaryColumnWidth,
        ]
        for width in widths {
            if let width, width <= 0 || width > Limits.points {
                throw CommandError(.invalidArgument, "width")
            }
        }
        try check(own.tabBar.motion)
        try check(own.navigation.motion)
    }

    private func check(_ options: PagerOptions) throws(CommandError) {
        for name in [options.transition.forward, options.transition.backward]
        where styles[name] == nil {
            throw CommandError(.kindUnknown, name)
        }
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

    private func check(_ options: PageOptions) throws(CommandError) {
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
        var general = controller.options
        var own = KindOptions(of: controller)
        try read(command.options, of: controller.kind, into: &general, &own)
        let (pager, advance) = (own.pager, controller.pager.options)
        let sheetBefore = controller.options.sheet
        let usedSize = controller.options.usesPreferredContentSize
        let looks = look(controller)
        let usual = members(of: controller.options, Self.rare)
        let before = ofKind(controller)
        own.set(on: controller)
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
        let usesSize = general.usesPreferredContentSize
        if usesSize == true || usedSize == true, usesSize != usedSize,
            controller.presenter != nil, !controller.presentationStyle.isInContext,
            let window = controller.window
        {
            setFrame(controller.view, sheetFrame(controller, window.size))
        }
        if controller.kind == "tabBar" { beginTrail(of: controller, own.tabBar.backBehavior) }
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
