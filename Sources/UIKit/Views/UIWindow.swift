internal import Containment
internal import PagerModel

/// A window of the simulated screen.
open class UIWindow: UIView {
    private var root: UIViewController?
    private var isShown = false

    public override init(frame: CGRect) {
        super.init(frame: frame)
        simulation.windows.append(WeakView(view: self))
        let name = simulation.name(for: self)
        if simulation.perform(
            WindowCreate({
                $0.id = name
                $0.size = Size(frame.size)
            })) != nil
        {
            handle = simulation.scene.find(name.text)
            id = name
            if let handle { simulation.objects.set(self, at: handle) }
        }
    }

    /// Creates the `UIWindow` for a window that a client of the daemon has created.
    init(of handle: Handle, _ size: CGSize) {
        super.init(frame: CGRect(origin: .zero, size: size))
        isShown = true
    }

    /// Creates a window that fills the screen.
    public convenience init() {
        self.init(frame: CGRect(origin: .zero, size: Simulation.current.screenSize))
    }

    /// Creates a window that fills the screen.
    public convenience init(windowScene: UIWindowScene) { self.init() }

    /// The window scene of the simulated screen. There is only one such scene.
    open var windowScene: UIWindowScene? {
        get { UIApplication.shared.scene }
        set {}
    }

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

    /// Shows the root view controller. Returns whether the engine accepts it.
    private func showRoot() -> Bool {
        guard let id else { return false }
        let controller = root?.requireID(in: simulation)
        if root != nil, controller == nil { return false }
        return simulation.perform(
            WindowSetRoot {
                $0.id = id
                $0.controller = controller
            }) != nil
    }

    override func tell(frame: Frame, of id: Identifier) {
        simulation.perform(
            WindowResize {
                $0.id = id
                $0.size = frame.size
            })
    }

    func update(root controller: UIViewController?) {
        if let root, root !== controller { simulation.released.append(root) }
        root = controller
    }

    open override var next: UIResponder? { nil }
}
