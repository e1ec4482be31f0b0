internal import PagerModel

/// A record of the scene: a controller with its view, a view without a controller, a window, or a
/// free slot.
struct Node: Sendable {
    enum Role: UInt8, Sendable, BitwiseCopyable {
        case free, controller, view, window

        /// The prefix of the automatic names of records with this role.
        var prefix: String {
            switch self {
            case .free: preconditionFailure("a free slot has no name")
            case .controller: "c"
            case .view: "v"
            case .window: "w"
            }
        }
    }

    /// The originator of the running appearance transition. Only the originator may complete it.
    enum Driver: UInt8, Sendable, BitwiseCopyable {
        case none
        /// `beginAppearanceTransition` was called by a client, or by a reaction (a command that the
        /// controller's option `on` runs in a callback) [4.8].
        case manual
        /// The controller appears or disappears in a transition of its container or presenter.
        case transition
        /// The parent forwards the appearance transition [3.5].
        case parent
        /// The view entered or left a window [3.2] [3.3].
        case tree
    }

    struct Flags: OptionSet, Sendable, BitwiseCopyable {
        let rawValue: UInt16
        static let viewLoaded = Flags(rawValue: 1 << 0)
        static let hidden = Flags(rawValue: 1 << 1)
        static let forwards = Flags(rawValue: 1 << 2)
        /// The container's own code, not a client, added the controller as a child.
        static let managed = Flags(rawValue: 1 << 3)
        static let animated = Flags(rawValue: 1 << 4)
        static let movingTo = Flags(rawValue: 1 << 5)
        static let movingFrom = Flags(rawValue: 1 << 6)
        static let beingPresented = Flags(rawValue: 1 << 7)
        static let beingDismissed = Flags(rawValue: 1 << 8)
        /// `viewIsAppearing` has been sent during the current appearance [3.11].
        static let saidIsAppearing = Flags(rawValue: 1 << 9)
        /// `viewWillAppear` or `viewWillDisappear` is being sent and has not been forwarded to the
        /// children yet.
        static let inWillPhase = Flags(rawValue: 1 << 10)
        static let needsLayout = Flags(rawValue: 1 << 11)
        /// The controller has reactions: commands that its option `on` runs in callbacks.
        static let reacts = Flags(rawValue: 1 << 12)
        static let isRoot = Flags(rawValue: 1 << 13)
        /// `didMove` must still be called after the controller has appeared [6.7].
        static let owedDidMove = Flags(rawValue: 1 << 14)
        /// The appearance does not depend on a window, for one of these reasons: a client controls
        /// the appearance, a page controller showed the page early, or the container does not
        /// forward callbacks [2.3] [4.10] [9.3].
        static let unseen = Flags(rawValue: 1 << 15)
    }

    var generation: UInt32 = 0
    var stateSlot: UInt32 = 0
    var kind: UInt16 = 0
    var openings: UInt16 = 0
    var flags: Flags = []
    var role = Role.free
    var appearance = Appearance.disappeared
    var driver = Driver.none
    /// The slots of the previous and next record with the same role in the order of creation, or 0.
    var previous: UInt32 = 0
    var next: UInt32 = 0
    /// The last known positions of the record: in its container's list, among its parent's children
    /// and among its superview's subviews. A search for the record starts there.
    var memberIndex: UInt32 = 0
    var childPosition: UInt32 = 0
    var viewPosition: UInt32 = 0
    var height = Height()
    var viewHeight = Height()

    var parent = Handle.none
    var superview = Handle.none
    var window = Handle.none
    /// The container whose list of pages, tabs or stack members contains the controller.
    var container = Handle.none
    var presented = Handle.none
    var presenter = Handle.none
    /// The running transition in which the controller is the container. 0 if there is none.
    var running = TransitionID(0)
    /// The running transition in which the controller is the presenter. 0 if there is none.
    var presenting = TransitionID(0)

    var frame = Frame(.zero)
    /// The children of a controller, or the root controller of a window.
    var children = HandleList()
    /// The subviews from back to front.
    var subviews = HandleList()
    var name = ""
    /// The record's number in the order of creation. Lists of records are sorted by this number.
    var serial: UInt64 = 0

    /// The parent of a controller. Without a parent, the container that has the controller in its
    /// list.
    @inline(__always)
    var enclosing: Handle { parent.isNone ? container : parent }

    /// The parent, the container or the presenter: the first of these that exists.
    @inline(__always)
    var above: Handle { enclosing.isNone ? presenter : enclosing }
}

extension Node {
    /// Archives the fields of the record. Omits the fields that can be computed from other records.
    /// Free slots are archived too, because the generation of a free slot is needed later.
    mutating func visit(_ archive: inout Archive) {
        generation.visit(&archive)
        stateSlot.visit(&archive)
        kind.visit(&archive)
        openings.visit(&archive)
        archive.visit(&flags)
        archive.visit(&role)
        archive.visit(&appearance)
        archive.visit(&driver)
        visitMemberIndex(&archive)
        parent.visit(&archive)
        superview.visit(&archive)
        window.visit(&archive)
        container.visit(&archive)
        presented.visit(&archive)
        presenter.visit(&archive)
        running.visit(&archive)
        presenting.visit(&archive)
        frame.visit(&archive)
        children.visit(&archive)
        subviews.visit(&archive)
        name.visit(&archive)
        serial.visit(&archive)
    }

    /// Archives 0 instead of the position at which the record was last found in a list. The
    /// position is only a hint, and a refused command may have changed it.
    private func visitMemberIndex(_ archive: inout Archive) {
        var memberIndex: UInt32 = 0
        memberIndex.visit(&archive)
    }
}

extension Node {
    /// The minimum size of an archived record in bytes.
    private static let leastBytes = 128

    /// Archives all records, including those of free slots.
    static func visit(_ nodes: inout NodeStorage, _ archive: inout Archive) {
        let count = archive.count(nodes.count, ofAtLeast: leastBytes)
        if archive.isReading {
            archive.require(count > 0, "slot 0 is missing")
            nodes = NodeStorage(capacity: max(count, 16))
            for _ in 0..<max(count, 1) { nodes.append(Node()) }
            archive.slots = UInt32(count)
        }
        for slot in 0..<count where archive.problem == nil { nodes[slot].visit(&archive) }
    }
}
