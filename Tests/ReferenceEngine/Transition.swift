import PagerModel

/// A change of the shown controllers, running or done at once.
final class Transition {
    let container: Controller
    let order: Order
    /// The two sides in the event `began`.
    var from: Controller?
    var to: Controller?
    /// The controllers that receive disappearance callbacks, top first, and those that receive
    /// appearance callbacks.
    var leaving: [Controller]
    var entering: [Controller]
    var style = "none"
    var direction = TransitionDirection.forward
    var duration = 0.0
    var curve = TransitionCurve.easeInOut
    var options: TransitionOptions = []
    var animated = false
    var interactive = false

    var number = 0
    /// The views animated alongside, with their end values.
    var alongside: [(view: View, goal: AlongsideView)] = []
    /// The views animated alongside from the beginning.
    var moving: [(view: View, goal: AlongsideView)] = []
    var deadline: Deadline?
    /// The entering controllers that a client has already shown, which only the transition may do
    /// [5.6].
    var alreadyAppeared: [Controller] = []
    /// Whether this is a `controller.transition`, during which a client may remove the views.
    var isClients = false
    /// Whether any controller appears or disappears.
    var isSeen = true
    /// Whether another change of the container has ended the transition.
    var isReplaced = false

    /// Returns the frame that an entering view gets when it is loaded.
    var frame: ((Controller) -> Frame)?
    /// Adds parent-child relationships, before views load.
    var edgesBegin: () -> Void = {}
    /// Adds the views, removes them, and restores them.
    var putIn: (Controller) -> Void = { _ in }
    var takeOut: (Controller) -> Void = { _ in }
    var takeBack: (Controller) -> Void = { _ in }
    var markAlreadyAppeared: () -> Void = {}
    /// Runs directly before `began`.
    var announce: () -> Void = {}
    /// Runs directly after `began`.
    var afterBegan: () -> Void = {}
    /// Makes the decision, after `began` or at the end of an interactive transition.
    var decide: () -> Void = {}
    var beforeDid: (_ through: Bool) -> Void = { _ in }
    var beforeCompletion: () -> Void = {}
    var afterCompletion: () -> Void = {}
    var backBeforeCompletion: () -> Void = {}
    var backAfterCompletion: () -> Void = {}
    var beforeEnded: () -> Void = {}
    var afterEnded: (TransitionOutcome) -> Void = { _ in }

    init(_ container: Controller, _ order: Order, leaving: [Controller], entering: [Controller]) {
        self.container = container
        self.order = order
        self.leaving = leaving
        self.entering = entering
        from = leaving.first
        to = entering.first
    }

    var id: String { "t\(number)" }
    /// Whether the transition is interactive.
    var isHeld: Bool { animated && interactive }
    /// Whether the transition is modal; modal ones run in parallel with those of a container.
    var isModal = false

    /// Whether the container ends the transition with the entering controller.
    func settles(_ outcome: TransitionOutcome) -> Bool {
        outcome == .completed || outcome == .superseded && !isHeld && !isReplaced
    }
}
