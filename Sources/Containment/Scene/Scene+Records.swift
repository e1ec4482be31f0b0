public import PagerModel

/// Functions that describe windows, views, controllers and transitions as records for clients. They
/// do not change the scene.
extension Scene {
    package func record(window: Handle) -> WindowRecord {
        var record = WindowRecord()
        record.id = Identifier(unchecked: self[window].name)
        record.size = self[window].frame.size
        record.root = identifier(root(of: window))
        record.subviews = names(of: self[window].subviews)
        record.safeAreaInsets = safeAreaInsets(ofWindow: window)
        return record
    }

    package func record(view: Handle) -> ViewRecord {
        let node = self[view]
        var record = ViewRecord()
        record.id = Identifier(unchecked: node.name)
        record.controller = node.role == .controller ? record.id : nil
        record.superview = identifier(node.superview)
        record.subviews = names(of: node.subviews)
        record.window = identifier(node.window)
        record.frame = node.frame
        record.hidden = node.flags.contains(.hidden)
        record.appearance = self[attributesOf: view] ?? ViewAttributes()
        return record
    }

    private func names(of list: HandleList) -> [Identifier] {
        list.all.map { Identifier(unchecked: self[$0].name) }
    }

    package func record(controller: Handle) -> ControllerRecord {
        var known: [Handle: Family] = [:]
        return record(controller: controller, &known)
    }

    func record(
        controller: Handle, _ known: inout [Handle: Family]
    ) -> ControllerRecord {
        let node = self[controller]
        var record = ControllerRecord()
        record.id = Identifier(unchecked: node.name)
        record.kind = kinds[Int(node.kind)].name
        record.options = self[optionsOf: controller]
        record.parent = identifier(node.parent)
        record.children = names(of: node.children)
        record.appearance = node.appearance
        record.isViewLoaded = node.flags.contains(.viewLoaded)
        record.superview = identifier(node.superview)
        record.subviews = names(of: node.subviews)
        record.frame = node.frame
        record.hidden = node.flags.contains(.hidden)
        if let attributes = self[attributesOf: controller] { record.attributes = attributes }
        record.window = identifier(node.window)
        record.isBeingPresented = node.flags.contains(.beingPresented)
        record.isBeingDismissed = node.flags.contains(.beingDismissed)
        record.isMovingToParent = node.flags.contains(.movingTo)
        record.isMovingFromParent = node.flags.contains(.movingFrom)
        record.safeAreaInsets = safeAreaInsets(of: controller)
        fillAncestors(controller, &record, &known)
        record.ofKind = membersOfKind(kinds[Int(node.kind)], controller)
        return record
    }

    /// The results of a search through a controller and its ancestors, such as the nearest
    /// navigation controller. The search does not continue with the presenter of the topmost
    /// ancestor [12.1] [11.6].
    struct Family {
        /// The controller that is presented by the controller at which the search starts. If it
        /// presents no controller, the one that its nearest presenting ancestor presents.
        fileprivate var presented = Handle.none
        /// The presenter of the controller's topmost ancestor, or `.none`.
        fileprivate var presenter = Handle.none
        // The nearest controller of each class among the controller and its ancestors.
        fileprivate var navigationController = Handle.none
        fileprivate var tabBarController = Handle.none
        fileprivate var splitViewController = Handle.none
    }

    private func fillAncestors(
        _ controller: Handle, _ record: inout ControllerRecord, _ known: inout [Handle: Family]
    ) {
        let above = family(of: self[controller].parent, &known)
        let own = self[controller]
        record.navigationController = identifier(above.navigationController)
        record.tabBarController = identifier(above.tabBarController)
        record.splitViewController = identifier(above.splitViewController)
        record.presentedViewController = identifier(own.presented.some ?? above.presented)
        record.presentingViewController = identifier(
            own.parent.isNone ? own.presenter : above.presenter)
    }

    /// Searches a controller and its ancestors for the values of a `Family`. O(depth), or O(1) if
    /// `known` contains the result.
    private func family(of controller: Handle, _ known: inout [Handle: Family]) -> Family {
        var path: [Handle] = []
        var current = controller
        while !current.isNone, known[current] == nil {
            path.append(current)
            current = self[current].parent
        }
        var family = known[current] ?? Family()
        if current.isNone, let outermost = path.last {
            family.presenter = self[outermost].presenter
        }
        while let next = path.popLast() {
            if let presented = self[next].presented.some { family.presented = presented }
            switch self[kindOf: next].ancestorProperty {
            case .navigationController: family.navigationController = next
            case .tabBarController: family.tabBarController = next
            case .splitViewController: family.splitViewController = next
            case nil: break
            }
            known[next] = family
        }
        return family
    }

    public func record(transition: Transition) -> TransitionRecord {
        let plan = transition.plan
        var record = TransitionRecord()
        record.id = transition.id
        record.container = Identifier(unchecked: self[plan.container].name)
        record.from = identifier(plan.from ?? plan.leaving.first)
        record.to = identifier(plan.to ?? plan.entering.first)
        record.style = styles[plan.style].name
        record.tracks =
            plan.reversed ? styles[plan.style].tracks.reversed : styles[plan.style].tracks
        record.direction = plan.direction
        record.duration = plan.duration
        record.curve = plan.curve
        record.options = plan.options
        record.animated = transition.animated
        record.interactive = transition.isInteractive
        record.progress =
            transition.isInteractive
            ? transition.progress
            : plan.curve.progress(after: now.seconds - transition.began.seconds, of: plan.duration)
        record.began = transition.began.seconds
        record.alongside = alongside(transition.id)
        return record
    }

    /// Returns the frame of a controller's view.
    package func frame(of controller: Handle) -> Frame { self[controller].frame }
    /// Returns the frame of a window. The frame has the window's size, and its origin is (0, 0).
    package func frame(ofWindow window: Handle) -> Frame { self[window].frame }
    /// Returns the superview of a view, or `.none`. The superview may be a window.
    package func superview(of view: Handle) -> Handle { self[view].superview }

    package func isWindow(_ handle: Handle) -> Bool { self[handle].role == .window }
    package func isController(_ handle: Handle) -> Bool { self[handle].role == .controller }
}

extension Scene {
    /// The names of all container kinds, by index. The name of a removed kind is empty.
    public var kindNames: [String] { kinds.entries.map(\.name) }
    public var styleNames: [String] { styles.all.map(\.name) }
    public var transitionStyles: [TransitionStyle] { styles.all }

    /// The numbers of windows, controllers, views without a controller, running transitions and
    /// queued commands.
    public struct Counts: Sendable {
        public var windows = 0
        public var controllers = 0
        public var views = 0
        public var transitions = 0
        public var queuedCommands = 0
    }

    public func count() -> Counts {
        var counts = Counts()
        counts.transitions = runningTransitionCount
        counts.queuedCommands = state.waiting.count
        counts.windows = count(of: .window)
        counts.controllers = count(of: .controller)
        counts.views = count(of: .view)
        return counts
    }

    /// Returns the type of a method's command, or nil if the scene does not support the method.
    public func command(_ method: String) -> (any SceneCommand.Type)? { commands[method] }

    /// Combines all commands that were executed since the revision `before` into one transaction,
    /// so that they increase the revision by at most one.
    public mutating func closeBatch(since before: Int) {
        makeUnique()
        revision = revision == before ? before : before + 1
    }
}

/// Lists of all objects of one type, such as all controllers. Clients can receive a list in several
/// replies (pages). All pages of a list show the same revision of the state.
extension Scene {
    /// Returns the records of one page of a list (the part in one reply), and the string with which
    /// a client requests the next page.
    ///
    /// - Parameter all: The whole list. It is computed only for a valid request.
    /// - Throws: `invalidArgument` for an invalid limit or start, `staleRevision` if the state has
    ///   changed since the previous page, `tooLarge` if the client requested the whole list at once
    ///   and the list is too long.
    func portion<Element, Record: FieldValue>(
        _ request: ListRange, of all: () -> [Element], _ record: (Element) -> Record
    ) throws(CommandError) -> (records: [Record], next: String?) {
        try portion(request, from: 0) { (start, portion) throws(CommandError) in
            let elements = all()
            // The list is computed as a whole, whatever its page is.
            note(visits: 16 * elements.count)
            for index in min(start, elements.count)..<elements.count {
                guard try portion.add(record(elements[index])) else { return index }
            }
            return nil
        }
    }

    /// Returns the records of one page of the list of all windows or all controllers, and the
    /// string with which a client requests the next page. O(records, and skipped ones).
    ///
    /// - Parameters:
    ///   - only: The only object of the list. Nil for a list of all objects.
    ///   - isListed: Whether the list contains an object.
    ///   - record: Returns the record of an object, or throws `tooLarge` if it takes more than
    ///     `bytesLeft` bytes.
    /// - Throws: As for any list.
    func portion<Record: FieldValue>(
        _ request: ListRange, of role: Node.Role, only: Handle? = nil,
        where isListed: (Handle) -> Bool = { _ in true },
        _ record: (_ object: Handle, _ bytesLeft: Int) throws(CommandError) -> Record
    ) throws(CommandError) -> (records: [Record], next: String?) {
        let first = Int(only?.slot ?? firstSlot(of: role))
        return try portion(request, from: first) { (start, portion) throws(CommandError) in
            guard start == first || (only == nil && isSlot(start, of: role)) else {
                throw .foreignCursor
            }
            var slot = UInt32(start)
            while slot != 0 {
                let object = handle(at: slot)
                if only != nil || isListed(object) {
                    do throws(CommandError) {
                        guard try portion.add(try record(object, portion.bytesLeft)) else {
                            return Int(slot)
                        }
                    } catch {
                        // A record that does not fit here may fit on the next page.
                        guard error.name == .tooLarge, request.isPaged, !portion.elements.isEmpty
                        else { throw error }
                        return Int(slot)
                    }
                } else {
                    // An object that is only skipped takes as long as several accesses.
                    note(visits: 8)
                }
                slot = only == nil ? self[object].next : 0
            }
            return nil
        }
    }

    /// Returns the records that `fill` adds to a page, and the string with which a client requests
    /// the next page.
    ///
    /// - Parameter fill: Adds the records from an index on. Returns the index of the first record
    ///   that is not on the page, or nil at the end of the list.
    private func portion<Record: FieldValue>(
        _ request: ListRange, from first: Int,
        _ fill: (_ start: Int, inout ListPortion<Record>) throws(CommandError) -> Int?
    ) throws(CommandError) -> (records: [Record], next: String?) {
        var portion = try ListPortion<Record>(request)
        let start = try request.after.map { (text) throws(CommandError) in
            try ListCursor(text, at: revision).position
        }
        let next = try fill(start ?? first, &portion)
        return (
            portion.elements, next.map { ListCursor(revision: revision, position: $0).description }
        )
    }

    /// Returns the record of a controller. The record contains the records of the controller's
    /// descendants, nested in each other. `Limits.depth` limits the nesting.
    ///
    /// - Throws: `tooLarge` if the record takes more than `bytes` bytes.
    func branch(
        from controller: Handle, bytes: Int, _ known: inout [Handle: Family]
    ) throws(CommandError) -> ControllerRecord {
        var left = bytes
        return try branch(from: controller, left: &left, &known)
    }

    private func branch(
        from controller: Handle, left: inout Int, _ known: inout [Handle: Family]
    ) throws(CommandError) -> ControllerRecord {
        var record = record(controller: controller, &known)
        left -= JSONLength.of(record)
        guard left >= 0 else {
            throw .treeTooLarge
        }
        var branches: [ControllerRecord] = []
        for child in self[controller].children.all {
            branches.append(try branch(from: child, left: &left, &known))
        }
        record.branches = branches
        return record
    }
}
