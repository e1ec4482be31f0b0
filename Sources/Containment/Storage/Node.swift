internal import PagerModel

/// One slot of the scene: a controller with its view, a plain view, or a window.
struct Node: Sendable {
    enum Role: UInt8, Sendable, BitwiseCopyable {
        case free, controller, view, window

        /// What automatic names begin with.
        var prefix: String {
            switch self {
            case .free: preconditionFailure("a free slot has no name")
            case .controller: "c"
            case .view: "v"
            case .window: "w"
            }
        }
    }

    /// Who opened the appearance transition that is under way, and so who may end it.
    enum Driver: UInt8, Sendable, BitwiseCopyable {
        case nobody
        /// beginAppearanceTransition, called by a client or a reaction [4.8].
        case manual
        /// A running transition of the container or presenter.
        case transition
        /// Forwarded from the parent's own appearance [3.5].
        case parent
        /// The view entered or left a window [3.2] [3.3].
        case tree
    }

    struct Flags: OptionSet, Sendable, BitwiseCopyable {
        let rawValue: UInt16
        static let viewLoaded = Flags(rawValue: 1 << 0)
        static let hidden = Flags(rawValue: 1 << 1)
        static let forwards = Flags(rawValue: 1 << 2)
        /// Added by its container's own code, not by a client's addChild.
        static let managed = Flags(rawValue: 1 << 3)
        static let animated = Flags(rawValue: 1 << 4)
        static let movingTo = Flags(rawValue: 1 << 5)
        static let movingFrom = Flags(rawValue: 1 << 6)
        static let beingPresented = Flags(rawValue: 1 << 7)
        static let beingDismissed = Flags(rawValue: 1 << 8)
        /// viewIsAppearing has been sent in this appearance [3.11].
        static let saidIsAppearing = Flags(rawValue: 1 << 9)
        /// Its will callback is being sent and has not been forwarded to the children yet.
        static let inWillPhase = Flags(rawValue: 1 << 10)
        static let needsLayout = Flags(rawValue: 1 << 11)
        /// Has reactions of its own (`on`).
        static let reacts = Flags(rawValue: 1 << 12)
        static let isRoot = Flags(rawValue: 1 << 13)
        /// Its container sends didMove when it has really appeared [6.7].
        static let owedDidMove = Flags(rawValue: 1 << 14)
        /// Its appearance does not follow a window: a client drives it, its page controller showed
        /// it early, or its container sends it no callbacks [2.3] [4.10] [9.3].
        static let unseen = Flags(rawValue: 1 << 15)
    }

    var generation: UInt32 = 0
    var stateSlot: UInt32 = 0
    var kind: UInt16 = 0
    var openings: UInt16 = 0
    var flags: Flags = []
    var role = Role.free
    var appearance = Appearance.disappeared
    var driver = Driver.nobody
    /// The slots of the records of this role that were created before and after it, 0 for none.
    var previous: UInt32 = 0
    var next: UInt32 = 0
    /// Where it was last found in its container's list, among its parent's children and among its
    /// superview's subviews.
    var place: UInt32 = 0
    var childPlace: UInt32 = 0
    var viewPlace: UInt32 = 0
    var height = Height()
    var viewHeight = Height()

    var parent = Handle.none
    var superview = Handle.none
    var window = Handle.none
    /// The container in whose list of pages, tabs or stack members it stands.
    var container = Handle.none
    var presented = Handle.none
    var presenter = Handle.none
    /// The transition that runs in it as a container, and the one it runs as a presenter.
    var running = TransitionID(0)
    var presenting = TransitionID(0)

    var frame = Frame(.zero)
    /// Contained controllers; of a window its root.
    var children = HandleList()
    /// Back to front.
    var subviews = HandleList()
    var name = ""
    /// Grows with each creation: the order in which everything is listed.
    var serial: UInt64 = 0

}
