internal import PagerModel

/// The information that is kept about an ended transition. It has the fields of a
/// `TransitionRecord` except the tracks (the animated properties), which are determined by the
/// style.
struct EndedTransition: Sendable {
    /// The id of the transition.
    var id = TransitionID(0)
    var container = Identifier(unchecked: "")
    var from: Identifier?
    var to: Identifier?
    var style = 0
    var reversed = false
    var direction = TransitionDirection.forward
    var duration = 0.0
    var curve = TransitionCurve.easeInOut
    var options: TransitionOptions = []
    var animated = false
    var interactive = false
    var progress = 0.0
    var began = Instant.zero
    var ended = Instant.zero
    var outcome = TransitionOutcome.completed
    /// Whether the entering controllers are visible after the transition.
    var showsEntering = true
}

/// The most recently ended transitions, kept so that a client without a subscription can query
/// their outcome.
///
/// They are divided into several arrays (chunks). If a transition ends after the scene was copied,
/// only one of these arrays must be copied.
struct EndedTransitions: Sendable {
    private var chunks: [[EndedTransition]] = []
    private var count = 0

    private static let chunk = 32

    /// Appends a transition, which must have ended after all transitions in the list. Removes the
    /// oldest chunk if the other chunks contain at least `Limits.endedTransitions` transitions.
    /// O(number of chunks).
    mutating func append(_ transition: EndedTransition) {
        if let last = chunks.indices.last, chunks[last].count < Self.chunk {
            chunks[last].append(transition)
        } else {
            var next: [EndedTransition] = []
            next.reserveCapacity(Self.chunk)
            next.append(transition)
            chunks.append(next)
        }
        count += 1
        if count - chunks[0].count >= Limits.endedTransitions {
            count -= chunks.removeFirst().count
        }
    }

    /// The latest transitions, newest first, at most `Limits.endedTransitions`.
    private var latest: some Sequence<EndedTransition> {
        chunks.reversed().lazy.flatMap { $0.reversed() }.prefix(Limits.endedTransitions)
    }

    /// The ended transition with the given id, or nil if it is no longer kept.
    /// O(`Limits.endedTransitions`).
    subscript(id: TransitionID) -> EndedTransition? { latest.first { $0.id == id } }

    /// Removes the transitions for which `isUnwanted` returns true. O(`Limits.endedTransitions`).
    mutating func removeAll(where isUnwanted: (EndedTransition) -> Bool) {
        let kept = latest.reversed().filter { !isUnwanted($0) }
        self = EndedTransitions()
        for transition in kept { append(transition) }
    }

    var ids: [TransitionID] { latest.map(\.id) }

    mutating func visit(_ archive: inout Archive) {
        var list = Array(latest.reversed())
        archive.visit(&list, new: EndedTransition()) { $0.visit(&$1) }
        archive.require(
            list.count <= Limits.endedTransitions,
            "there are \(list.count) ended transitions, but at most \(Limits.endedTransitions) are "
                + "kept")
        guard archive.isReading else { return }
        archive.require(
            Set<TransitionID>(list.map(\.id)).count == list.count, "a transition has ended twice")
        self = EndedTransitions()
        for transition in list { append(transition) }
    }
}

extension EndedTransition {
    mutating func visit(_ archive: inout Archive) {
        id.visit(&archive)
        var name = Optional(container)
        Self.visit(&name, &archive)
        container = name ?? container
        archive.require(name != nil, "an ended transition has no container")
        Self.visit(&from, &archive)
        Self.visit(&to, &archive)
        archive.visit(style: &style)
        reversed.visit(&archive)
        archive.visit(&direction)
        duration.visit(&archive)
        archive.visit(&curve)
        archive.visit(&options)
        animated.visit(&archive)
        interactive.visit(&archive)
        progress.visit(&archive)
        began.visit(&archive)
        ended.visit(&archive)
        archive.visit(&outcome)
        showsEntering.visit(&archive)
    }

    /// Archives a name. Nil is archived as an empty string.
    private static func visit(_ name: inout Identifier?, _ archive: inout Archive) {
        var text = name?.text ?? ""
        text.visit(&archive)
        guard archive.isReading else { return }
        name = Identifier(text)
        archive.require(
            text.isEmpty || name != nil, "an ended transition has the invalid name \(quoted(text))")
    }
}

extension Scene {
    /// Records the outcome of a transition. O(1).
    mutating func remember(
        _ transition: Transition, _ outcome: TransitionOutcome, showsEntering: Bool
    ) {
        let plan = transition.plan
        var ended = EndedTransition()
        ended.id = transition.id
        ended.container = Identifier(unchecked: self[plan.container].name)
        ended.from = identifier(plan.from ?? plan.leaving.first)
        ended.to = identifier(plan.to ?? plan.entering.first)
        ended.style = plan.style
        ended.reversed = plan.reversed
        ended.direction = plan.direction
        ended.duration = plan.duration
        ended.curve = plan.curve
        ended.options = plan.options
        ended.animated = transition.animated
        ended.interactive = transition.isInteractive
        ended.progress = transition.progress
        ended.began = transition.began
        ended.ended = now
        ended.outcome = outcome
        ended.showsEntering = showsEntering
        state.ended.append(ended)
    }

    /// Returns the record of a recently ended transition, or nil if it is no longer kept.
    func ended(_ id: TransitionID) -> TransitionRecord? {
        guard let ended = state.ended[id] else { return nil }
        var record = TransitionRecord()
        record.id = ended.id
        record.container = ended.container
        record.from = ended.from
        record.to = ended.to
        record.style = styles[ended.style].name
        let tracks = styles[ended.style].tracks
        record.tracks = ended.reversed ? tracks.reversed : tracks
        record.direction = ended.direction
        record.duration = ended.duration
        record.curve = ended.curve
        record.options = ended.options
        record.animated = ended.animated
        record.interactive = ended.interactive
        record.progress =
            ended.interactive
            ? ended.progress
            : ended.curve.progress(
                after: ended.ended.seconds - ended.began.seconds, of: ended.duration)
        record.began = ended.began.seconds
        record.ended = ended.ended.seconds
        record.outcome = ended.outcome
        record.selected = ended.showsEntering ? ended.to : ended.from
        return record
    }
}
