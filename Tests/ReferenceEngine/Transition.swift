import PagerModel

/// A change from what is shown to something else, under way or done in one go.
final class Transition {
    let container: Controller
    let order: Order
    /// As `began` tells them.
    var from: Controller?
    var to: Controller?
    /// Who hears that it leaves, top first, and who that it comes.
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
    var progress = 0.0
    /// What moves along, and where to.
    var alongside: [(view: View, goal: AlongsideView)] = []
    /// What moves along from the beginning.
    var moving: [(view: View, goal: AlongsideView)] = []
    var began = Instant.zero
    var deadline: Deadline?
    /// Entering ones that a client has shown already, which only the transition may do [5.6].
    var untimely: [Controller] = []
    /// `controller.transition`: a client can take the views away in the middle of it.
    var isClients = false
    /// Whether anybody appears or disappears.
    var isSeen = true
    /// Whether another change of the container has ended it.
    var isReplaced = false

    /// What the entering views get as soon as they are loaded.
    var frame: ((Controller) -> Frame)?
    /// Before views load: edges that begin.
    var edgesBegin: () -> Void = {}
    /// How the views come in, and go out, and go back.
    var putIn: (Controller) -> Void = { _ in }
    var takeOut: (Controller) -> Void = { _ in }
    var takeBack: (Controller) -> Void = { _ in }
    var markUntimely: () -> Void = {}
    /// Directly before `began`.
    var announce: () -> Void = {}
    /// Directly after `began`.
    var afterBegan: () -> Void = {}
    /// After that, or at the end of the hand's movement.
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
    /// Whether a hand holds it.
    var isHeld: Bool { animated && interactive }
    /// Modal ones run beside those of a container.
    var isModal = false

    /// Whether the container has come to rest with what was to come.
    func settles(_ outcome: TransitionOutcome) -> Bool {
        outcome == .completed || outcome == .superseded && !isHeld && !isReplaced
    }
}
