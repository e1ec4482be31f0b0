import PagerModel

// Presentations in a context: the presented controller takes the place of its definer [11.7]
// [11.8].
extension Reference {
    /// Returns the controller that a definer presents in its context.
    func presentedInContext(by definer: Controller) -> Controller? {
        definer.presented.flatMap { $0.presentationStyle.isInContext ? $0 : nil }
    }

    /// Whether a presentation in its context has removed the controller's view.
    func isReplaced(_ controller: Controller) -> Bool {
        controller.isDisplaced && controller.view.superview == nil
            && presentedInContext(by: controller) != nil
    }

    /// Returns the controller that is visible in a controller's place; nil during its dismissal.
    func standIn(for controller: Controller) -> Controller? {
        guard isReplaced(controller), let presented = presentedInContext(by: controller) else {
            return controller
        }
        if presented.beingDismissed || isCovered(presented) { return nil }
        return standIn(for: presented)
    }

    /// Whether a presentation over the whole window has removed the view of a controller.
    private func isCovered(_ controller: Controller) -> Bool {
        controller.isDisplaced && !isReplaced(controller)
    }

    /// Returns the controller that is presented over a definer in its context, and follows its
    /// appearance.
    func follower(of definer: Controller) -> Controller? {
        guard !definer.isDisplaced, let presented = presentedInContext(by: definer),
            !presented.beingPresented, !presented.beingDismissed, !isCovered(presented)
        else { return nil }
        return standIn(for: presented)
    }

    /// Returns the controllers whose views would be in this one without presentations in context.
    private func replaced(in view: View) -> [Controller] {
        controllers.filter { $0.displacedFrom === view && isReplaced($0) }
    }

    /// Returns the outermost controllers of a subtree.
    func tops(of view: View) -> [Controller] {
        if let controller = view.controller { return [controller] }
        return view.subviews.flatMap { tops(of: $0) } + replaced(in: view)
    }

    // MARK: entering and leaving the window

    /// Handles the place of a displaced controller entering a view.
    func setReturnSuperview(of controller: Controller, in superview: View) {
        controller.displacedFrom = superview
        guard let window = superview.window, isReplaced(controller) else { return }
        let actor = standIn(for: controller)
        if let actor, enters(controller) {
            let isWithParent = controller.parent?.appearance == .appearing
            begin(actor, appear: true, animated: false, by: isWithParent ? .parent : .viewTree)
        }
        showContext(of: controller, in: window)
        guard let actor else { return }
        isAppearing(actor)
        end(actor, of: .viewTree)
    }

    /// Handles the place of a displaced controller leaving its view.
    func clearReturnSuperview(of controller: Controller) {
        let actor = standIn(for: controller)
        if let actor, leaves(controller) {
            begin(actor, appear: false, animated: false, by: .viewTree)
        }
        controller.displacedFrom = nil
        hideContext(of: controller)
        if let actor { endLeaving(actor) }
    }

    /// Shows the presentations in contexts that enter a window with a view.
    func showContexts(in view: View, _ window: Window) {
        for definer in replaced(in: view) {
            let orphan = definer.parent == nil ? standIn(for: definer) : nil
            if let orphan { begin(orphan, appear: true, animated: false, by: .viewTree) }
            showContext(of: definer, in: window)
            if let orphan {
                isAppearing(orphan)
                end(orphan, of: .viewTree)
            }
        }
        if let controller = view.controller, !controller.isDisplaced {
            showContext(of: controller, in: window)
        }
    }

    func hideContexts(in view: View) {
        for definer in replaced(in: view) {
            let orphan = definer.parent == nil ? standIn(for: definer) : nil
            if let orphan { begin(orphan, appear: false, animated: false, by: .viewTree) }
            hideContext(of: definer)
            if let orphan { end(orphan, of: .viewTree) }
        }
        if let controller = view.controller, !controller.isDisplaced {
            hideContext(of: controller)
        }
    }

    private func showContext(of definer: Controller, in window: Window) {
        guard let presented = presentedInContext(by: definer), !presented.beingDismissed else {
            return
        }
        if presented.isDisplaced {
            presented.displacedFrom = window
            return showContext(of: presented, in: window)
        }
        guard presented.view.superview == nil else { return }
        setFrame(presented.view, frameInWindow(definer))
        insert(presented.view, into: window, at: contextIndex(above: definer, in: window))
        enterWindow(presented.view, window)
    }

    private func hideContext(of definer: Controller) {
        guard let presented = presentedInContext(by: definer) else { return }
        if presented.isDisplaced {
            presented.displacedFrom = nil
            return hideContext(of: presented)
        }
        guard presented.view.superview != nil else { return }
        // The definer, which has disappeared before, forwards nothing to it any more.
        let isLeft =
            presented.appearance == .appeared
            && [.disappearing, .disappeared].contains(appearance(ahead: presented))
        if isLeft { begin(presented, appear: false, animated: false, by: .viewTree) }
        takeOut(presented.view)
        leaveWindow(presented.view)
        if isLeft { endLeaving(presented) }
    }

    /// Returns the appearance of the controller that a presented controller appears and disappears
    /// with. Nil if there is none.
    private func appearance(ahead presented: Controller) -> Appearance? {
        var definer = presented.presenter
        while let replaced = definer, replaced.isDisplaced, replaced.parent == nil {
            definer = replaced.presenter
        }
        return definer.flatMap { $0.isDisplaced ? $0.parent : $0 }?.appearance
    }

    private func superview(ahead view: View) -> View? {
        view.superview ?? view.controller?.displacedFrom
    }

    /// Returns the index directly above the definer and the other presentations in contexts there.
    func contextIndex(above definer: Controller, in window: Window) -> Int {
        let base = subview(of: window, around: definer.view)
        guard var index = window.subviews.index(of: base) else {
            guard let presenter = base.controller?.presenter else { return window.subviews.count }
            return contextIndex(above: presenter, in: window)
        }
        index += 1
        while index < window.subviews.count,
            window.subviews[index].controller?.presentationStyle.isInContext == true
        {
            index += 1
        }
        return index
    }

    /// Returns the view around `view` that is a subview of the window, or the outermost one.
    func subview(of window: Window, around view: View) -> View {
        var base = view
        while let above = superview(ahead: base), above !== window { base = above }
        return base
    }

    // MARK: frames

    /// Returns the frame of a controller's view or place in window coordinates.
    func frameInWindow(_ controller: Controller) -> Frame {
        var frame = controller.view.frame
        var view: View = controller.view
        while let above = superview(ahead: view), !(above is Window) {
            frame.x += above.frame.x
            frame.y += above.frame.y
            view = above
        }
        return frame
    }

    func noteMoved(_ view: View) {
        if controllers.contains(where: { $0.presentationStyle.isInContext }) { moved.append(view) }
    }

    /// Moves presentations in contexts with their definers.
    func followMoved() {
        while !moved.isEmpty {
            let views = moved
            moved = []
            var seen: [View] = []
            for view in views where !view.isGone { followMoved(view, &seen) }
        }
    }

    private func followMoved(_ view: View, _ seen: inout [View]) {
        if seen.has(view) { return }
        seen.append(view)
        if let controller = view.controller, let presented = presentedInContext(by: controller),
            !isAway(presented)
        {
            setFrame(presented.view, frameInWindow(controller))
        }
        for subview in view.subviews + absent(from: view) { followMoved(subview, &seen) }
    }

    /// Whether a presented controller has left the window with its definer's place.
    func isAway(_ presented: Controller) -> Bool { superview(ahead: presented.view) == nil }

    // MARK: transitions

    /// Ends the transitions in contexts of a controller's descendants, whose places are about to
    /// enter or leave.
    func settleContexts(in controller: Controller) {
        let isInContext =
            controller.presenter != nil && controller.presentationStyle.isInContext
            || presentedInContext(by: controller) != nil
        if isInContext, let running = modal(of: controller) {
            dropWaiting(for: controller)
            supersede(running)
        }
        if let presented = presentedInContext(by: controller) { settleContexts(in: presented) }
        for child in controllers.filter({ $0.parent === controller }) { settleContexts(in: child) }
    }

    /// Ends the transitions that move a definer's place in or out.
    func settleTransitions(around definer: Controller) {
        if let parent = definer.parent {
            if let running = running(in: parent),
                running.leaving.has(definer) || running.entering.has(definer)
            {
                replace(in: parent)
            }
            settleTransitions(around: parent)
        } else if definer.presentationStyle.isInContext, let presenter = definer.presenter {
            settleTransitions(around: presenter)
        }
    }

    /// Returns the controller that receives the callbacks of a controller's part in a transition.
    func actor(for controller: Controller, _ transition: Transition) -> Controller? {
        transition.isModal ? controller : standIn(for: controller)
    }
}
