public import PagerModel

/// Sheets with detents [10.13].
extension Scene {
    /// Returns the sheet options, such as the detents, of a controller that is presented as a
    /// sheet. Returns nil if the controller is not a sheet, or if the sheet has no detents.
    func sheet(of controller: Handle) -> SheetOptions? {
        guard isSheet(controller) else { return nil }
        return self[optionsOf: controller].sheet.options
    }

    /// Returns the frame of a presented controller in a window of the given size. The height of a
    /// sheet with detents is that of the selected detent. A form sheet or popover with
    /// `usesPreferredContentSize` has its own size in a wide window. All other controllers fill the
    /// window.
    /// For the styles `currentContext` and `overCurrentContext`, use `frameInWindow(of:)`.
    func frame(ofPresented controller: Handle, in size: Size) -> Frame {
        if let own = preferredSize(ofPresented: controller, in: size) {
            return Frame(
                x: ((size.width - own.width) / 2).rounded(),
                y: ((size.height - own.height) / 2).rounded(), width: own.width,
                height: own.height)
        }
        guard let sheet = sheet(of: controller) else { return Frame(size) }
        let height = sheet.selected(in: size.height).height(in: size.height)
        return Frame(x: 0, y: size.height - height, width: size.width, height: height)
    }

    /// Returns the size that a form sheet or popover asks for, at most that of the window. Returns
    /// nil if it fills the window or has the width of a sheet.
    private func preferredSize(ofPresented controller: Handle, in size: Size) -> Size? {
        let options = self[optionsOf: controller]
        let style = presentation(of: controller)?.style
        guard options.usesPreferredContentSize == true, style == .formSheet || style == .popover,
            SizeClass(side: size.width) == .regular,
            options.preferredContentSize.width > 0, options.preferredContentSize.height > 0
        else { return nil }
        return Size(
            width: min(options.preferredContentSize.width, size.width),
            height: min(options.preferredContentSize.height, size.height))
    }

    /// Returns the style of a presentation: in a compact window, the option
    /// `adaptivePresentationStyle` of the controller, if it is set.
    func adapted(
        _ style: PresentationStyle, of presented: Handle, from presenter: Handle
    ) -> PresentationStyle {
        guard let adaptive = self[optionsOf: presented].adaptivePresentationStyle,
            let size = windowSize(of: presenter), SizeClass(side: size.width) == .compact
        else { return style }
        return adaptive
    }

    /// Sets the frame of a presented form sheet or popover after a change of its options.
    mutating func setPreferredFrame(of controller: Handle, before: ControllerOptions) {
        let options = self[optionsOf: controller]
        guard
            options.usesPreferredContentSize == true || before.usesPreferredContentSize == true,
            options.usesPreferredContentSize != before.usesPreferredContentSize
                || options.preferredContentSize != before.preferredContentSize,
            let style = presentation(of: controller)?.style, !style.isInContext,
            let size = windowSize(of: controller)
        else { return }
        setFrame(controller, frame(ofPresented: controller, in: size))
    }

    /// Returns the controller itself if it is a sheet, otherwise the sheet that contains it.
    ///
    /// - Throws: `invalidArgument` if there is no such sheet.
    fileprivate func sheet(around controller: Handle) throws(CommandError) -> Handle {
        let root = familyRoot(of: controller)
        guard isSheet(root) else {
            throw .invalidArgument(
                "\(shown(controller)) is not presented as a sheet; present it with a sheet style, "
                    + "such as automatic", path: "id")
        }
        return root
    }

    /// Returns the height of the window that contains a sheet, or the height of the sheet itself if
    /// it is in no window.
    fileprivate func height(around sheet: Handle) -> Double {
        windowSize(of: sheet)?.height ?? self[sheet].frame.height
    }

    /// Selects a detent of a presented sheet and sets the sheet's frame. If the user selected the
    /// detent, publishes the delegate's callback `didChangeSelectedDetent`.
    fileprivate mutating func select(
        _ detent: Identifier, of controller: Handle, _ motion: TransitionRequest, user: Bool
    ) {
        guard var sheet = sheet(of: controller) else { return }
        let height = height(around: controller)
        let before = sheet.selected(in: height).id
        guard sheet.selectedDetent != detent else { return }
        sheet.selectedDetent = detent
        self[optionsOf: controller].sheet = .options(sheet)
        announce([Value.Member("sheet", Value(SheetOption.options(sheet)))], of: controller)
        guard before != detent else { return }
        let duration = motion.animated ? motion.duration ?? Self.modalDuration : 0
        emit(
            PresentationEvents.DetentChanged {
                $0.detent = detent.text
                $0.animated = duration > 0
                $0.duration = duration
                $0.curve = motion.curve ?? .easeInOut
            }, of: controller)
        setFrameOfSheet(of: controller)
        guard user else { return }
        emit(PresentationEvents.DidChangeSelectedDetent { $0.detent = detent.text }, of: controller)
    }

    /// Sets the frame of a presented sheet from its option `sheet`.
    mutating func setFrameOfSheet(of controller: Handle) {
        guard isSheet(controller),
            let size = windowSize(of: controller)
        else { return }
        setFrame(controller, frame(ofPresented: controller, in: size))
    }
}

extension ModalSelectDetent: ContainerCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) -> Handle {
        let sheet = try scene.sheet(around: try scene.controller(id))
        _ = try scene.check(motion)
        guard let options = scene.sheet(of: sheet) else {
            throw .invalidArgument(
                "\(scene.shown(sheet)) has no detents; set them with its option sheet",
                path: "id")
        }
        try options.check(detent, at: "detent")
        return sheet
    }

    public func commit(_ sheet: Handle, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        scene.select(detent, of: sheet, motion, user: user)
        return Reply()
    }
}

extension ModalSwipeSheet: ContainerCommand {
    public enum Plan {
        case nothing
        case select(Handle, Identifier)
        case dismiss(ModalDismiss.Dismissal?)
    }

    /// Returns the command that dismisses the sheet after the user's swipe.
    private func dismissal(of sheet: Handle, in scene: borrowing Scene) -> ModalDismiss {
        ModalDismiss(id: Identifier(unchecked: scene[sheet].name), user: true, motion: motion)
    }

    public func validate(in scene: borrowing Scene) throws(CommandError) -> Plan {
        let sheet = try scene.sheet(around: try scene.controller(id))
        _ = try scene.check(motion)
        // A controller that the sheet presents covers it.
        guard scene[sheet].presented.isNone else { return .nothing }
        let next = scene.sheet(of: sheet)?.next(direction, in: scene.height(around: sheet))
        if let next { return .select(sheet, next.id) }
        if direction == .up { return .nothing }
        return .dismiss(try scene.plan(dismissal(of: sheet, in: scene)))
    }

    public func commit(_ plan: Plan, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        switch plan {
        case .nothing: return Reply()
        case .select(let sheet, let detent):
            scene.select(detent, of: sheet, motion, user: true)
            return Reply()
        case .dismiss(let dismissal):
            return scene.carryOut(dismissal, motion, user: true)
        }
    }
}

extension ModalSwipeSheet: AskingCommand {
    public func question(in scene: Scene) -> Question? {
        guard case .dismiss = try? validate(in: scene), let asked = try? scene.controller(id),
            let sheet = try? scene.sheet(around: asked)
        else { return nil }
        return dismissal(of: sheet, in: scene).question(in: scene)
    }

    public func prepare(
        _ question: Question, answer: Value, in scene: inout Scene
    ) throws(CommandError) -> Bool {
        if answer == true { return true }
        scene.attemptToDismiss(question.controller)
        return false
    }
}
