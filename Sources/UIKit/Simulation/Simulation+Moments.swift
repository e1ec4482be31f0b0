internal import Containment
internal import PagerModel

extension Simulation {
    /// The moments at which calls have their effects.
    public enum Moments: Sendable {
        /// As in UIKit: a call does only a part of its work before it returns. The rest happens in
        /// the layout pass and the commit at the end of the run loop's cycle.
        case uikit
        /// A call does all its work before it returns, except for animations and layout.
        case immediate
    }

    /// Whether a call leaves a part of its work to the rest of the run loop's cycle. False inside
    /// callbacks, which have their own order.
    var leavesWork: Bool { moments == .uikit && callbacks.isEmpty }

    /// The part of the cycle in which a command runs that code calls in a callback; nil if it runs
    /// as soon as the callbacks have ended.
    func moment<C: SceneCommand>(of _: C.Type) -> Moment? {
        guard moments == .uikit else { return nil }
        return C.self == ModalPresent.self || C.self == ModalDismiss.self ? .commit : .layout
    }

    /// Returns whether the engine accepts a command now. Reports a refusal as an issue.
    func accepts<C: SceneCommand>(_ command: C) -> Bool {
        do throws(CommandError) {
            _ = try command.validate(in: scene)
            return true
        } catch {
            report(Simulation.Issue(error))
            return false
        }
    }

    /// Executes the commands that wait for the layout pass, of one container or of all.
    func runWaitingChanges(of container: Handle? = nil) {
        guard leavesWork, scene.hasWaitingChanges else { return }
        drive { $0.runWaitingChanges(of: container) }
    }

    /// Called when a command that has waited has run, or was refused.
    func endWaiting(_ number: Int, _ error: CommandError?) {
        guard let end = waitingCalls.removeValue(forKey: number) else { return }
        if let error { report(Simulation.Issue(error)) }
        end()
    }
}
