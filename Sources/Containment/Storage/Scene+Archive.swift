public import PagerModel

extension Scene {
    /// Writes or reads the complete persistent state. After reading, the same commands produce the
    /// same events as in the scene that was written.
    ///
    /// To read, call this function on a new scene that was created with the program's release,
    /// kinds, commands and styles. Kinds and styles are found by name, and the program's
    /// definitions take precedence. If a kind, method or declaration is missing, or the release
    /// differs, the archive reports a problem and the scene is unchanged. After reading, every slot
    /// (index of a record) that the scene refers to exists. To check whether the state is
    /// consistent, call `violations`.
    ///
    /// O(size of the scene).
    ///
    /// - Precondition: No transaction is running, and the events of the last one have been drained.
    public mutating func visit(_ archive: inout Archive) {
        precondition(
            log.isEmpty && state.freed.isEmpty && nesting == 0,
            "archive a scene only between two transactions, after its events have been drained")
        guard archive.isReading else {
            // Records are visited in place, so no other code may read them meanwhile, not even
            // through a copy of the scene on another thread.
            makeUnique()
            compactDeadlines()
            return state.visit(&archive)
        }
        // These values come from the program, all others from the archive.
        var read = SceneState(
            release, kinds.filter { !$0.isHosted }, state.events, commands)
        read.styles = styles
        read.observer = state.observer
        read.visit(&archive)
        guard archive.problem == nil else { return }
        storage = SceneStorage(read)
        linkAll()
        measure()
        findStrays()
        state.contexts = presentations.values.count { $0.style.isInContext }
    }
}

extension Scene {
    /// Sets the option `definesPresentationContext` to true for every controller whose kind has
    /// true as its default [11.3]. O(controllers).
    package mutating func defineDefaultContexts() {
        makeUnique()
        for controller in list(.controller)
        where kinds[Int(self[controller].kind)].definesPresentationContext {
            options[Int(controller.slot)].definesPresentationContext = true
        }
    }
}

extension SceneState {
    /// The versions of the archive's format. When you change the archived data, here or in another
    /// `visit` function, add a version. A name such as `withEnded` says which data the version has
    /// added.
    private static let (oldest, withEnded, withCovered, withAlongside, withResizes) = (
        1, 2, 3, 4, 5
    )
    private static let format = withResizes
    /// The additions to the states of container kinds, with the format version in which each
    /// appeared. The code that reads a state calls `archive.holds` to check whether the archive
    /// contains an addition.
    private static let changesOfStates = [
        "dataSources": 4, "heldAutoAdvances": 4, "hiddenBars": 4, "selectionHistories": 4,
        "threeColumns": 4, "visibleMembers": 5,
    ]

    /// Archives the stored properties of the state, except:
    ///
    /// - those that are used only during one message or transaction: the log, `freed`, `nesting`,
    ///   `levels`, the counters of reactions, `postponed`, `queueStart`, `cuts`, `ignored`,
    ///   `ignoredReason`, `moved`, `showsUnseen`, `starting`, `stopsCallback`, `refusedStrays`,
    ///   `strayRefusal`, `relocations` and `settled`;
    /// - those that the program sets: `commands`, `events`, `observer`, `isProvisional`,
    ///   `mostNodes`, `mostQueuedBytes` and `queueBudget`;
    /// - those that are derived from others: `identities`, `reactions`, `kindPlaces`,
    ///   `vacantKinds`, `styleIndexes`, `names`, `orders`, `absent`, `leads`, `contexts`,
    ///   `lowerHeights`, `strays`, `queuedBytes`, `contentBytes` and `hostedContentBytes`;
    /// - `drained`, because a scene that is read from an archive numbers its events from 0.
    fileprivate mutating func visit(_ archive: inout Archive) {
        var format = Self.format
        format.visit(&archive)
        archive.require(
            (Self.oldest...Self.format).contains(format),
            "the format of the scene is \(format), and this pagerd reads formats \(Self.oldest) "
                + "to \(Self.format)")
        for (change, first) in Self.changesOfStates where format >= first {
            archive.held.insert(TextKey(change))
        }
        archive.expect(release.rawValue, "release of iOS")
        archive.reserve(nodes.count * 256)
        let places = visitKinds(&archive)
        visitStyles(&archive)
        // This call sets no limit, unlike `visit(clock:)`, because a manual clock may be at any
        // time.
        now.visit(&archive)
        archive.visit(counter: &revision)
        Node.visit(&nodes, &archive)
        archive.declaration(of: ControllerOptions.self, "a controller")
        archive.declaration(of: ControllerOptions.self, isIn: CreationRecord.self)
        visitOptions(&archive)
        archive.declaration(of: ViewAttributes.self, "a view")
        archive.visit(&attributes, by: Handle.isInOrder, new: ViewAttributes()) { $0.visit(&$1) }
        free.visit(&archive)
        archive.visit(counter: &nextSerial)
        archive.visit(counter: &nextAssigned)
        visitStores(places, &archive)
        Transition.visit(&transitions, &archive)
        archive.visit(counter: &nextTransition)
        WaitingCommand.visit(&queues, commands, &archive)
        origin.visit(&archive)
        archive.visit(&presentations, by: Handle.isInOrder, new: Presentation()) { $0.visit(&$1) }
        archive.visit(&displaced, by: Handle.isInOrder, new: Displacement()) { $0.visit(&$1) }
        deadlines.visit(&archive)
        dirty.visit(&archive)
        changedSilently.visit(&archive)
        if format >= Self.withEnded { ended.visit(&archive) }
        if format >= Self.withCovered { covered.visit(&archive) }
        if format >= Self.withAlongside { visitAlongside(&archive) }
        if format >= Self.withResizes { visitResizes(&archive) }
        if archive.isReading, archive.problem == nil { complete(places, &archive) }
    }

    /// Archives the views that are animated alongside running transitions.
    private mutating func visitAlongside(_ archive: inout Archive) {
        archive.declaration(of: AlongsideView.self, "a view animated alongside")
        archive.visit(&alongside, by: <, new: []) { changes, archive in
            archive.visit(&changes, new: AlongsideChange()) { $0.visit(&$1) }
        }
        archive.require(
            alongside.keys.allSatisfy { transitions[$0] != nil },
            "views are animated alongside a transition that does not run")
    }

    /// Archives the windows whose animated resize is running.
    private mutating func visitResizes(_ archive: inout Archive) {
        archive.visit(&resizes, by: Handle.isInOrder, new: 0) { $0.visit(&$1) }
        archive.visit(counter: &nextResize)
        archive.require(
            resizes.keys.allSatisfy { window in
                let node = nodes[Int(window.slot)]
                return node.role == .window && node.generation == window.generation
            }, "a resize refers to no window")
    }

    /// Archives the options of each record in place, because copies would be slow.
    private mutating func visitOptions(_ archive: inout Archive) {
        let standard = ControllerOptions()
        if archive.isReading { options = Array(repeating: standard, count: nodes.count) }
        for slot in 0..<nodes.count where archive.problem == nil {
            archive.visit(&options[slot], mostly: standard)
        }
    }

    /// Archives the container kinds by name, each with the declaration of its options. When
    /// reading, adds missing kinds that plugin processes host.
    ///
    /// - Returns: For each kind of the archive, its index among the scene's kinds.
    private mutating func visitKinds(_ archive: inout Archive) -> [Int] {
        var places: [Int] = []
        let count = archive.count(kinds.count)
        for place in 0..<count where archive.problem == nil {
            var (name, isHosted) = archive.isReading ? ("", false) : heading(of: place)
            name.visit(&archive)
            isHosted.visit(&archive)
            places.append(archive.isReading ? found(name, isHosted, &archive) : place)
            if archive.problem == nil { visitOptions(of: kinds[places[place]], &archive) }
        }
        return places
    }

    private func heading(of place: Int) -> (String, Bool) {
        (kinds[place].name, kinds[place].isHosted)
    }

    /// Returns the index of a container kind that was read from an archive. A missing kind is added
    /// if a plugin process hosts it.
    private mutating func found(_ name: String, _ isHosted: Bool, _ archive: inout Archive) -> Int {
        if isHosted, name.isEmpty {
            add(.vacant)
            return kinds.count - 1
        }
        if let place = kindPlaces[TextKey(name)] {
            archive.require(
                kinds[place].isHosted == isHosted,
                isHosted
                    ? "a plugin hosted the kind \(name), which is built in now"
                    : "the archive contains the kind \(name) twice")
            return place
        }
        archive.require(isHosted && Identifier(name) != nil, "the kind \(quoted(name)) is unknown")
        if archive.problem == nil { add(KindEntry(hosted: name)) }
        return kinds.count - 1
    }

    private func visitOptions(of entry: KindEntry, _ archive: inout Archive) {
        Self.visitOptions(of: entry.kind, entry.name, &archive)
    }

    private static func visitOptions<K: ContainerKind>(
        of _: K, _ name: String, _ archive: inout Archive
    ) {
        archive.declaration(of: K.State.Options.self, "the kind \(name)")
    }

    /// Archives the styles in order, because they are referenced by index. When reading, the
    /// program's definition of a style takes precedence, and the program's new styles are appended.
    private mutating func visitStyles(_ archive: inout Archive) {
        let present = styles
        archive.declaration(of: TransitionStyle.self, "a style")
        styles.visit(&archive)
        guard archive.isReading else { return }
        archive.require(styles.first?.name == present[0].name, "the first style is not none")
        var indexes: [TextKey: Int] = [:]
        for (index, style) in styles.enumerated() { indexes[TextKey(style.name)] = index }
        archive.require(indexes.count == styles.count, "two styles have the same name")
        for style in present {
            if let index = indexes[TextKey(style.name)] {
                styles[index] = style
            } else {
                indexes[TextKey(style.name)] = styles.count
                styles.append(style)
            }
        }
        styleIndexes = indexes
        archive.styles = styles.count
    }

    /// Writes or reads the states that all kinds store for their controllers. `places` contains the
    /// index of each kind, in the order in which the archive lists the kinds.
    private func visitStores(_ places: [Int], _ archive: inout Archive) {
        for place in places where archive.problem == nil { stores[place].visit(&archive) }
    }
}

extension SceneState {
    /// Computes the derived values, and validates the kinds, names and states of the records that
    /// were read, because the engine uses them without further checks.
    fileprivate mutating func complete(_ places: [Int], _ archive: inout Archive) {
        archive.require(nodes[0].role == .free, "slot 0 is in use")
        queuedBytes = queues.values.joined().reduce(0) { $0 + $1.bytes }
        contentBytes = options.reduce(0) { $0 + $1.contentFootprint }
        names.reserveCapacity(nodes.count - min(free.count, nodes.count))
        for slot in 0..<nodes.count where archive.problem == nil {
            let kind = Int(nodes[slot].kind)
            guard kind < places.count else {
                archive.fail(
                    "there are \(places.count) kinds, but a controller is of kind number \(kind)")
                return
            }
            guard let place = UInt16(exactly: places[kind]) else {
                archive.fail("a controller is of kind number \(places[kind]), above \(UInt16.max)")
                return
            }
            nodes[slot].kind = place
            guard nodes[slot].role != .free else { continue }
            let handle = Handle(slot: UInt32(slot), generation: nodes[slot].generation)
            let other = names.updateValue(UInt32(slot), forKey: TextKey(nodes[slot].name))
            archive.require(other == nil, "two records have the same name")
            if nodes[slot].role == .controller {
                archive.require(hasState(handle), "\(nodes[slot].name) has no state")
                if kinds[Int(place)].isHosted {
                    hostedContentBytes += options[slot].contentFootprint
                }
            }
        }
        archive.require(
            free.allSatisfy { $0 > 0 && $0 < nodes.count && nodes[Int($0)].role == .free },
            "a record in the free list is in use")
        archive.require(
            stores.reduce(0) { $0 + $1.count } == controllerCount, "a state has no controller")
    }

    private func hasState(_ controller: Handle) -> Bool {
        let node = nodes[Int(controller.slot)]
        let owners = stores[Int(node.kind)].owners
        let slot = Int(node.stateSlot)
        return slot < owners.count && owners[slot] == controller && !controller.isNone
    }

    private var controllerCount: Int {
        (0..<nodes.count).reduce(0) { $0 + (nodes[$1].role == .controller ? 1 : 0) }
    }
}
