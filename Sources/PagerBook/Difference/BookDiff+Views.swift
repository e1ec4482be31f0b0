internal import PagerModel

/// Views that lie where the book cannot have them, and the removal of everything.
extension BookDiff {
    /// Takes the views of controllers out of other controllers' views than that of the parent which
    /// they have, or which the book gives them. Where such views enter a window with what the book
    /// shows, the engine refuses it [14.1].
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
            // It belongs nowhere. Only a place that the book gives it, or its end, takes it away.
            return isWanted(id) && !placed.contains(id)
        }
        return running.nearestController(around: id) == owner
    }

    /// Whether a client may take the view of a controller out of its superview.
    private func isMovable(_ record: ControllerRecord) -> Bool {
        let id = record.id.text
        return !running.isContents(id) && record.presentingViewController == nil
            && !running.windows.contains { $0.root?.text == id }
    }

    // MARK: all of it

    /// Removes everything that runs.
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
        for controller in running.outerFirst { empty(controller) }
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
