internal import Containment
internal import PagerModel

/// A view controller whose containment, appearance and transitions are the engine's.
///
/// Every callback that UIKit calls and a subclass may override is called at the point in which UIKit
/// calls it; docs/RULES.md has the rules and their evidence.
@preconcurrency @MainActor
open class UIViewController: UIResponder {
    let simulation = Simulation.current
    /// The controller's record in the engine, nil until it takes part.
    var handle: Handle?
    /// The name of the record, nil where there is none.
    private(set) var id: Identifier?
    /// The override that the engine is calling now.
    var called: Callback?
    private var loadedView: UIView?

    public init(nibName: String?, bundle: Bundle?) {
        self.nibName = nibName
        super.init()
    }

    public convenience override init() { self.init(nibName: nil, bundle: nil) }

    /// There are no archives of controllers: a subclass makes of it what it can.
    public required init?(coder: NSCoder) {
        nibName = nil
        super.init()
    }

    deinit {
        if let handle { simulation.abandon(handle) }
    }

    /// Kept and not read: there are no nib files.
    public let nibName: String?

    /// The engine's kind of the controllers of this class.
    class var kind: String { "view" }
    /// The options that are the kind's own, when the record is made.
    var optionsOfKind: [Value.Member] { [] }

    open override var next: UIResponder? { viewIfLoaded?.superview ?? parent }

    // MARK: view

    open var view: UIView! {
        get {
            loadViewIfNeeded()
            return loadedView
        }
        set { set(view: newValue) }
    }

    public var viewIfLoaded: UIView? { loadedView }

    public var isViewLoaded: Bool { loadedView != nil }

    public func loadViewIfNeeded() {
        guard loadedView == nil, let id = requireID() else { return }
        simulation.perform(ControllerLoadViewIfNeeded(id: id))
    }

    /// Makes the view; called when it is first asked for. Do not call super where you set `view`.
    open func loadView() {
        let view = UIView()
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        self.view = view
    }

    /// Lets `loadView` run, as the engine says.
    func load() {
        guard loadedView == nil else { return }
        loadView()
        guard loadedView == nil else { return }
        simulation.issues.append(
            Simulation.Issue(
                text: "loadView of \(type(of: self)) has set no view",
                exception: "NSInternalInconsistencyException"))
        set(view: UIView())
    }

    private func set(view new: UIView?) {
        guard let new, new !== loadedView else { return }
        guard requireID() != nil, let handle else { return }
        if let old = loadedView {
            old.owner = nil
            old.handle = nil
            old.id = nil
        }
        loadedView = new
        new.become(viewOf: self, handle)
        // A view that is set before it was asked for loads the controller, as in UIKit.
        if called != .loadView { loadEngineView() }
    }

    private func loadEngineView() {
        guard let id else { return }
        simulation.perform(ControllerLoadViewIfNeeded(id: id))
    }

    open func viewDidLoad() {}
    open func viewWillAppear(_ animated: Bool) { calledByHand(.viewWillAppear, animated) }
    open func viewIsAppearing(_ animated: Bool) {}
    open func viewDidAppear(_ animated: Bool) { calledByHand(.viewDidAppear, animated) }
    open func viewWillDisappear(_ animated: Bool) { calledByHand(.viewWillDisappear, animated) }
    open func viewDidDisappear(_ animated: Bool) { calledByHand(.viewDidDisappear, animated) }
    open func viewWillLayoutSubviews() {}
    open func viewDidLayoutSubviews() {}
    open func updateViewConstraints() {}
    open func didReceiveMemoryWarning() {}

    /// A callback of another controller that code calls itself is a mistake that UIKit logs.
    private func calledByHand(_ method: ControllerCall.Method, _ animated: Bool) {
        guard called == nil, let id else { return }
        simulation.perform(ControllerCall(id: id, callback: method, animated: animated))
    }

    // MARK: what is shown of it

    open var title: String? {
        didSet { update("title", title.map { .string($0) } ?? .null) }
    }

    open var preferredContentSize = CGSize.zero {
        didSet {
            update(
                "preferredContentSize",
                .object([
                    Value.Member("width", .number(Double(preferredContentSize.width))),
                    Value.Member("height", .number(Double(preferredContentSize.height))),
                ]))
        }
    }

    // For subclasses to override. Without a status bar and rotation their values have no effect.
    open var preferredStatusBarStyle: UIStatusBarStyle { .default }
    open var prefersStatusBarHidden: Bool { false }
    open var childForStatusBarStyle: UIViewController? { nil }
    open var childForStatusBarHidden: UIViewController? { nil }
    open var supportedInterfaceOrientations: UIInterfaceOrientationMask { .allButUpsideDown }
    open var shouldAutorotate: Bool { true }
    open var edgesForExtendedLayout = UIRectEdge.all
    open var extendedLayoutIncludesOpaqueBars = false
    open var toolbarItems: [UIBarButtonItem]?
    open var preferredStatusBarUpdateAnimation: UIStatusBarAnimation { .fade }
    open var prefersHomeIndicatorAutoHidden: Bool { false }
    open var childForHomeIndicatorAutoHidden: UIViewController? { nil }
    open var preferredScreenEdgesDeferringSystemGestures: UIRectEdge { [] }
    open var childForScreenEdgesDeferringSystemGestures: UIViewController? { nil }
    open var preferredInterfaceOrientationForPresentation: UIInterfaceOrientation { .portrait }
    open var modalPresentationCapturesStatusBarAppearance = false
    open var automaticallyAdjustsScrollViewInsets = true
    open var hidesBottomBarWhenPushed = false
    open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified
    open var restorationIdentifier: String?
    open private(set) var isEditing = false

    open func setEditing(_ editing: Bool, animated: Bool) { isEditing = editing }

    /// Added to what covers the controller's view: the safe area of the view and of those inside it.
    open var additionalSafeAreaInsets = UIEdgeInsets.zero {
        didSet {
            if additionalSafeAreaInsets != oldValue { loadedView?.tellSafeAreaInsets() }
        }
    }
    /// Called when the safe area changes by `additionalSafeAreaInsets`.
    open func viewSafeAreaInsetsDidChange() {}
    open func viewLayoutMarginsDidChange() {}

    /// Shows another controller: in the nearest navigation controller, else by presenting it.
    open func show(_ controller: UIViewController, sender: Any?) {
        guard let navigation = navigationController else {
            return present(controller, animated: true)
        }
        navigation.show(controller, sender: sender)
    }

    /// Shows another controller as a detail: in the nearest split controller, else by presenting it.
    open func showDetailViewController(_ controller: UIViewController, sender: Any?) {
        guard let split = splitViewController else { return present(controller, animated: true) }
        split.showDetailViewController(controller, sender: sender)
    }

    // MARK: storyboards, of which there are none

    open var storyboard: UIStoryboard? { nil }

    /// There are no segues: it is an issue with UIKit's exception.
    open func performSegue(withIdentifier identifier: String, sender: Any?) {
        simulation.issues.append(
            Simulation.Issue(
                text: "Receiver (\(self)) has no segue with identifier '\(identifier)'",
                exception: "NSInvalidArgumentException"))
    }

    /// Called by a segue that code performs itself.
    open func prepare(for segue: UIStoryboardSegue, sender: Any?) {}
    open func shouldPerformSegue(withIdentifier identifier: String, sender: Any?) -> Bool { true }

    /// What the bar of a stack shows of the controller.
    open private(set) lazy var navigationItem = UINavigationItem(title: title ?? "")

    /// What the bar of a tab bar controller shows of the controller.
    open lazy var tabBarItem: UITabBarItem! = UITabBarItem(title: title, image: nil, tag: 0)

    open var shouldAutomaticallyForwardAppearanceMethods: Bool { true }

    // MARK: containment

    /// The container that the controller is a child of.
    open private(set) weak var parent: UIViewController?
    open private(set) var children: [UIViewController] = []

    open func addChild(_ child: UIViewController) {
        guard let id = requireID(), let other = child.requireID() else { return }
        simulation.perform(ControllerAddChild(parent: id, child: other))
    }

    open func removeFromParent() {
        guard parent != nil, let id else { return }
        simulation.perform(ControllerRemoveFromParent(id: id))
    }

    open func willMove(toParent parent: UIViewController?) {
        guard called != .willMoveToParent, let id = requireID() else { return }
        quietly(.willMoveToParent) {
            simulation.perform(ControllerWillMove(id: id, parent: parent?.requireID()))
        }
    }

    open func didMove(toParent parent: UIViewController?) {
        guard called != .didMoveToParent, let id = requireID() else { return }
        quietly(.didMoveToParent) {
            simulation.perform(ControllerDidMove(id: id, parent: parent?.requireID()))
        }
    }

    /// The callback that the command causes is the one that is running: it is not called again.
    private func quietly(_ callback: Callback, _ body: () -> Void) {
        silenced = callback
        body()
        silenced = nil
    }

    /// The callback of this controller that the engine tells and no override hears.
    var silenced: Callback?

    /// Takes over the parent that the engine has given to the controller.
    func adopt(parent new: UIViewController?, at index: Int?) {
        if let old = parent {
            simulation.released.append(self)
            old.children.removeAll { $0 === self }
        }
        parent = new
        if let new {
            let count = new.children.count
            new.children.insert(self, at: min(index ?? count, count))
        }
    }

    // MARK: presentation, by the engine's options

    open var definesPresentationContext = false {
        didSet { update("definesPresentationContext", .bool(definesPresentationContext)) }
    }

    open var providesPresentationContextTransitionStyle = false {
        didSet {
            update(
                "providesPresentationContextTransitionStyle",
                .bool(providesPresentationContextTransitionStyle))
        }
    }

    open var modalPresentationStyle = UIModalPresentationStyle.automatic {
        didSet { update("modalPresentationStyle", modalPresentationStyle.value) }
    }

    open var modalTransitionStyle = UIModalTransitionStyle.coverVertical {
        didSet { update("modalTransitionStyle", modalTransitionStyle.value) }
    }

    open func present(
        _ controller: UIViewController, animated: Bool, completion: (() -> Void)? = nil
    ) {
        performPresent(controller, animated: animated, completion: completion)
    }

    open func dismiss(animated: Bool, completion: (() -> Void)? = nil) {
        performDismiss(animated: animated, completion: completion)
    }

    open func viewWillTransition(
        to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
    ) {}

    open var isModalInPresentation = false {
        didSet { update("isModalInPresentation", .bool(isModalInPresentation)) }
    }
}

// MARK: - The record in the engine

extension UIViewController {
    /// The name of the controller's record, which is made where it has none.
    func requireID() -> Identifier? {
        if let id { return id }
        let name = simulation.name(for: self)
        let command = ControllerCreate(id: name, kind: Self.kind, options: optionsOfRecord)
        guard simulation.perform(command) != nil, let handle = simulation.scene.find(name.text)
        else {
            return nil
        }
        self.handle = handle
        id = name
        simulation.objects.set(self, at: handle)
        return name
    }

    private var optionsOfRecord: [Value.Member] {
        var options: [Value.Member] = []
        if let title { options.append(Value.Member("title", .string(title))) }
        if !shouldAutomaticallyForwardAppearanceMethods {
            options.append(Value.Member("forwardsAppearance", .bool(false)))
        }
        if definesPresentationContext {
            options.append(Value.Member("definesPresentationContext", .bool(true)))
        }
        if providesPresentationContextTransitionStyle {
            options.append(Value.Member("providesPresentationContextTransitionStyle", .bool(true)))
        }
        if isModalInPresentation {
            options.append(Value.Member("isModalInPresentation", .bool(true)))
        }
        if modalPresentationStyle != .automatic {
            options.append(Value.Member("modalPresentationStyle", modalPresentationStyle.value))
        }
        if modalTransitionStyle != .coverVertical {
            options.append(Value.Member("modalTransitionStyle", modalTransitionStyle.value))
        }
        return options + optionsOfKind
    }

    /// Changes an option of the record, where there is one.
    func update(_ option: String, _ value: Value) {
        guard let id else { return }
        simulation.perform(ControllerUpdate(id: id, options: [Value.Member(option, value)]))
    }

    /// What the engine says about the controller, nil while it takes no part.
    var record: ControllerRecord? {
        guard let handle else { return nil }
        return simulation.scene.record(controller: handle)
    }
}
