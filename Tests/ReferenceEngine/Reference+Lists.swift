import PagerModel

// Common rules of all containers with a list of controllers.
extension Reference {
    func controllers(_ ids: [Identifier]) throws(CommandError) -> [Controller] {
        var list: [Controller] = []
        for id in ids { list.append(try controller(id)) }
        return list
    }

    /// Whether a container may take these controllers as its pages, tabs or stack.
    func check(_ members: [Controller], mayJoin container: Controller) throws(CommandError) {
        for (index, member) in members.enumerated() {
            if members[..<index].contains(where: { $0 === member }) {
                throw CommandError(.duplicateController, member.name)
            }
            try checkMember(member, mayJoin: container)
        }
    }

    func checkMember(_ member: Controller, mayJoin container: Controller) throws(CommandError) {
        if member.lister === container { return }
        // A client may have added the controller as a child before.
        if member.parent !== container { try checkUnused(member) }
        try check(member, mayJoin: container)
    }

    /// Puts a managed view into its container.
    func install(
        _ child: Controller, in container: Controller, _ frame: Frame, at index: Int? = nil
    ) {
        load(child)
        setFrame(child.view, frame)
        if child.isDisplaced {
            // Its own full-screen presentation covers the view, which returns when that ends.
            setReturnSuperview(of: child, in: container.view)
        } else if child.view.superview !== container.view {
            // Outside a window the view tree sends no callbacks, so the container does [9.3].
            let isUnseen = container.window == nil
            if child.view.superview != nil { remove(child.view) }
            let appears = isUnseen && enters(child)
            if appears {
                let isWithParent = child.parent?.appearance == .appearing
                begin(child, appear: true, animated: false, by: isWithParent ? .parent : .viewTree)
            }
            add(child.view, to: container.view, at: index)
            if appears {
                isAppearing(child)
                end(child, of: .viewTree)
            }
        }
    }

    func uninstall(_ child: Controller) {
        if child.isDisplaced { clearReturnSuperview(of: child) }
        let disappears =
            child.window == nil && child.appearance == .appeared
            && child.parent.map { $0.isVisible && isForwarded(child, by: $0) } ?? false
        if disappears { begin(child, appear: false, animated: false, by: .viewTree) }
        remove(child.view)
        if disappears { end(child, of: .viewTree) }
    }

    /// Removes the view of a controller that must not be visible, in case a client has added it
    /// before.
    func conceal(_ child: Controller, in container: Controller) {
        if child.view.superview === container.view { uninstall(child) }
    }

    /// Returns the bounds of a container's view.
    func bounds(_ container: Controller) -> Frame { Frame(container.view.frame.size) }

    // MARK: what containers do at their own appearance

    func prepareContent(of controller: Controller) {
        switch controller.kind {
        case "pager": showPage(controller)
        case "tabBar": showTab(controller)
        case "navigation": showTop(controller)
        case "split": adaptAndShow(controller)
        default: break
        }
    }

    func willForwarded(_ controller: Controller) {
        if controller.kind == "navigation" { announceTop(controller) }
    }

    func didForwarded(_ controller: Controller) {
        if controller.kind == "navigation" { topHasAppeared(controller) }
    }
}
