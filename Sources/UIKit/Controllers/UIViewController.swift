internal import Containment
internal import PagerModel

/// A view controller. The engine manages its children, its appearance and its transitions.
///
/// Every callback that a subclass may override is called at the same point as in UIKit.
/// docs/reference/RULES.md lists UIKit's rules for these callbacks and the tests of each rule.
@preconcurrency @MainActor
open class UIViewController: UIResponder {
    let simulation = Simulation.current
    /// The handle of the controller's record in the engine; nil if there is no record yet.
    var handle: Handle?
    /// The id of the controller's record in the engine; nil if the controller has no record yet.
    var id: Identifier?
    /// The callback whose override the engine is calling; nil while no override is being called.
    var called: Callback?
    /// The view; nil until it is loaded.
    var loadedView: UIView?

    public init(nibName: String?, bundle: Bundle?) {
        self.nibName = nibName
        nibBundle = bundle
        super.init()
    }

    public convenience override init() { self.init(nibName: nil, bundle: nil) }

    /// Creates a controller without reading from the coder; a subclass can read its own values.
    public required init?(coder: NSCoder) {
        nibName = nil
        super.init()
    }

    deinit {
        if let handle { simulation.abandon(handle) }
    }

    /// The name of the nib file from which the view is loaded; see `Simulation.nibs`.
    public let nibName: String?
    public private(set) var nibBundle: Bundle?

    /// The name of the container kind that the engine uses for controllers of this class.
    class var kind: String { "view" }
    /// Whether controllers of this class define a presentation context if code does not set
    /// `definesPresentationContext`.
    class var definesContextByDefault: Bool { false }
    /// The kind-specific options with which the engine creates the controller's record.
    var optionsOfKind: [Value.Member] { [] }

    open override var next: UIResponder? {
        viewIfLoaded?.superview ?? parent ?? presentingViewController
    }

    // MARK: view

    open var view: UIView! {
        get {
            loadViewIfNeeded()
            // If the engine refuses to load the view, it reports an issue, and the caller gets an
            // empty view.
            return loadedView ?? UIView()
        }
        set { set(view: newValue) }
    }

    open var viewIfLoaded: UIView? { loadedView }

    open var isViewLoaded: Bool { loadedView != nil }

    open func loadViewIfNeeded() {
        guard loadedView == nil, let id = requireID() else { return }
        simulation.perform(ControllerLoadViewIfNeeded { $0.id = id })
    }

    /// Creates the view. Called on the first access to `view`. An override that sets `view` must
    /// not call super.
    open func loadView() {
        let view = UIView()
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        self.view = view
        loadInterface()
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

    // MARK: shown properties

    open var title: String? {
        didSet { update("title", title.map { .string($0) } ?? .null) }
    }

    open var preferredContentSize = CGSize.zero {
        didSet {
            update("preferredContentSize", Value(fields: Size(preferredContentSize)))
            guard parent == nil, preferredContentSize != oldValue else { return }
            activePresentation?.preferredContentSizeDidChange(forChildContentContainer: self)
        }
    }

    // Subclasses may override these properties. Their values have no effect, because the simulation
    // has no status bar and does not rotate the screen by itself.
    open var preferredStatusBarStyle: UIStatusBarStyle { .default }
    open var prefersStatusBarHidden: Bool { false }
    open var childForStatusBarStyle: UIViewController? { nil }
    open var childForStatusBarHidden: UIViewController? { nil }
    // Code in the language mode of Swift 4 overrides these members. They are in the class itself,
    // because members of an extension cannot be overridden.
    @available(swift, obsoleted: 4.2, renamed: "childForStatusBarStyle")
    open var childViewControllerForStatusBarStyle: UIViewController? { childForStatusBarStyle }
    @available(swift, obsoleted: 4.2, renamed: "childForStatusBarHidden")
    open var childViewControllerForStatusBarHidden: UIViewController? { childForStatusBarHidden }
    open var supportedInterfaceOrientations: UIInterfaceOrientationMask { .allButUpsideDown }
    open var shouldAutorotate: Bool { true }
    open var preferredStatusBarUpdateAnimation: UIStatusBarAnimation { .fade }
    open var preferredInterfaceOrientationForPresentation: UIInterfaceOrientation { .portrait }
    open var modalPresentationCapturesStatusBarAppearance = false
    open var prefersHomeIndicatorAutoHidden: Bool { false }
    open var childForHomeIndicatorAutoHidden: UIViewController? { nil }
    open var preferredScreenEdgesDeferringSystemGestures: UIRectEdge { [] }
    open var childForScreenEdgesDeferringSystemGestures: UIViewController? { nil }
    /// Does nothing: there is no status bar.
    open func setNeedsStatusBarAppearanceUpdate() {}
    /// Does nothing: there is no home indicator.
    open func setNeedsUpdateOfHomeIndicatorAutoHidden() {}
    /// Does nothing: there are no system gestures.
    open func setNeedsUpdateOfScreenEdgesDeferringSystemGestures() {}
    /// Does nothing: call `Simulation.resize(to:duration:)` to rotate the screen.
    open func setNeedsUpdateOfSupportedInterfaceOrientations() {}
    /// Does nothing: call `Simulation.resize(to:duration:)` to rotate the screen.
    open class func attemptRotationToDeviceOrientation() {}
    open var edgesForExtendedLayout = UIRectEdge.all
    open var extendedLayoutIncludesOpaqueBars = false
    open var toolbarItems: [UIBarButtonItem]?
    open var automaticallyAdjustsScrollViewInsets = true
    open var hidesBottomBarWhenPushed = false {
        didSet {
            if hidesBottomBarWhenPushed != oldValue {
                update("hidesBottomBarWhenPushed", .bool(hidesBottomBarWhenPushed))
            }
        }
    }
    /// Whether the user may edit the content of the view. The setter calls
    /// `setEditing(_:animated:)`.
    open var isEditing: Bool {
        get { storedIsEditing }
        set { setEditing(newValue, animated: false) }
    }
    private var storedIsEditing = false

    open func setEditing(_ editing: Bool, animated: Bool) {
        storedIsEditing = editing
        storedEditButton?.title = editing ? "Done" : "Edit"
    }

    private var storedEditButton: UIBarButtonItem?

    /// An item whose tap changes `isEditing`.
    open var editButtonItem: UIBarButtonItem {
        if let storedEditButton { return storedEditButton }
        let item = UIBarButtonItem(
            title: isEditing ? "Done" : "Edit",
            primaryAction: UIAction { [weak self] _ in
                guard let self else { return }
                setEditing(!isEditing, animated: true)
            })
        item.title = isEditing ? "Done" : "Edit"
        storedEditButton = item
        return item
    }

    /// Insets added to the safe area of the controller's view and of its subviews.
    open var additionalSafeAreaInsets = UIEdgeInsets.zero {
        didSet {
            if additionalSafeAreaInsets != oldValue { loadedView?.tellSafeAreaInsets() }
        }
    }
    open func viewSafeAreaInsetsDidChange() {}
    open func viewLayoutMarginsDidChange() {}
    /// Whether the margins of the view are at least the system's, on a simulated phone.
    open var viewRespectsSystemMinimumLayoutMargins = true
    /// The least margins of the view: 20 points at the sides of a wide phone, else 16.
    open var systemMinimumLayoutMargins: NSDirectionalEdgeInsets {
        let screen = simulation.screenSize
        let side: CGFloat = min(screen.width, screen.height) < 414 ? 16 : 20
        return NSDirectionalEdgeInsets(top: 0, leading: side, bottom: 0, trailing: side)
    }

    // MARK: storyboards

    /// The scene from which the controller was made; nil if code has made it.
    var origin: SceneOrigin?

    open var storyboard: UIStoryboard? { origin?.storyboard }

    /// Performs a segue of the storyboard, after `prepare(for:sender:)`. Without a segue of this
    /// name, reports UIKit's exception as an issue.
    open func performSegue(withIdentifier identifier: String, sender: Any?) {
        runSegue(identifier, sender)
    }

    open func prepare(for segue: UIStoryboardSegue, sender: Any?) {}
    /// Called by `simulateSegue(withIdentifier:sender:)`, but not by `performSegue`.
    open func shouldPerformSegue(withIdentifier identifier: String, sender: Any?) -> Bool { true }
    /// Returns whether an unwind segue ends here.
    open func canPerformUnwindSegueAction(
        _ action: Selector, from source: UIViewController, sender: Any?
    ) -> Bool { responds(to: action) }
    /// Called for the containers between the source and the destination of an unwind segue in
    /// UIKit; never called here.
    open func unwind(for segue: UIStoryboardSegue, towards subsequent: UIViewController) {}
    /// Never called: an unwind goes to the first controller that has the action.
    open func allowedChildrenForUnwinding(
        from source: UIStoryboardUnwindSegueSource
    ) -> [UIViewController] { children }

    /// The item that the bar of a navigation controller shows for the controller.
    open private(set) lazy var navigationItem: UINavigationItem = {
        let item = UINavigationItem(title: title ?? "")
        item.owner = self
        return item
    }()

    /// The item that the bar of a tab bar controller shows for the controller.
    open lazy var tabBarItem: UITabBarItem! = UITabBarItem(title: title, image: nil, tag: 0)

    open var shouldAutomaticallyForwardAppearanceMethods: Bool { true }

    // MARK: containment

    /// The container view controller that this controller is a child of; nil if there is none.
    open internal(set) weak var parent: UIViewController?
    open internal(set) var children: [UIViewController] = []

    /// Makes a controller a child of this one. If it is one already, only its
    /// `willMove(toParent:)` is called again.
    open func addChild(_ child: UIViewController) {
        if child.parent === self { return child.willMove(toParent: self) }
        guard let id = requireID(), let other = child.requireID(in: simulation) else { return }
        simulation.perform(
            ControllerAddChild {
                $0.parent = id
                $0.child = other
            })
    }

    open func removeFromParent() {
        if simulation.removing === self { return simulation.deliver() }
        guard parent != nil, let id else { return }
        simulation.perform(ControllerRemoveFromParent { $0.id = id })
    }

    open func willMove(toParent parent: UIViewController?) {
        guard called != .willMoveToParent, let id = requireID() else { return }
        quietly(.willMoveToParent) {
            simulation.perform(
                ControllerWillMove {
                    $0.id = id
                    $0.parent = parent?.requireID(in: simulation)
                })
        }
    }

    open func didMove(toParent parent: UIViewController?) {
        guard called != .didMoveToParent, let id = requireID() else { return }
        quietly(.didMoveToParent) {
            simulation.perform(
                ControllerDidMove {
                    $0.id = id
                    $0.parent = parent?.requireID(in: simulation)
                })
        }
    }

    /// The callback whose override is not called while `quietly` runs; nil at all other times.
    var silenced: Callback?

    /// The appearance transition toward the present state that code has begun; nil if there is none.
    var repeated: RepeatedAppearance?

    open func beginAppearanceTransition(_ isAppearing: Bool, animated: Bool) {
        guard let id = requireID(), !beginRepeated(isAppearing, animated) else { return }
        simulation.perform(
            ControllerBeginAppearanceTransition {
                $0.id = id
                $0.appearing = isAppearing
                $0.animated = animated
            })
    }

    open func endAppearanceTransition() {
        guard let id = requireID(), !endRepeated() else { return }
        simulation.perform(ControllerEndAppearanceTransition { $0.id = id })
    }

    open var isMovingToParent: Bool { record?.isMovingToParent ?? false }
    open var isMovingFromParent: Bool {
        record?.isMovingFromParent == true && !isTellingDescendant
    }
    open var isBeingPresented: Bool { record?.isBeingPresented == true || isExpected }
    open var isBeingDismissed: Bool { record?.isBeingDismissed ?? false }

    // MARK: relations

    /// The controller that is presented by this controller or, if there is none, by the nearest
    /// ancestor that presents a controller. Nil if neither this controller nor an ancestor presents
    /// a controller.
    open var presentedViewController: UIViewController? {
        controller(named: record?.presentedViewController) ?? expectedPresentation
    }

    open var presentingViewController: UIViewController? {
        controller(named: record?.presentingViewController) ?? expectedPresenter
    }
    open var navigationController: UINavigationController? { nearestAncestor() }
    open var tabBarController: UITabBarController? { nearestAncestor() }
    open var splitViewController: UISplitViewController? { nearestAncestor() }

    // MARK: presentation

    /// The coordinator of a transition that is running or about to begin. This controller, one of
    /// its ancestors, or a controller that one of them presents takes part in this transition. Nil
    /// if there is no such transition.
    open var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? {
        currentCoordinator
    }

    /// The presentation controller of this controller or, if it is not presented, of its nearest
    /// presented ancestor. If no ancestor is presented either, the presentation controller for this
    /// controller's next presentation.
    open var presentationController: UIPresentationController? { currentPresentation }

    /// The presentation controller of a popover; nil if the presentation style is not `popover`.
    open var popoverPresentationController: UIPopoverPresentationController? {
        presentationController as? UIPopoverPresentationController
    }

    /// Replaces the visible child `old` with the child `new`. Both receive their appearance
    /// callbacks.
    ///
    /// - Parameters:
    ///   - animations: Run when the transition begins; the new values are set immediately.
    ///   - completion: Called when the transition ends on the simulation's clock. The argument is
    ///     false if the transition was cancelled.
    open func transition(
        from old: UIViewController, to new: UIViewController, duration: TimeInterval,
        options: UIView.AnimationOptions = [], animations: (() -> Void)?,
        completion: ((Bool) -> Void)? = nil
    ) {
        performTransition(
            from: old, to: new, duration: duration, options: options, animations: animations,
            completion: completion)
    }

    open weak var transitioningDelegate: (any UIViewControllerTransitioningDelegate)?
    /// The presentation controller of the current or next presentation of this controller; nil if
    /// none has been created.
    var activePresentation: UIPresentationController?

    open lazy var definesPresentationContext = Self.definesContextByDefault {
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

    /// Shows a controller in the nearest ancestor that overrides this method, such as a navigation
    /// controller. If no ancestor overrides it, presents the controller.
    open func show(_ controller: UIViewController, sender: Any?) {
        guard let parent else { return present(controller, animated: true) }
        parent.show(controller, sender: sender)
    }

    /// Shows a controller as the detail of the nearest ancestor that overrides this method, such as
    /// a split view controller. If no ancestor overrides it, presents the controller.
    open func showDetailViewController(_ controller: UIViewController, sender: Any?) {
        guard let parent else { return present(controller, animated: true) }
        parent.showDetailViewController(controller, sender: sender)
    }

    /// Returns the nearest controller, from this one up through its parents, that performs an
    /// action, such as `#selector(show(_:sender:))`. Nil if there is none.
    open func targetViewController(
        forAction action: Selector, sender: Any?
    ) -> UIViewController? {
        var current: UIViewController? = self
        while let controller = current {
            if controller.canPerformAction(action, withSender: sender) { return controller }
            current = controller.parent
        }
        return nil
    }

    // MARK: state

    /// A stored value without effect.
    open var restorationIdentifier: String?
    /// A stored value without effect.
    open var restorationClass: (any UIViewControllerRestoration.Type)?
    /// Never called: no extension has a host.
    open func beginRequest(with context: NSExtensionContext) {}
    // Never called: `viewWillTransition(to:with:)` is called instead.
    open func willRotate(to orientation: UIInterfaceOrientation, duration: TimeInterval) {}
    open func willAnimateRotation(
        to orientation: UIInterfaceOrientation, duration: TimeInterval
    ) {}
    open func didRotate(from orientation: UIInterfaceOrientation) {}

    /// What is shown instead of the content: a stored value without effect.
    open var contentUnavailableConfiguration: UIContentUnavailableConfiguration?
    open func updateContentUnavailableConfiguration(
        using state: UIContentUnavailableConfigurationState
    ) {}
    open func setNeedsUpdateContentUnavailableConfiguration() {
        updateContentUnavailableConfiguration(using: contentUnavailableConfigurationState)
    }
    /// Does nothing: bars do not follow scroll views.
    open func setContentScrollView(
        _ scrollView: UIScrollView?, for edge: NSDirectionalRectEdge = .all
    ) {}
    open func contentScrollView(for edge: NSDirectionalRectEdge) -> UIScrollView? { nil }

    /// Encodes the state from which `decodeRestorableState(with:)` restores the controller after a
    /// restart of the daemon. If the controller's kind was added with `restoresState: true`, the
    /// daemon calls this method after each transaction in which code of view controllers has run. A
    /// simulation never calls it.
    open func encodeRestorableState(with coder: NSCoder) {}
    /// Restores the state that `encodeRestorableState(with:)` has encoded. Called after a restart
    /// of the daemon. If the view was loaded before the restart, `viewDidLoad` is called first.
    open func decodeRestorableState(with coder: NSCoder) {}
    /// Called after a restart of the daemon, when all view controllers have decoded their states.
    open func applicationFinishedRestoringState() {}

    // MARK: sizes and traits

    var traitState = TraitState()
    /// Whether the override of the current size or trait callback has called `super`.
    var hasPassedOn = false

    /// Passes the callback on to the children. If an override does not call super, the children do
    /// not receive the callback [13.2].
    open func viewWillTransition(
        to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
    ) { hasPassedOn = true }

    /// Passes the callback on to the children, as `viewWillTransition(to:with:)` does.
    open func willTransition(
        to newCollection: UITraitCollection,
        with coordinator: any UIViewControllerTransitionCoordinator
    ) { hasPassedOn = true }

    /// The window's traits, changed first by the trait overrides of the controller's ancestors and
    /// presenters, then by the controller's own trait overrides.
    open var traitCollection: UITraitCollection {
        traits(in: simulation.traits(ofWindow: viewIfLoaded?.window))
    }

    /// Returns the traits that override a child's traits; nil if there are none.
    open func overrideTraitCollection(
        forChild childViewController: UIViewController
    ) -> UITraitCollection? { traitState[childViewController] }

    /// Sets traits that override those of a child; nil removes the overrides.
    open func setOverrideTraitCollection(
        _ collection: UITraitCollection?, forChild childViewController: UIViewController
    ) { override(collection, of: childViewController) }

    open var overrideUserInterfaceStyle: UIUserInterfaceStyle {
        get { traitState.overrides.userInterfaceStyle }
        set { traitOverrides.userInterfaceStyle = newValue }
    }

    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

    open func preferredContentSizeDidChange(
        forChildContentContainer container: any UIContentContainer
    ) {}
    /// Never called: views do not measure themselves.
    open func systemLayoutFittingSizeDidChange(
        forChildContentContainer container: any UIContentContainer
    ) {}

    /// Returns the size of a child in a parent of a given size. The child's
    /// `viewWillTransition(to:with:)` gets it; if it is the child's size already, the child is not
    /// called [13.3].
    open func size(
        forChildContentContainer container: any UIContentContainer,
        withParentContainerSize parentSize: CGSize
    ) -> CGSize { parentSize }

    open var isModalInPresentation = false {
        didSet { update("isModalInPresentation", .bool(isModalInPresentation)) }
    }
}

extension UIViewController {
    /// Reports to the engine that code has called an appearance callback directly. UIKit logs such
    /// a call.
    func calledByHand(_ method: ControllerCall.Method, _ animated: Bool) {
        guard called?.rawValue != method.rawValue, let id else { return }
        simulation.perform(
            ControllerCall {
                $0.id = id
                $0.callback = method
                $0.animated = animated
            })
    }
}

extension UIViewController {
    /// Calls `loadView` if there is no view yet.
    func load() {
        guard loadedView == nil else { return }
        loadView()
        guard loadedView == nil else { return }
        simulation.report(
            Simulation.Issue(
                text: "loadView of \(type(of: self)) must set the property view",
                exception: "NSInternalInconsistencyException"))
        set(view: UIView())
    }

    func set(view new: UIView?) {
        guard let new, new !== loadedView, isFree(new) else { return }
        guard requireID() != nil, let handle else { return }
        if let old = loadedView {
            old.owner = nil
            old.handle = nil
            old.id = nil
        }
        loadedView = new
        new.become(viewOf: self, handle)
        // If code sets `view` outside of `loadView`, the engine loads the view immediately, as
        // UIKit does.
        if called != .loadView { loadEngineView() }
        showBars()
    }

    private func loadEngineView() {
        guard let id else { return }
        simulation.perform(ControllerLoadViewIfNeeded { $0.id = id })
    }
}

public enum UIStatusBarStyle: Int, Sendable { case `default`, lightContent, darkContent = 3 }

public enum UIInterfaceOrientation: Int, Sendable {
    case unknown, portrait, portraitUpsideDown, landscapeRight, landscapeLeft
}

public struct UIInterfaceOrientationMask: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let portrait = UIInterfaceOrientationMask(rawValue: 1 << 1)
    public static let portraitUpsideDown = UIInterfaceOrientationMask(rawValue: 1 << 2)
    public static let landscapeRight = UIInterfaceOrientationMask(rawValue: 1 << 3)
    public static let landscapeLeft = UIInterfaceOrientationMask(rawValue: 1 << 4)
    public static let landscape: UIInterfaceOrientationMask = [.landscapeLeft, .landscapeRight]
    public static let allButUpsideDown: UIInterfaceOrientationMask = [.portrait, .landscape]
    public static let all: UIInterfaceOrientationMask = [.allButUpsideDown, .portraitUpsideDown]
}

public enum UIStatusBarAnimation: Int, Sendable { case none, fade, slide }
