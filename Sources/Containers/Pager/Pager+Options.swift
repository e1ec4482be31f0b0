public import Containment
public import PagerModel

/// Methods that validate a pager's options, and update the pager after new options have been set.
extension Pager {
    public func validate(_ options: PagerOptions, in scene: Scene) throws(CommandError) {
        _ = try scene.style(named: options.transition.forward, at: "transition.forward")
        _ = try scene.style(named: options.transition.backward, at: "transition.backward")
        guard (0...Limits.seconds).contains(options.duration) else {
            throw .invalidArgument(
                "must be between 0 and \(Int(Limits.seconds)) s, got \(options.duration)",
                path: "duration")
        }
        guard options.offscreenLimit >= 0 else {
            throw .invalidArgument(
                "must be at least 0, got \(options.offscreenLimit)", path: "offscreenLimit")
        }
        guard options.offscreenLimit <= Limits.offscreenPages else {
            throw CommandError(
                .limitExceeded,
                "must be at most \(Limits.offscreenPages), got \(options.offscreenLimit)",
                path: "offscreenLimit")
        }
        if let pause = options.autoAdvance, pause <= 0 || pause > Limits.seconds {
            throw .invalidArgument(
                "must be above 0 and at most \(Int(Limits.seconds)) s, or null; got \(pause)",
                path: "autoAdvance")
        }
        if let source = options.dataSource {
            try source.check()
            guard !options.wrap else {
                throw .invalidArgument(
                    "the ends of a pager with a dataSource are not known and cannot be joined; set "
                        + "wrap to false", path: "wrap")
            }
        }
        guard (0...Limits.seconds).contains(options.resumeAfter) else {
            throw .invalidArgument(
                "must be between 0 and \(Int(Limits.seconds)) s, got \(options.resumeAfter)",
                path: "resumeAfter")
        }
        try validateLayout(options)
        let inset = options.inset
        for edge in [inset.top, inset.left, inset.bottom, inset.right]
        where abs(edge) > Limits.points {
            throw .invalidArgument(
                "must be between -\(Int(Limits.points)) and \(Int(Limits.points)) points, got "
                    + "\(edge)", path: "inset")
        }
    }

    public func isDefault(_ pager: Handle, in scene: Scene) -> Bool {
        scene[Pager.self, pager].options.isDefault
    }

    private func validateLayout(_ options: PagerOptions) throws(CommandError) {
        guard (1...12).contains(options.pagesPerView) else {
            throw .invalidArgument(
                "must be between 1 and 12 pages, got \(options.pagesPerView)",
                path: "pagesPerView")
        }
        for (length, path) in [(options.spacing, "spacing"), (options.peek, "peek")]
        where !(0...Limits.points).contains(length) {
            throw .invalidArgument(
                "must be between 0 and \(Int(Limits.points)) points, got \(length)", path: path)
        }
        guard (1...100).contains(options.step) else {
            throw .invalidArgument(
                "must be between 1 and 100 pages, got \(options.step)", path: "step")
        }
        if let keep = options.dataSource?.keep, keep < options.step {
            throw .invalidArgument(
                "a turn needs \(options.step) pages beyond the visible ones, and keep of the "
                    + "dataSource is \(keep); raise keep or lower step", path: "step")
        }
    }

    public func optionsDidChange(of pager: Handle, in scene: inout Scene) {
        let names = scene[Pager.self, pager].options.transition
        scene[Pager.self, pager].forward = scene.style(named: names.forward) ?? 0
        scene[Pager.self, pager].backward = scene.style(named: names.backward) ?? 0
        requestPages(of: pager, in: &scene)
        let shown = scene[Pager.self, pager].shown
        if !shown.isNone, !scene[Pager.self, pager].isStrip {
            scene.setFrame(shown, pageFrame(of: pager, in: scene))
        }
        beginHistory(of: pager, in: &scene)
        checkHold(of: pager, in: &scene)
        keepNeighbours(of: pager, in: &scene)
        rest(pager, in: &scene)
    }
}
