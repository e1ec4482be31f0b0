import PagerModel

// Automatic page changes.
extension Reference {
    /// Restarts autoAdvance, which counts from the end of a transition. A dwellTime may include the
    /// seconds of the page change that has just ended.
    func restartAdvance(_ pager: Controller, after change: Double = 0, left: Double? = nil) {
        call(off: pager.pager.advance)
        let options = pager.pager.options
        guard let usual = options.autoAdvance, !pager.pager.paused, pager.isVisible,
            running(in: pager) == nil
        else { return }
        if !pager.pager.isHeld {
            let own = pager.pager.selected?.options.dwellTime ?? 0
            let rest = options.dwellTimeIncludesTransition ? own - change : own
            pager.pager.advance = schedule(in: left ?? (own > 0 ? rest : usual)) { [unowned self] in
                advance(pager)
            }
        } else if options.autoAdvanceOnInteraction == .pause {
            pager.pager.advance = schedule(in: options.resumeAfter) { [unowned self] in
                guard running(in: pager) == nil else { return }
                endHold(pager)
                restartAdvance(pager)
            }
        }
    }

    private func advance(_ pager: Controller) {
        guard running(in: pager) == nil else { return }
        let (options, count) = (pager.pager.options, pager.pager.pages.count)
        var forward = !options.reverse
        let change = forward ? 1 : -1
        var next = step(pager, by: change)
        if next == nil, let side = missing(pager, by: change) { return need(side, pager) }
        if next == nil, options.rewind != .none, count > 1 {
            next = forward ? 0 : count - 1
            forward.toggle()
        }
        guard let next else { return }
        // The time counts only while the pager is visible.
        guard pager.isOnScreen else { return restartAdvance(pager) }
        turn(pager, to: next, forward: forward, TransitionRequest { $0.animated = true })
    }

    /// Resumes after a change of the list, which may have a next page now.
    func resumeAdvance(_ pager: Controller) {
        if !deadlines.has(pager.pager.advance) { restartAdvance(pager) }
    }

    /// Pauses for a person's page change.
    func holdAdvance(_ pager: Controller) {
        let options = pager.pager.options
        let isWanted = options.autoAdvance != nil && options.autoAdvanceOnInteraction != .continue
        guard isWanted, !pager.pager.isHeld else { return }
        pager.pager.isHeld = true
        tell(pager, "controller.updated", "{\"autoAdvanceHeld\":true}")
    }

    func interact(_ id: Identifier?) throws(CommandError) {
        let pager = try controller(id, kind: "pager")
        holdAdvance(pager)
        restartAdvance(pager)
    }

    /// Resumes if the options no longer pause automatic page changes.
    func checkAdvance(_ pager: Controller) {
        let options = pager.pager.options
        if options.autoAdvance == nil || options.autoAdvanceOnInteraction == .continue {
            endHold(pager)
        }
    }

    private func endHold(_ pager: Controller) {
        guard pager.pager.isHeld else { return }
        pager.pager.isHeld = false
        tell(pager, "controller.updated", "{\"autoAdvanceHeld\":false}")
    }
}
