internal import Containment
internal import PagerModel

/// A container that shows one page, or two pages side by side. The user can turn the pages.
open class UIPageViewController: UIViewController {
    public enum TransitionStyle: Int, Sendable { case pageCurl, scroll }
    public enum NavigationOrientation: Int, Sendable { case horizontal, vertical }
    public enum NavigationDirection: Int, Sendable { case forward, reverse }
    public enum SpineLocation: Int, Sendable { case none, min, mid, max }

    public struct OptionsKey: Hashable, RawRepresentable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let spineLocation = OptionsKey(rawValue: "spineLocation")
        public static let interPageSpacing = OptionsKey(rawValue: "interPageSpacing")
    }

    public let transitionStyle: TransitionStyle
    public let navigationOrientation: NavigationOrientation
    public let spineLocation: SpineLocation
    private var shown: [UIViewController] = []
    private(set) lazy var gesture = PageGesture(of: self)
    /// The page that an animated `setViewControllers` with the style `scroll` has left, and the
    /// direction in which it lies. As in UIKit, the next gesture in this direction goes there
    /// without asking the data source. Nil if there is no such page.
    private(set) var cache: (page: UIViewController, direction: NavigationDirection)?
    /// Whether a page turn of the user is running.
    private(set) var isTurningByUser = false

    public init(
        transitionStyle: TransitionStyle, navigationOrientation: NavigationOrientation,
        options: [OptionsKey: Any]? = nil
    ) {
        self.transitionStyle = transitionStyle
        self.navigationOrientation = navigationOrientation
        let spine = options?[.spineLocation]
        spineLocation =
            transitionStyle == .scroll
            ? .none
            : spine as? SpineLocation
                ?? (spine as? Int).flatMap { SpineLocation(rawValue: $0) } ?? .min
        super.init(nibName: nil, bundle: nil)
    }

    public required init?(coder: NSCoder) {
        transitionStyle = .pageCurl
        navigationOrientation = .horizontal
        spineLocation = .min
        super.init(coder: coder)
    }

    override class var kind: String { "page" }

    override var optionsOfKind: [Value.Member] {
        var options: [Value.Member] = [
            Value.Member("style", .string(transitionStyle == .scroll ? "scroll" : "curl")),
            Value.Member(
                "navigationOrientation",
                .string(navigationOrientation == .vertical ? "vertical" : "horizontal")),
        ]
        switch spineLocation {
        case .mid: options.append(Value.Member("spine", .string("mid")))
        case .max: options.append(Value.Member("spine", .string("max")))
        case .min, .none: break
        }
        return options
    }

    open weak var delegate: (any UIPageViewControllerDelegate)?
    /// The object that provides the pages. Setting it empties the page cache.
    open weak var dataSource: (any UIPageViewControllerDataSource)? {
        didSet { cache = nil }
    }

    open override func loadView() {
        super.loadView()
        view.addGestureRecognizer(gesture.pan)
        if transitionStyle == .pageCurl { view.addGestureRecognizer(gesture.tap) }
    }

    /// Whether pages are turning.
    var isTurning: Bool {
        guard let handle else { return false }
        return simulation.transitions.isRunning(handle)
    }

    open var isDoubleSided = false {
        didSet { update("doubleSided", .bool(isDoubleSided)) }
    }

    public var viewControllers: [UIViewController]? { shown }

    open func setViewControllers(
        _ controllers: [UIViewController]?, direction: NavigationDirection, animated: Bool,
        completion: ((Bool) -> Void)? = nil
    ) {
        if isTurningByUser, animated, transitionStyle == .scroll {
            return simulation.report(
                Simulation.Issue(
                    text: "No view controller managing visible view \(view ?? UIView())",
                    exception: "NSInternalInconsistencyException"))
        }
        let old = shown.first
        turn(to: controllers ?? [], direction, animated: animated, user: false, completion)
        guard animated, transitionStyle == .scroll, let old, controllers?.contains(old) == false
        else { return }
        cache = (old, direction == .forward ? .reverse : .forward)
    }

    /// Simulates a page turn without a finger: requests the next or previous page from the data
    /// source, turns to it and calls the delegate. Does nothing if there is no such page or no data
    /// source.
    public func simulateTurn(_ direction: NavigationDirection) {
        guard let next = neighbours(direction) else { return }
        turn(to: next, direction, animated: true, user: true, nil)
    }

    func turn(
        to controllers: [UIViewController], _ direction: NavigationDirection, animated: Bool,
        user: Bool, _ completion: ((Bool) -> Void)?
    ) {
        guard let id = requireID(), let handle else { return }
        cache = nil
        if user { isTurningByUser = true }
        simulation.keeping(controllers) {
            simulation.perform(
                PageSet {
                    $0.id = id
                    $0.controllers = controllers.compactMap { $0.requireID(in: simulation) }
                    $0.direction = direction == .forward ? .forward : .reverse
                    $0.user = user
                    $0.motion = TransitionRequest { $0.animated = animated }
                },
                moving: .container(handle), animated: animated, completion: completion)
        }
        if user, !isTurning { isTurningByUser = false }
    }

    func endTurnOfUser() { isTurningByUser = false }

    func update(pages new: [UIViewController]) {
        simulation.released += shown.filter { old in !new.contains { $0 === old } }
        shown = new
    }
}

@preconcurrency @MainActor
public protocol UIPageViewControllerDataSource: AnyObject {
    func pageViewController(
        _ pageViewController: UIPageViewController,
        viewControllerBefore viewController: UIViewController
    ) -> UIViewController?
    func pageViewController(
        _ pageViewController: UIPageViewController,
        viewControllerAfter viewController: UIViewController
    ) -> UIViewController?
    func presentationCount(for pageViewController: UIPageViewController) -> Int
    func presentationIndex(for pageViewController: UIPageViewController) -> Int
}

extension UIPageViewControllerDataSource {
    public func presentationCount(for pageViewController: UIPageViewController) -> Int { 0 }
    public func presentationIndex(for pageViewController: UIPageViewController) -> Int { 0 }
}

@preconcurrency @MainActor
public protocol UIPageViewControllerDelegate: AnyObject {
    func pageViewController(
        _ pageViewController: UIPageViewController,
        willTransitionTo pendingViewControllers: [UIViewController])
    func pageViewController(
        _ pageViewController: UIPageViewController, didFinishAnimating finished: Bool,
        previousViewControllers: [UIViewController], transitionCompleted completed: Bool)
}

extension UIPageViewControllerDelegate {
    public func pageViewController(
        _ pageViewController: UIPageViewController,
        willTransitionTo pendingViewControllers: [UIViewController]
    ) {}
    public func pageViewController(
        _ pageViewController: UIPageViewController, didFinishAnimating finished: Bool,
        previousViewControllers: [UIViewController], transitionCompleted completed: Bool
    ) {}
}
