import PagerModel

/// A view: a rectangle with a superview and subviews. Windows are views too.
class View {
    let name: String
    unowned let engine: Reference
    /// Whose view it is; nil for a plain one.
    weak var controller: Controller?
    weak var superview: View?
    var subviews: [View] = []
    var frame: Frame
    var hidden = false
    /// Destroyed; a presentation may still remember it.
    var isGone = false
    var attributes = ViewAttributes()

    init(_ name: String, _ frame: Frame, in engine: Reference) {
        self.name = name
        self.frame = frame
        self.engine = engine
    }

    /// The window it has come into; a window is in itself.
    weak var window: Window?

    func isInside(_ other: View) -> Bool {
        self === other || superview?.isInside(other) ?? false
    }

    /// The view and all below it, outer first.
    var subtree: [View] { [self] + subviews.flatMap(\.subtree) }

    /// The controllers of the subtree that no other controller's view lies between.
    var outermostControllers: [Controller] {
        if let controller { return [controller] }
        return subviews.flatMap(\.outermostControllers)
    }

    /// The controller whose view this is or lies in.
    var nearestController: Controller? { controller ?? superview?.nearestController }

    var depth: Int { (superview?.depth ?? 0) + 1 }
}

final class Window: View {
    var size: Size
    var root: Controller?
    var covered = Insets()
    /// While a resize takes time.
    var resizeEnd: Deadline?

    init(_ name: String, size: Size, in engine: Reference) {
        self.size = size
        super.init(name, Frame(size), in: engine)
        window = self
    }
}

/// Who has begun the appearance transition that a controller is in, and will end it.
enum Driver {
    case nobody, client, parent, viewTree, transition
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
    /// The container in whose list it stands: pages, tabs, a stack, columns.
    weak var lister: Controller?
    /// Whether a container has made it its child by itself.
    var isManaged = false

    var appearance = Appearance.disappeared
    var animated = false
    var driver = Driver.nobody
    /// How many `end` a client owes.
    var depth = 0
    var wasToldIsAppearing = false
    /// While its own viewWillAppear or viewWillDisappear is being told.
    var isInWill = false

    /// Whether its didMove comes when it has appeared [6.7].
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
    /// Whether a presentation has taken its view out, and from where.
    var isDisplaced = false
    weak var displacedFrom: View?

    /// Of a pager or a tab bar.
    var trail = Trail()
    /// Of a pager or a page controller.
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
    /// Appeared or about to, in a window or in none [3.9] [9.3].
    var isVisible: Bool { appearance == .appearing || appearance == .appeared }
    /// Visible, and in a window.
    var isOnScreen: Bool { isVisible && window != nil }
    var isRoot: Window? { engine.windows.first { $0.root === self } }

    /// Itself and all contained controllers.
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
    /// Whether a page turn by a person holds `autoAdvance`.
    var isHeld = false
    var selected: Controller? { index.map { pages[$0] } }
    /// The page whose view is in the pager.
    weak var shown: Controller?
    /// The others of which the view is in it.
    var beside: [Controller] = []
    var advance: Deadline?
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
    /// Those of the stack that hid the tab bar when they came.
    var hiders: [Controller] = []
    /// Whether the delegate has still to hear of the top.
    var isTopNew = false
}

struct PageState {
    var options = PageOptions()
    /// The visible ones.
    var pages: [Controller] = []
    /// With those that a data source has supplied beside them.
    var all: [Controller] = []

    var isTwo: Bool { options.spine == .mid }
    /// Whether a sheet that turns shows a page on its back.
    var hasBacks: Bool { !isTwo && options.style == .curl && options.doubleSided == true }
    /// How many pages of a source one turn takes.
    var takes: Int { isTwo || hasBacks ? 2 : 1 }
}

struct SplitState {
    var options = SplitOptions()
    weak var primary: Controller?
    /// Only with three columns.
    weak var supplementary: Controller?
    weak var secondary: Controller?
    var collapsed = false
    var mode = SplitDisplayMode.automatic

    /// From the side on, without the primary one.
    var others: [Controller] { [supplementary, secondary].compactMap { $0 } }
    var all: [Controller] { [primary].compactMap { $0 } + others }
}

/// Something that happens at a time.
final class Deadline {
    let time: Instant
    let action: () -> Void

    init(_ time: Instant, _ action: @escaping () -> Void) {
        self.time = time
        self.action = action
    }
}
