public import Containment
public import PagerModel

/// A call of a public function of `Scene` with a handle that may be stale, and with a good one.
public struct Use: Sendable {
    /// The function's name in the source, and which of its handles is invalid.
    public let name: String
    public let body:
        @Sendable (inout Scene, _ bad: Handle, _ good: Handle) throws(CommandError) -> Void

    init(
        _ name: String,
        _ body: @escaping @Sendable (inout Scene, Handle, Handle) throws(CommandError) -> Void
    ) {
        self.name = name
        self.body = body
    }

    public static let all = reads + changes + publishing + lists

    private static let reads = [
        Use("shown") { scene, bad, _ throws(CommandError) in _ = try scene.shown(bad) },
        Use("identifier") { scene, bad, _ throws(CommandError) in _ = try scene.identifier(bad) },
        Use("isWindow") { scene, bad, _ throws(CommandError) in _ = try scene.isWindow(bad) },
        Use("isController") { scene, bad, _ throws(CommandError) in _ = try scene.isController(bad)
        },
        Use("record(window") { scene, bad, _ throws(CommandError) in
            _ = try scene.record(window: bad)
        },
        Use("record(view") { scene, bad, _ throws(CommandError) in _ = try scene.record(view: bad)
        },
        Use("record(controller") { scene, bad, _ throws(CommandError) in
            _ = try scene.record(controller: bad)
        },
        Use("record(presentationOf") { scene, bad, _ throws(CommandError) in
            _ = try scene.record(presentationOf: bad)
        },
        Use("container") { scene, bad, _ throws(CommandError) in _ = try scene.container(of: bad) },
        Use("parent") { scene, bad, _ throws(CommandError) in _ = try scene.parent(of: bad) },
        Use("children") { scene, bad, _ throws(CommandError) in _ = try scene.children(of: bad) },
        Use("child") { scene, bad, _ throws(CommandError) in _ = try scene.child(of: bad, at: 0) },
        Use("childCount") { scene, bad, _ throws(CommandError) in _ = try scene.childCount(of: bad)
        },
        Use("isManaged") { scene, bad, _ throws(CommandError) in _ = try scene.isManaged(bad) },
        Use("kindName") { scene, bad, _ throws(CommandError) in _ = try scene.kindName(of: bad) },
        Use("hostedKind") { scene, bad, _ throws(CommandError) in _ = try scene.hostedKind(of: bad)
        },
        Use("content") { scene, bad, _ throws(CommandError) in _ = try scene.content(of: bad) },
        Use("forwards") { scene, bad, _ throws(CommandError) in _ = try scene.forwards(bad) },
        Use("appearance") { scene, bad, _ throws(CommandError) in _ = try scene.appearance(of: bad)
        },
        Use("isVisible") { scene, bad, _ throws(CommandError) in _ = try scene.isVisible(bad) },
        Use("hasAppeared") { scene, bad, _ throws(CommandError) in _ = try scene.hasAppeared(bad) },
        Use("isOwedDidMove") { scene, bad, _ throws(CommandError) in
            _ = try scene.isOwedDidMove(bad)
        },
        Use("isRunning") { scene, bad, _ throws(CommandError) in _ = try scene.isRunning(bad) },
        Use("runningTransition") { scene, bad, _ throws(CommandError) in
            _ = try scene.runningTransition(of: bad)
        },
        Use("bounds") { scene, bad, _ throws(CommandError) in _ = try scene.bounds(of: bad) },
        Use("isViewLoaded") { scene, bad, _ throws(CommandError) in _ = try scene.isViewLoaded(bad)
        },
        Use("windowSize(ahead") { scene, bad, _ throws(CommandError) in
            _ = try scene.windowSize(ahead: bad)
        },
        Use("windowSize(of") { scene, bad, _ throws(CommandError) in
            _ = try scene.windowSize(of: bad)
        },
        Use("answer") { scene, bad, good throws(CommandError) in
            _ = try scene.answer(Question(.shouldSelect, container: good, controller: bad))
        },
        Use("answer, container") { scene, bad, good throws(CommandError) in
            _ = try scene.answer(Question(.shouldSelect, container: bad, controller: good))
        },
        Use("state") { scene, bad, _ throws(CommandError) in
            _ = try scene.state(Misuser.self, of: bad)
        },
    ]

    private static let changes = [
        Use("update") { scene, bad, _ throws(CommandError) in
            try scene.update(Misuser.self, of: bad) { $0.use = 1 }
        },
        Use("loadViewIfNeeded") { scene, bad, _ throws(CommandError) in
            try scene.loadViewIfNeeded(bad)
        },
        Use("willMove") { scene, bad, good throws(CommandError) in try scene.willMove(bad, to: good)
        },
        Use("willMove, parent") { scene, bad, good throws(CommandError) in
            try scene.willMove(good, to: bad)
        },
        Use("didMove") { scene, bad, good throws(CommandError) in try scene.didMove(bad, to: good)
        },
        Use("didMove, parent") { scene, bad, good throws(CommandError) in
            try scene.didMove(good, to: bad)
        },
        Use("addManagedChild") { scene, bad, good throws(CommandError) in
            try scene.addManagedChild(bad, to: good)
        },
        Use("addManagedChild, parent") { scene, bad, good throws(CommandError) in
            try scene.addManagedChild(good, to: bad)
        },
        Use("didMoveWhenAppeared") { scene, bad, _ throws(CommandError) in
            try scene.didMoveWhenAppeared(bad)
        },
        Use("arrange") { scene, bad, good throws(CommandError) in try scene.arrange([bad], of: good)
        },
        Use("arrange, container") { scene, bad, good throws(CommandError) in
            try scene.arrange([good], of: bad)
        },
        Use("removeFromParent") { scene, bad, _ throws(CommandError) in
            try scene.removeFromParent(bad)
        },
        Use("addView") { scene, bad, good throws(CommandError) in
            try scene.addView(of: bad, to: good, frame: Frame(.zero))
        },
        Use("addView, container") { scene, bad, good throws(CommandError) in
            try scene.addView(of: good, to: bad, frame: Frame(.zero))
        },
        Use("removeView") { scene, bad, _ throws(CommandError) in try scene.removeView(of: bad) },
        Use("hideView") { scene, bad, good throws(CommandError) in
            try scene.hideView(of: bad, in: good)
        },
        Use("hideView, container") { scene, bad, good throws(CommandError) in
            try scene.hideView(of: good, in: bad)
        },
        Use("setNeedsLayout") { scene, bad, _ throws(CommandError) in
            try scene.setNeedsLayout(bad)
        },
        Use("setFrame") { scene, bad, _ throws(CommandError) in
            try scene.setFrame(bad, Frame(.zero))
        },
        Use("start") { scene, bad, _ throws(CommandError) in
            try scene.start(TransitionPlan(container: bad))
        },
        Use("start, entering") { scene, bad, good throws(CommandError) in
            var plan = TransitionPlan(container: good)
            plan.entering = TransitionParticipants(bad)
            try scene.start(plan)
        },
        Use("start, leaving") { scene, bad, good throws(CommandError) in
            var plan = TransitionPlan(container: good)
            plan.leaving = TransitionParticipants([bad, bad])
            try scene.start(plan)
        },
        Use("start, from") { scene, bad, good throws(CommandError) in
            var plan = TransitionPlan(container: good)
            plan.from = bad
            try scene.start(plan)
        },
        Use("decideInterruption") { scene, bad, _ throws(CommandError) in
            _ = try scene.decideInterruption(
                of: bad, by: ControllerDestroy { $0.id = "x" }, policy: .queue)
        },
        Use("resolve") { scene, bad, good throws(CommandError) in
            let decision = try scene.decideInterruption(
                of: good, by: ControllerDestroy { $0.id = "x" }, policy: .queue)
            _ = try scene.resolve(decision, of: bad)
        },
        Use("supersede") { scene, bad, _ throws(CommandError) in try scene.supersede(bad) },
        Use("dropQueue") { scene, bad, _ throws(CommandError) in
            try scene.dropQueue(of: bad, because: "misuse")
        },
        Use("schedule") { scene, bad, _ throws(CommandError) in
            try scene.schedule(bad, at: .zero, token: 1)
        },
    ]

    private static let publishing = [
        Use("emit<E") { scene, bad, _ throws(CommandError) in
            try scene.emit(MisuserKind.Noted(), of: bad)
        },
        Use("announce(_ changes") { scene, bad, _ throws(CommandError) in
            try scene.announce([Value.Member("use", .integer(1))], of: bad)
        },
        Use("announce(_ name") { scene, bad, _ throws(CommandError) in
            try scene.announce("noted", of: bad)
        },
        Use("misuse") { scene, bad, _ throws(CommandError) in try scene.misuse(bad, "misused") },
        Use("ignore") { scene, bad, _ throws(CommandError) in try scene.ignore(bad, "ignored") },
    ]

    private static let lists = [
        Use("checkMembers") { scene, bad, good throws(CommandError) in
            try scene.checkMembers([bad], of: good, at: "pages")
        },
        Use("checkMembers, container") { scene, bad, good throws(CommandError) in
            try scene.checkMembers([good], of: bad, at: "pages")
        },
        Use("checkMember") { scene, bad, good throws(CommandError) in
            try scene.checkMember(bad, of: good, at: "page")
        },
        Use("checkMember, container") { scene, bad, good throws(CommandError) in
            try scene.checkMember(good, of: bad, at: "page")
        },
        Use("checkAddChild") { scene, bad, good throws(CommandError) in
            try scene.checkAddChild(bad, to: good, at: "child")
        },
        Use("checkAddChild, parent") { scene, bad, good throws(CommandError) in
            try scene.checkAddChild(good, to: bad, at: "child")
        },
        Use("checkUnused") { scene, bad, _ throws(CommandError) in
            try scene.checkUnused(bad, at: "controller")
        },
        Use("checkLeaving") { scene, bad, _ throws(CommandError) in
            try scene.checkLeaving(bad)
        },
        Use("checkRemoval") { scene, bad, good throws(CommandError) in
            try scene.checkRemoval(of: bad, from: good, isShown: false)
        },
        Use("checkRemoval, container") { scene, bad, good throws(CommandError) in
            try scene.checkRemoval(of: good, from: bad, isShown: false)
        },
        Use("secondsUntilDeadline") { scene, bad, _ throws(CommandError) in
            _ = try scene.secondsUntilDeadline(of: bad, token: 1)
        },
        Use("checkSelection") { scene, bad, good throws(CommandError) in
            try scene.checkSelection(of: bad, in: good)
        },
        Use("checkSelection, container") { scene, bad, good throws(CommandError) in
            try scene.checkSelection(of: good, in: bad)
        },
        Use("take") { scene, bad, good throws(CommandError) in try scene.take(bad, into: good) },
        Use("take, container") { scene, bad, good throws(CommandError) in
            try scene.take(good, into: bad)
        },
        Use("reserve") { scene, bad, good throws(CommandError) in
            try scene.reserve([bad], for: good)
        },
        Use("reserve, container") { scene, bad, good throws(CommandError) in
            try scene.reserve([good], for: bad)
        },
        Use("addMember") { scene, bad, good throws(CommandError) in
            try scene.addMember(bad, to: good)
        },
        Use("addMember, container") { scene, bad, good throws(CommandError) in
            try scene.addMember(good, to: bad)
        },
        Use("removeMember") { scene, bad, good throws(CommandError) in
            try scene.removeMember(bad, from: good)
        },
        Use("removeMember, container") { scene, bad, good throws(CommandError) in
            try scene.removeMember(good, from: bad)
        },
        Use("index(of") { scene, bad, good throws(CommandError) in
            _ = try scene.index(of: bad, in: [good])
        },
        Use("index(") { scene, bad, _ throws(CommandError) in
            _ = try scene.index(0, or: nil, at: "index", in: [bad], called: "page")
        },
        Use("note") { scene, bad, _ throws(CommandError) in try scene.note(indexes: [bad]) },
        Use("mayStillTake") { scene, bad, good throws(CommandError) in
            _ = try scene.mayStillTake([bad], into: good)
        },
        Use("mayStillTake, container") { scene, bad, good throws(CommandError) in
            _ = try scene.mayStillTake([good], into: bad)
        },
    ]
}
