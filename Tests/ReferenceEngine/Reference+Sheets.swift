import PagerModel

// Sheets at detents [10.13].
extension Reference {
    private func height(of detent: SheetDetent, _ available: Double) -> Double {
        switch detent.id.text {
        case "large": available
        case "medium": (available * 0.5).rounded()
        default: min(detent.height ?? 0, available)
        }
    }

    /// Returns the heights from the smallest to the largest.
    private func heights(_ sheet: SheetOptions, _ available: Double) -> [SheetDetent] {
        var sorted: [SheetDetent] = []
        for detent in sheet.detents {
            let own = height(of: detent, available)
            let place = sorted.firstIndex { height(of: $0, available) > own } ?? sorted.count
            sorted.insert(detent, at: place)
        }
        return sorted
    }

    private func selected(_ sheet: SheetOptions, _ available: Double) -> SheetDetent {
        sheet.detents.first { $0.id == sheet.selectedDetent } ?? heights(sheet, available)[0]
    }

    /// Returns the frame of a presented controller outside of contexts.
    func sheetFrame(_ controller: Controller, _ size: Size) -> Frame {
        let wanted = controller.options.preferredContentSize
        if controller.presenter != nil, controller.options.usesPreferredContentSize == true,
            [.formSheet, .popover].contains(controller.presentationStyle), size.width >= 600,
            wanted.width > 0, wanted.height > 0
        {
            let own = Size(
                width: min(wanted.width, size.width), height: min(wanted.height, size.height))
            return Frame(
                x: ((size.width - own.width) / 2).rounded(),
                y: ((size.height - own.height) / 2).rounded(), width: own.width,
                height: own.height)
        }
        guard controller.presenter != nil, controller.presentationStyle.isSheet,
            case .options(let sheet) = controller.options.sheet
        else { return Frame(size) }
        let own = height(of: selected(sheet, size.height), size.height)
        return Frame(x: 0, y: size.height - own, width: size.width, height: own)
    }

    private func sheet(around id: Identifier) throws(CommandError) -> Controller {
        let root = try controller(id).familyRoot
        guard root.presenter != nil, root.presentationStyle.isSheet else {
            throw CommandError(.invalidArgument, root.name)
        }
        return root
    }

    private func available(_ controller: Controller) -> Double {
        (controller.window?.size ?? controller.view.frame.size).height
    }

    func selectDetent(_ command: ModalSelectDetent) throws(CommandError) {
        let root = try sheet(around: command.id)
        try check(command.motion)
        guard case .options(let sheet) = root.options.sheet,
            sheet.detents.contains(where: { $0.id == command.detent })
        else { throw CommandError(.invalidArgument, root.name) }
        select(command.detent, of: root, command.motion, user: command.user)
    }

    private func select(
        _ detent: Identifier, of root: Controller, _ motion: TransitionRequest, user: Bool
    ) {
        guard case .options(var sheet) = root.options.sheet, sheet.selectedDetent != detent else {
            return
        }
        let old = selected(sheet, available(root))
        sheet.selectedDetent = detent
        root.options.sheet = .options(sheet)
        let option = Value.Member("sheet", Value(root.options.sheet))
        tell(root, "controller.updated", json(.object([option])))
        if old.id == detent { return }
        let duration = motion.animated ? motion.duration ?? 0.4 : 0
        tell(
            root, "presentation.detentChanged", "\"\(detent)\"", "\(duration > 0)",
            json(.number(duration)), json(Value(motion.curve ?? .easeInOut)))
        followSheet(root)
        if user { tell(root, "presentation.didChangeSelectedDetent", "\"\(detent)\"") }
    }

    func followSheet(_ root: Controller) {
        guard root.presenter != nil, root.presentationStyle.isSheet, let window = root.window
        else { return }
        setFrame(root.view, sheetFrame(root, window.size))
    }

    func swipeSheet(_ command: ModalSwipeSheet) throws(CommandError) {
        let root = try sheet(around: command.id)
        try check(command.motion)
        if root.presented != nil { return }
        if case .options(let sheet) = root.options.sheet {
            let all = heights(sheet, available(root))
            let now = selected(sheet, available(root))
            let place = all.firstIndex { $0.id == now.id } ?? 0
            let next = command.direction == .up ? place + 1 : place - 1
            if all.indices.contains(next) {
                return select(all[next].id, of: root, command.motion, user: true)
            }
        }
        if command.direction == .up { return }
        var away = ModalDismiss()
        away.id = Identifier(root.name)!
        away.user = true
        away.motion = command.motion
        try dismiss(away)
    }
}
