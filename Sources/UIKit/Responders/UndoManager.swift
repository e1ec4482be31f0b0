/// A stack of changes that can be undone. Changes of one cycle of the run loop are not grouped: each
/// registration is a step, unless `beginUndoGrouping()` is open.
@preconcurrency @MainActor
open class UndoManager: NSObject {
    private struct Step {
        var name = ""
        var changes: [(target: AnyObject, run: () -> Void)] = []
    }
    private enum Phase { case registering, undoing, redoing }

    private var undoSteps: [Step] = []
    private var redoSteps: [Step] = []
    private var open: [Step] = []
    private var phase = Phase.registering
    private var disabled = 0

    public override nonisolated init() {}

    open var groupsByEvent = true
    open var levelsOfUndo = 0
    open var canUndo: Bool { !undoSteps.isEmpty }
    open var canRedo: Bool { !redoSteps.isEmpty }
    open var isUndoing: Bool { phase == .undoing }
    open var isRedoing: Bool { phase == .redoing }
    open var isUndoRegistrationEnabled: Bool { disabled == 0 }
    open var groupingLevel: Int { open.count }
    open var undoActionName: String { undoSteps.last?.name ?? "" }
    open var redoActionName: String { redoSteps.last?.name ?? "" }
    open var undoMenuItemTitle: String { "Undo \(undoActionName)" }
    open var redoMenuItemTitle: String { "Redo \(redoActionName)" }

    open func registerUndo<Target: AnyObject>(
        withTarget target: Target, handler: @escaping @MainActor (Target) -> Void
    ) {
        guard isUndoRegistrationEnabled else { return }
        let change = (target: target as AnyObject, run: { [unowned target] in handler(target) })
        if !open.isEmpty { return open[open.count - 1].changes.append(change) }
        add(Step(changes: [change]))
    }

    open func registerUndo(withTarget target: Any, selector: Selector, object: Any?) {
        let target = target as AnyObject
        registerUndo(withTarget: target) { selector.send(to: $0, object.map { [$0] } ?? []) }
    }

    private func add(_ step: Step) {
        if phase == .undoing { return redoSteps.append(step) }
        undoSteps.append(step)
        if levelsOfUndo > 0 { undoSteps = undoSteps.suffix(levelsOfUndo) }
        if phase == .registering { redoSteps = [] }
    }

    open func setActionName(_ name: String) {
        if !open.isEmpty { return open[open.count - 1].name = name }
        let steps = phase == .undoing ? redoSteps : undoSteps
        guard !steps.isEmpty else { return }
        if phase == .undoing {
            redoSteps[steps.count - 1].name = name
        } else {
            undoSteps[steps.count - 1].name = name
        }
    }

    open func beginUndoGrouping() { open.append(Step()) }

    open func endUndoGrouping() {
        guard let step = open.popLast(), !step.changes.isEmpty else { return }
        if open.isEmpty { add(step) } else { open[open.count - 1].changes += step.changes }
    }

    open func undo() { run(undoSteps.popLast(), as: .undoing) }
    open func redo() { run(redoSteps.popLast(), as: .redoing) }

    /// Runs the changes of a step, the last one first. What they register becomes one step.
    private func run(_ step: Step?, as next: Phase) {
        guard let step else { return }
        phase = next
        open.append(Step(name: step.name))
        for change in step.changes.reversed() { change.run() }
        endUndoGrouping()
        phase = .registering
    }

    open func removeAllActions() {
        undoSteps = []
        redoSteps = []
    }

    open func removeAllActions(withTarget target: Any) {
        for path in [\UndoManager.undoSteps, \.redoSteps] {
            self[keyPath: path] = self[keyPath: path].compactMap { step in
                var left = step
                left.changes.removeAll { $0.target === target as AnyObject }
                return left.changes.isEmpty ? nil : left
            }
        }
    }

    open func disableUndoRegistration() { disabled += 1 }
    open func enableUndoRegistration() { disabled = max(0, disabled - 1) }
}
