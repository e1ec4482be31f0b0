import PagerModel

// The view tree.
extension Reference {
    // MARK: without appearance

    /// Inserts a view into another one, in front or at an index.
    func insert(_ view: View, into superview: View, at index: Int? = nil) {
        guard !superview.isInside(view) else {
            return tell(
                view.name, "diagnostic.misuse",
                "<\(view.name)> cannot become a subview of <\(superview.name)>, which is inside "
                    + "<\(view.name)>")
        }
        detach(view)
        let index = index ?? superview.subviews.count
        superview.subviews.insert(view, at: index)
        view.superview = superview
        tell(view.name, "view.didMoveToSuperview", superview.name, "\(index)")
        askForLayout(superview.controller)
    }

    private func detach(_ view: View) {
        guard let superview = view.superview else { return }
        superview.subviews = superview.subviews.without(view)
        askForLayout(superview.controller)
        view.superview = nil
    }

    /// Removes a view from its superview.
    func takeOut(_ view: View) {
        guard view.superview != nil else { return }
        detach(view)
        tell(view.name, "view.didMoveToSuperview", "null", "null")
    }

    func setFrame(_ view: View, _ frame: Frame) {
        let old = view.frame
        guard old != frame else { return }
        view.frame = frame
        tell(view.name, "view.didChangeFrame", json(Value(frame)))
        noteMoved(view)
        guard old.size != frame.size else { return }
        askForLayout(view.controller)
        for subview in view.subviews + absent(from: view) {
            var next = subview.frame.resized(
                from: old.size, to: frame.size, subview.attributes.autoresizing)
            if let child = subview.controller, child.isManaged, let parent = child.parent,
                parent === view.controller, let size = size(of: child, in: parent, frame.size)
            {
                // Its container sets the size, and at the next layout the position [13.3].
                next = Frame(
                    x: subview.frame.x, y: subview.frame.y, width: size.width, height: size.height)
            }
            setFrame(subview, next)
        }
    }

    /// Returns the views of presenters that a presentation has removed from this view and that will
    /// return.
    func absent(from view: View) -> [View] {
        controllers.filter { $0.isDisplaced && $0.displacedFrom === view }.map(\.view)
    }

    // MARK: with appearance

    /// Adds a view to another one. Controllers that enter a window by this appear [3.2].
    func add(_ view: View, to superview: View, at index: Int? = nil) {
        if view.superview != nil { remove(view) }
        let host = superview.nearestController
        for comer in superview.window == nil ? [] : tops(of: view) {
            guard comer.isDisplaced || mayEnter(comer.view, below: host), enters(comer),
                let actor = standIn(for: comer)
            else { continue }
            let isWithParent = comer.parent?.appearance == .appearing
            begin(actor, appear: true, animated: false, by: isWithParent ? .parent : .viewTree)
        }
        insert(view, into: superview, at: index)
        guard let window = superview.window else { return }
        enterWindow(view, window)
        for top in tops(of: view).compactMap(standIn) {
            isAppearing(top)
            end(top, of: .viewTree)
        }
    }

    /// Removes a view. Controllers that leave their window by this disappear [3.3].
    func remove(_ view: View) {
        guard view.superview != nil else { return }
        let wasInWindow = view.window != nil
        for leaver in tops(of: view) {
            settleContexts(in: leaver)
            guard leaves(leaver), let actor = standIn(for: leaver) else { continue }
            begin(actor, appear: false, animated: false, by: .viewTree)
        }
        takeOut(view)
        if wasInWindow { leaveWindow(view) }
        for leaver in tops(of: view).compactMap(standIn) { endLeaving(leaver) }
    }

    /// Completes the disappearance of a controller whose view, or whose place, has left its
    /// superview. If its view is still in a window, the controller appears again instead.
    func endLeaving(_ controller: Controller) {
        if controller.driver == .viewTree, controller.appearance == .disappearing,
            controller.view.window != nil
        {
            begin(controller, appear: true, animated: false, by: .viewTree)
            isAppearing(controller)
        }
        end(controller, of: .viewTree)
    }

    // MARK: commands

    func createView(_ command: ViewCreate) throws(CommandError) {
        let id = try free(command.id) ?? newName("v")
        let view = View(id, command.frame, in: self)
        view.attributes.autoresizing = []
        plainViews.append(view)
        tell(id, "view.created", json(Value(command.frame)))
    }

    /// Returns the name that a client chose, or nil if the engine is to choose one.
    func free(_ id: Identifier?) throws(CommandError) -> String? {
        if let id, isTaken(id.text) { throw CommandError(.idTaken, id.text) }
        return id?.text
    }

    /// Returns the next free automatic name. Windows, controllers and views share a counter.
    func newName(_ prefix: String) -> String {
        repeat { lastName += 1 } while isTaken("\(prefix)\(lastName)")
        return "\(prefix)\(lastName)"
    }

    func destroyView(_ command: ViewDestroy) throws(CommandError) {
        let view = try view(command.view)
        if view.controller != nil { throw CommandError(.controllerInUse, view.name) }
        remove(view)
        for subview in view.subviews.reversed() { remove(subview) }
        plainViews = plainViews.without(view)
        view.isGone = true
        dropAlongside(view)
        tell(view.name, "view.destroyed")
    }

    func addSubview(_ command: ViewAddSubview) throws(CommandError) {
        let view = try view(command.view)
        let superview = try self.view(command.to)
        let place = try place(of: view, in: superview, command)
        try checkMovable(view)
        if lies(superview, in: view) { throw CommandError(.wouldCreateCycle, view.name) }
        try checkHierarchy(view, in: superview)
        if let host = superview.controller { load(host) }
        if let guest = view.controller { load(guest) }
        if view.superview === superview {
            if superview.subviews.index(of: view) != place { move(view, in: superview, to: place) }
        } else if view.window != nil, view.window === superview.window {
            // A move within one window sends no callbacks.
            insert(view, into: superview, at: place)
            noteMoved(view)
        } else {
            add(view, to: superview, at: place)
        }
    }

    private func move(_ view: View, in superview: View, to place: Int) {
        superview.subviews = superview.subviews.without(view)
        superview.subviews.insert(view, at: place)
        tell(view.name, "view.didMoveToSuperview", superview.name, "\(place)")
    }

    /// Returns the index among the other subviews.
    private func place(
        of view: View, in superview: View, _ command: ViewAddSubview
    ) throws(CommandError) -> Int {
        let others = superview.subviews.without(view)
        switch (command.at, command.above, command.below) {
        case (nil, nil, nil): return others.count
        case (let at?, nil, nil):
            guard (0...others.count).contains(at) else {
                throw CommandError(.indexOutOfRange, view.name)
            }
            return at
        case (nil, let name?, nil), (nil, nil, let name?):
            guard let place = others.index(of: try self.view(name)) else {
                throw CommandError(.invalidArgument, view.name)
            }
            return command.above == nil ? place : place + 1
        default: throw CommandError(.invalidArgument, view.name)
        }
    }

    /// Whether a view is another one or is inside it. A view without a superview counts as inside
    /// its container's, and a page that is not a child yet as inside its pager's.
    func lies(_ view: View, in other: View) -> Bool {
        var seen: [View] = []
        return lies(view, in: other, &seen)
    }

    /// The same, with protection against cycles: a child may wait for a parent whose view a client
    /// has put into the child's.
    private func lies(_ view: View, in other: View, _ seen: inout [View]) -> Bool {
        if view === other { return true }
        if seen.has(view) { return false }
        seen.append(view)
        if let lister = view.controller?.lister, lister !== view.controller?.parent,
            lies(lister.view, in: other, &seen)
        {
            return true
        }
        // A child that is elsewhere for now will be in its parent too, and a presentation in a
        // context follows its definer.
        let isInContext = view.controller?.presentationStyle.isInContext == true
        let above = [
            view.superview ?? view.controller?.displacedFrom, view.controller?.parent?.view,
            isInContext ? view.controller?.presenter?.view : nil,
        ]
        return above.contains { $0.map { lies($0, in: other, &seen) } ?? false }
    }

    /// Refuses to move a view that only its container, window or presentation may move.
    func checkMovable(_ view: View) throws(CommandError) {
        guard let controller = view.controller else { return }
        let isListed = controller.lister != nil && controller.parent == nil
        if controller.isManaged || isListed || controller.isRoot != nil
            || controller.presenter != nil || controller.isDisplaced
        {
            throw CommandError(.controllerInUse, view.name)
        }
    }

    /// Checks that inside a window the view tree and the controller tree agree [14].
    func checkHierarchy(_ view: View, in superview: View) throws(CommandError) {
        guard superview.window != nil, let stray = strays(in: view, below: superview).first else {
            return
        }
        throw CommandError(.hierarchyInconsistency, stray.controller.name)
    }

    /// Returns the children in a view that are not in their parents' views, oldest first, and the
    /// view that each will be in.
    private func strays(
        in view: View, below superview: View
    ) -> [(controller: Controller, nearest: Controller?)] {
        controllers.filter { $0.parent != nil && $0.view.isInside(view) }.compactMap { child in
            let above = child.view === view ? nil : child.view.superview
            let inner = above.flatMap { nearest(from: $0, within: view) }
            let host = inner ?? superview.nearestController
            return child.parent === host ? nil : (child, host)
        }
    }

    private func nearest(from view: View, within top: View) -> Controller? {
        if let controller = view.controller { return controller }
        return view === top ? nil : view.superview.flatMap { nearest(from: $0, within: top) }
    }

    /// Whether a view may enter a window below a controller. A child in the wrong place refuses the
    /// command that adds it; if the command cannot be refused, the child's view is removed.
    func mayEnter(_ view: View, below nearest: Controller?) -> Bool {
        guard let child = view.controller, let parent = child.parent, parent !== nearest else {
            return true
        }
        if refusesStrays {
            isRefused = true
        } else {
            tell(
                child, "diagnostic.misuse",
                "child view controller:<\(child.name)> should have parent view controller:"
                    + "\(nearest.map { "<\($0.name)>" } ?? "(null)") but actual parent is:"
                    + "<\(parent.name)>")
            remove(view)
        }
        return false
    }

    func removeFromSuperview(_ command: ViewRemoveFromSuperview) throws(CommandError) {
        let view = try view(command.view)
        try checkMovable(view)
        if let controller = view.controller {
            // transition(from:to:) removes the child itself [5.6].
            if controller.driver == .transition { unbalanced(controller) }
            load(controller)
        }
        remove(view)
    }

    func set(_ command: ViewSet) throws(CommandError) {
        let view = try view(command.view)
        try check(command.alpha, command.transform)
        if let controller = view.controller { load(controller) }
        if let frame = command.frame { setFrame(view, frame) }
        if let hidden = command.hidden, hidden != view.hidden {
            view.hidden = hidden
            tell(view.name, "view.didChangeHidden", "\(hidden)")
        }
        var attributes = view.attributes
        attributes.alpha = command.alpha ?? attributes.alpha
        attributes.backgroundColor = command.backgroundColor ?? attributes.backgroundColor
        attributes.clipsToBounds = command.clipsToBounds ?? attributes.clipsToBounds
        attributes.autoresizing = command.autoresizing ?? attributes.autoresizing
        attributes.transform = command.transform ?? attributes.transform
        change(view, to: attributes)
    }
}
