internal import Containment
internal import PagerModel
internal import PagerWire

/// Earlier states of the scene that clients are still reading. Without them, a state of several
/// pages could not be read while something changes often.
///
/// The scene and a kept state share their storage until the next change, which copies it once.
struct KeptStates {
    /// The scene at a revision.
    struct State {
        var scene: Scene
        let point: StatePoint
        let peer: Peer
        let start: Instant
        var lastRead: Instant
        /// Whether a reader wants to keep it for other reads.
        var isWanted: Bool
        /// Whether the latest read was that of the last page. The reply may be lost, so the reader
        /// may repeat it, and another reader may not be there yet.
        var isRead = false

        /// The time from which on the state is no longer kept.
        var end: Instant {
            min(
                lastRead.advanced(by: Limits.keptStateIdleSeconds),
                start.advanced(by: Limits.keptStateSeconds))
        }
    }

    private var states: [State] = []

    /// Keeps a state for `Limits.keptStateIdleSeconds` after each read, and for at most
    /// `Limits.keptStateSeconds`. If the places of the peer or all places are taken, those of states
    /// that have been read to their ends are free; else does nothing.
    mutating func keep(
        _ scene: Scene, at point: StatePoint, for peer: Peer, isWanted: Bool, at time: Instant
    ) {
        if let index = index(of: point.revision) {
            states[index].isRead = false
            if isWanted { states[index].isWanted = true }
            return
        }
        if !hasPlace(for: peer) { states.removeAll { $0.isRead } }
        guard hasPlace(for: peer) else { return }
        states.append(
            State(
                scene: scene, point: point, peer: peer, start: time, lastRead: time,
                isWanted: isWanted))
    }

    private func hasPlace(for peer: Peer) -> Bool {
        states.count < Limits.keptStates
            && states.count(where: { $0.peer == peer }) < Limits.keptStatesOfPeer
    }

    /// Records that a reader has read a state to its end.
    mutating func finish(_ revision: Int) {
        guard let index = index(of: revision) else { return }
        states[index].isRead = !states[index].isWanted
    }

    private func index(of revision: Int) -> Int? {
        states.firstIndex { $0.point.revision == revision }
    }

    /// Returns the state at a revision for one more read, or nil if it is not kept.
    mutating func state(at revision: Int, at time: Instant) -> State? {
        guard let index = index(of: revision) else { return nil }
        states[index].lastRead = time
        states[index].isRead = false
        return states[index]
    }

    /// Lets go of the states whose time is over.
    mutating func expire(at time: Instant) {
        if !states.isEmpty { states.removeAll { $0.end <= time } }
    }
}

extension Service {
    /// - Throws: `staleRevision` if the request is for another revision than the current one.
    private func checkRevision(of request: Request) throws(CommandError) {
        guard let revision = request.ifRevision, revision != scene.revision else { return }
        throw CommandError(
            .staleRevision, "the revision is \(scene.revision), not \(revision)",
            path: "ifRevision")
    }

    /// Runs a request. If it only reads and names a revision that is kept, it reads that state.
    ///
    /// - Throws: `staleRevision` if `ifRevision` is neither kept nor the current revision, and the
    ///   errors of the request.
    mutating func reading(
        _ request: Request, _ entry: MethodTable.Entry,
        _ body: (inout Service) throws(CommandError) -> Void
    ) throws(CommandError) {
        guard let revision = request.namedRevision, revision != scene.revision,
            entry.readsScene, !mayChangeState(request, entry),
            let kept = keptStates.state(at: revision, at: present)
        else {
            try checkRevision(of: request)
            return try body(&self)
        }
        var other = kept.scene
        swap(&scene, &other)
        keptPoint = kept.point
        defer {
            swap(&scene, &other)
            keptPoint = nil
        }
        try body(&self)
    }
}

extension Request {
    /// The revision of the state that the request names, in `ifRevision` or in `after`.
    fileprivate var namedRevision: Int? {
        ifRevision
            ?? params.first { $0.name == "after" }?.value.string
            .flatMap { ListCursor($0) }?.revision
    }
}
