internal import Containment
internal import PagerModel

/// A window of the simulated screen.
open class UIWindow: UIView {
    private var root: UIViewController?
    private var isShown = false

    public override init(frame: CGRect) {
        super.init(frame: frame)
        let name = simulation.name(for: self)
        if simulation.perform(WindowCreate(id: name, size: Size(frame.size))) != nil {
            handle = simulation.scene.find(name.text)
            id = name
            if let handle { simulation.objects.set(self, at: handle) }
        }
    }

    /// The object of a window that a client of a daemon has made.
    init(of handle: Handle, _ size: CGSize) {
        super.init(frame: CGRect(origin: .zero, size: size))
        isShown = true
    }

    /// A window that fills the screen.
    public convenience init() {
        self.init(frame: CGRect(origin: .zero, size: Simulation.current.screenSize))
    }

    /// A window of a scene: one that fills the screen.
    public convenience init(windowScene: UIWindowScene) { self.init() }

    public required init?(coder: NSCoder) { nil }

    public private(set) var isKeyWindow = false
    public var windowLevel = Level.normal

    public var screen: UIScreen { UIScreen.main }

    public struct Level: Hashable, RawRepresentable, Sendable {
        public let rawValue: CGFloat
        public init(rawValue: CGFloat) { self.rawValue = rawValue }
        public static let normal = Level(rawValue: 0)
        public static let statusBar = Level(rawValue: 1000)
        public static let alert = Level(rawValue: 2000)
    }

    open var rootViewController: UIViewController? {
        get { root }
        set {
            let old = root
            root = newValue
            if isShown, !showRoot() { root = old }
        }
    }

    /// Shows the window: its root view controller appears.
    open func makeKeyAndVisible() {
        isKeyWindow = true
        isHidden = false
    }

    open override var isHidden: Bool {
        didSet {
            guard !isHidden, !isShown else { return }
            isShown = true
            if !showRoot() { root = nil }
        }
    }

    /// Returns whether the engine takes the root.
    private func showRoot() -> Bool {
        guard let id else { return false }
        let controller = root?.requireID(in: simulation)
        if root != nil, controller == nil { return false }
        return simulation.perform(WindowSetRoot(id: id, controller: controller)) != nil
    }

    override func tell(frame: Frame, of id: Identifier) {
        simulation.perform(WindowResize(id: id, size: frame.size))
    }

    func adopt(root controller: UIViewController?) {
        if let root, root !== controller { simulation.released.append(root) }
        root = controller
    }

    open override var next: UIResponder? { nil }
}

/// Where windows are, as far as container code asks. There is one.
@MainActor
open class UIWindowScene: UIResponder {}

/// The simulated screen.
@MainActor
open class UIScreen {
    public static let main = UIScreen()

    open var bounds: CGRect { CGRect(origin: .zero, size: Simulation.current.screenSize) }
    open var nativeBounds: CGRect { bounds }
    open var scale: CGFloat { 1 }
}
