internal import PagerModel

/// Functions that add the commands for removing misplaced views from their superviews, and for
/// removing the whole state of the daemon.
extension BookDiff {
    /// Adds the commands that remove the views of controllers from superviews in which they are
    /// misplaced. If a list of subviews in the book contains a view, the correct superview is the
    /// owner of that list. Otherwise, the view belongs inside the view of its controller's parent
    /// in the book, or of the current parent if the book gives none. If a misplaced view entered a
    /// window together with the book's controllers, the engine would refuse the command [14.1].
    mutating func takeOutViews() {
        for view in running.views where view.superview != nil {
            let id = view.id.text
            guard let record = running[id], isMovable(record), !isInPlace(view, record) else {
                continue
            }
            removeView(id)
        }
    }

    private func isInPlace(_ view: ViewRecord, _ record: ControllerRecord) -> Bool {
        let id = view.id.text
        let place = isWanted(id) ? wantedPlace[id]?.owner : nil
        if isWanted(id), let wanted = wantedSuperview[id] { return view.superview?.text == wanted }
        guard let owner = place ?? record.parent?.text else {
            // The controller has no parent. Its view is removed only if the book gives the
            // controller a place, or does not have the controller.
            return isWanted(id) && !placed.contains(id)
        }
        return running.nearestController(around: id) == owner
    }

    /// Returns whether a client may remove the view of a controller from its superview.
    private func isMovable(_ record: ControllerRecord) -> Bool {
        let id = record.id.text
        return !running.isContents(id) && record.presentingViewController == nil
            && !running.windows.contains { $0.root?.text == id }
    }

    // MARK: The whole state

    /// Adds the commands that destroy all windows, controllers and views of the daemon.
    mutating func remove() {
        for controller in running.controllers where controller.options.reactions != nil {
            add(
                ControllerUpdate.method,
                [.init("id", .string(controller.id.text)), .init("on", .null)])
        }
        for window in running.windows where window.root != nil { setRoot(nil, of: window.id.text) }
        for window in running.windows {
            add(WindowDestroy.method, [.init("id", .string(window.id.text))])
        }
        for controller in running.outerFirst { clear(controller) }
        for controller in running.controllers {
            let id = controller.id.text
            removeView(id)
            add(ControllerDestroy.method, [.init("id", .string(id))])
        }
        for view in running.views where view.controller == nil {
            add(ViewDestroy.method, [.init("view", .string(view.id.text))])
        }
    }
}
