import PagerModel

/// A view: a rectangle with a superview and subviews. Windows are views too.
class View {
    let name: String
    unowned let engine: Reference
    /// The controller that owns the view, or nil for a plain view.
    weak var controller: Controller?
    weak var superview: View?
    var subviews: [View] = []
    var frame: Frame
    var hidden = false
    /// Whether the view was destroyed; a presentation may still refer to it.
    var isGone = false
    var attributes = ViewAttributes()

    init(_ name: String, _ frame: Frame, in engine: Reference) {
        self.name = name
        self.frame = frame
        self.engine = engine
    }

    /// The window that contains the view; a window contains itself.
    weak var window: Window?

    func isInside(_ other: View) -> Bool {
        self === other || superview?.isInside(other) ?? false
    }

    /// The controller that owns this view or its nearest ancestor with one.
    var nearestController: Controller? { controller ?? superview?.nearestController }

    var depth: Int { (superview?.depth ?? 0) + 1 }
}

final class Window: View {
    var size: Size
    var root: Controller?
    var covered = Insets()
    /// The end of a running resize.
    var resizeEnd: Deadline?

    init(_ name: String, size: Size, in engine: Reference) {
        self.size = size
        super.init(name, Frame(size), in: engine)
        window = self
    }
}

/// The actor that has begun a controller's appearance transition and will end it.
enum Driver {
    case none, client, parent, viewTree, transition
}

final class Controller {
    let name: String
    let kind: String
    var options: ControllerOptions
    unowned let engine: Reference
    let view: View
    var isViewLoaded = false

    weak var parent: Controller?
    var children: [Controller] = []
    /// The container whose list contains the controller: pages, tabs, a stack, columns.
    weak var lister: Controller?
    /// Whether the container itself has made the controller its child.
    var isManaged = false

    var appearance = Appearance.disappeared
    var animated = false
    var driver = Driver.none
    /// The number of `end` calls that a client still has to make.
    var depth = 0
    var wasToldIsAppearing = false
    /// Whether the controller's own viewWillAppear or viewWillDisappear is being sent.
    var isInWill = false

    /// Whether didMove is sent when the controller has appeared [6.7].
    var owesDidMove = false
    var movingTo = false
    var movingFrom = false
    var beingPresented = false
    var beingDismissed = false
    var presented: Controller?
    weak var presenter: Controller?
    var presentationStyle = PresentationStyle.automatic
    var presentationTransitionStyle = ""
    var removesPresentersView = false
    /// Whether a presentation has removed the controller's view, and from where.
    var isDisplaced = false
    weak var displacedFrom: View?

    /// The history of a pager or tab bar.
    var trail = Trail()
    /// The page requests of a pager or page controller.
    var onDemand = OnDemand()
    var pager = PagerState()
    var tabBar = TabBarState()
    var navigation = NavigationState()
    var page = PageState()
    var split = SplitState()

    init(_ name: String, kind: String, options: ControllerOptions, in engine: Reference) {
        self.name = name
        self.kind = kind
        self.options = options
        self.engine = engine
        view = View(name, Frame(.standard), in: engine)
        view.controller = self
    }

    var window: Window? { view.window }
    /// Whether the controller has appeared or is appearing, in a window or in none [3.9] [9.3].
    var isVisible: Bool { appearance == .appearing || appearance == .appeared }
    /// Visible, and in a window.
    var isOnScreen: Bool { isVisible && window != nil }
    var isRoot: Window? { engine.windows.first { $0.root === self } }

    /// The controller and all its descendants.
    var family: [Controller] { [self] + children.flatMap(\.family) }

    /// The outermost container.
    var familyRoot: Controller { parent?.familyRoot ?? self }

    /// Nearest container of a kind, itself excluded [12.1].
    func ancestor(_ kind: String) -> Controller? {
        guard let parent else { return nil }
        return parent.kind == kind ? parent : parent.ancestor(kind)
    }
}

struct PagerState {
    var options = PagerOptions()
    var pages: [Controller] = []
    var index: Int?
    var paused = false
    /// Whether a person's interactive page change pauses `autoAdvance`.
    var isHeld = false
    var selected: Controller? { index.map { pages[$0] } }
    /// The page whose view is in the pager.
    weak var shown: Controller?
    /// The other pages whose views are in the pager.
    var beside: [Controller] = []
    var advance: Deadline?
    /// The page and its remaining seconds when pager.pause stopped the time.
    var stopped: (page: Controller?, left: Double)?
}

struct TabBarState {
    var options = TabBarOptions()
    var barHidden = false
    var controllers: [Controller] = []
    var index: Int?
    var selected: Controller? { index.map { controllers[$0] } }
    weak var shown: Controller?
}

struct NavigationState {
    var options = NavigationOptions()
    var stack: [Controller] = []
    weak var shown: Controller?
    /// The controllers on the stack that hid the tab bar when they were pushed.
    var hiders: [Controller] = []
    /// Whether the delegate has still to be notified of the top controller.
    var isTopNew = false
}

struct PageState {
    var options = PageOptions()
    /// The visible pages.
    var pages: [Controller] = []
    /// The visible pages and those that a data source has supplied next to them.
    var all: [Controller] = []

    var isTwo: Bool { options.spine == .mid }
    /// Whether a curling sheet shows a page on its back.
    var hasBacks: Bool { !isTwo && options.style == .curl && options.doubleSided == true }
    /// The number of pages of a data source that one page change takes.
    var takes: Int { isTwo || hasBacks ? 2 : 1 }
}

struct SplitState {
    var options = SplitOptions()
    weak var primary: Controller?
    /// The supplementary column, which only three-column splits have.
    weak var supplementary: Controller?
    weak var secondary: Controller?
    var collapsed = false
    var mode = SplitDisplayMode.automatic

    /// The columns other than the primary one, from the side inwards.
    var others: [Controller] { [supplementary, secondary].compactMap { $0 } }
    var all: [Controller] { [primary].compactMap { $0 } + others }
}

/// An action that is due at a time.
final class Deadline {
    let time: Instant
    let action: () -> Void

    init(_ time: Instant, _ action: @escaping () -> Void) {
        self.time = time
        self.action = action
    }
}
