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
            log.isEmpty && state.records.freed.isEmpty && !isReacting,
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
            release, kinds.entries.filter { !$0.isHosted }, state.events, commands,
            records: Limits.nodes)
        read.styles = styles
        read.observer = observer
        read.visit(&archive)
        guard archive.problem == nil else { return }
        storage = SceneStorage(read)
        state.records.linkAll()
        measure()
        findMisplacedChildren()
        findBreakpoints()
    }
}

extension Scene {
    /// Sets the option `definesPresentationContext` to true for every controller whose kind has
    /// true as its default [11.3]. O(controllers).
    package mutating func defineDefaultContexts() {
        makeUnique()
        for controller in list(.controller)
        where self[kindOf: controller].definesPresentationContext {
            self[optionsOf: controller].definesPresentationContext = true
        }
    }
}

extension SceneState {
    /// The versions of the archive's format. When you change the archived data, here or in another
    /// `visit` function, add a version. A name such as `withEnded` says which data the version has
    /// added.
    private static let (
        oldest, withEnded, withCovered, withAlongside, withResizes, withPauses
    ) = (
        1, 2, 3, 4, 5, 6
    )
    private static let format = withPauses
    /// The additions to the states of container kinds, with the format version in which each
    /// appeared. The code that reads a state calls `archive.holds` to check whether the archive
    /// contains an addition.
    private static let changesOfStates = [
        "dataSources": 4, "heldAutoAdvances": 4, "hiddenBars": 4, "selectionHistories": 4,
        "threeColumns": 4, "visibleMembers": 5, "pausedTimes": 6,
    ]

    /// Archives the parts of the state, except:
    ///
    /// - those that are used only during one message or transaction: the log, `nesting`,
    ///   `postponed`, `cycle`, `turn` except a silent change, `ignored` and `stops`;
    /// - those that the program sets: `commands`, `events`, `observer` and `isProvisional`;
    /// - what the parts derive from other values, such as the heights of records, or what the
    ///   program sets in them, such as limits; see their functions `visit`;
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
        archive.reserve(records.slotCount * 256)
        let kindIndexes = kinds.visit(&archive)
        styles.visit(&archive)
        // This call sets no limit, unlike `visit(clock:)`, because a manual clock may be at any
        // time.
        now.visit(&archive)
        archive.visit(counter: &revision)
        records.visit(&archive)
        kinds.visitStates(kindIndexes, &archive)
        transitions.visitRunning(&archive)
        waiting.visit(commands, &archive)
        requestNumber.visit(&archive)
        presentations.visit(&archive)
        deadlines.visit(&archive)
        layout.visit(&archive)
        turn.visit(&archive)
        if format >= Self.withEnded { ended.visit(&archive) }
        if format >= Self.withCovered { content.visit(&archive) }
        if format >= Self.withAlongside { transitions.visitAlongside(&archive) }
        if format >= Self.withResizes { resizes.visit(records, &archive) }
        if archive.isReading, archive.problem == nil { complete(kindIndexes, &archive) }
    }
}

extension SceneState {
    /// Computes the derived values, and validates the kinds, names and states of the records that
    /// were read, because the engine uses them without further checks.
    fileprivate mutating func complete(_ kindIndexes: [Int], _ archive: inout Archive) {
        var controllers = 0
        for slot in 0..<records.slotCount where archive.problem == nil {
            let kind = Int(records[slot].kind)
            guard kind < kindIndexes.count else {
                let count = kindIndexes.count
                archive.fail(
                    "there are \(count) kinds, but a controller is of kind number \(kind)")
                return
            }
            guard let index = UInt16(exactly: kindIndexes[kind]) else {
                archive.fail(
                    "a controller is of kind number \(kindIndexes[kind]), above \(UInt16.max)")
                return
            }
            records[slot].kind = index
            let node = records[slot]
            let isController = node.role == .controller
            content.count(
                records[optionsAt: slot].contentFootprint,
                isHosted: isController && kinds[Int(index)].isHosted)
            guard isController else { continue }
            controllers += 1
            archive.require(
                kinds.hasState(
                    records.handle(at: UInt32(slot)), at: Int(node.stateSlot), ofKind: Int(index)),
                "\(node.name) has no state")
        }
        records.complete(&archive)
        archive.require(kinds.stateCount == controllers, "a state has no controller")
    }
}
