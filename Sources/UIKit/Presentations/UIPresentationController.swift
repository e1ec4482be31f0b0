internal import Containment
internal import PagerModel

/// Places a presented view in its container. It has hooks for the presentation and the dismissal.
///
/// A presented controller has one while it is presented, and from the first look at its
/// `presentationController` on. The engine says when the hooks are called [10.5].
@preconcurrency @MainActor
open class UIPresentationController {
    public init(
        presentedViewController: UIViewController,
        presenting presentingViewController: UIViewController?
    ) {
        presented = presentedViewController
        presenting = presentingViewController
    }

    private weak var presented: UIViewController?
    private weak var presenting: UIViewController?
    /// The controller that was asked to present.
    private(set) weak var source: UIViewController?
    /// The view that the engine has in the window for the presentation, where it has one.
    var place: PresentationPlace?
    /// Who moves the transition that begins.
    var animators: TransitionAnimators?
    /// Whether a delegate has made it.
    var isCustom = false

    public var presentedViewController: UIViewController {
        guard let presented else {
            fatalError("the presented view controller of \(type(of: self)) has been released")
        }
        return presented
    }

    /// The presenter; before the presentation the presented controller itself.
    public var presentingViewController: UIViewController { presenting ?? presentedViewController }

    open weak var delegate: (any UIAdaptivePresentationControllerDelegate)?

    open var presentationStyle: UIModalPresentationStyle {
        presentedViewController.modalPresentationStyle.resolved
    }

    /// The view in which the presented view is. Without a transitioning delegate, and for the styles
    /// in a context, it is the window.
    public var containerView: UIView? {
        place ?? (isPresented ? presented?.viewIfLoaded?.window ?? presenting?.view.window : nil)
    }

    private var isPresented: Bool { presented?.record?.presentingViewController != nil }

    open var presentedView: UIView? { presentedViewController.view }

    /// The frame of `presentedView` when the transition has ended, in the container view.
    open var frameOfPresentedViewInContainerView: CGRect { containerView?.bounds ?? .zero }

    open var shouldPresentInFullscreen: Bool { true }
    /// Whether the presenter's view is taken out while the presentation lasts [10.1].
    open var shouldRemovePresentersView: Bool { false }
    open var overrideTraitCollection: UITraitCollection?
    open var traitCollection: UITraitCollection { presentedViewController.traitCollection }

    /// What waits for `viewWillAppear` of the presented controller.
    fileprivate var insertionsPutOff: [() -> Void] = []

    // MARK: for subclasses

    open func presentationTransitionWillBegin() {}
    open func presentationTransitionDidEnd(_ completed: Bool) {}
    open func dismissalTransitionWillBegin() {}
    open func dismissalTransitionDidEnd(_ completed: Bool) {}
    open func containerViewWillLayoutSubviews() {}
    open func containerViewDidLayoutSubviews() {}

    /// Called before the window of the presentation gets another size.
    open func viewWillTransition(
        to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
    ) {}

    // MARK: adaptation

    open var adaptivePresentationStyle: UIModalPresentationStyle {
        adaptivePresentationStyle(for: traitCollection)
    }

    /// Returns the style in an environment, `none` where it is the presentation's own.
    open func adaptivePresentationStyle(
        for traitCollection: UITraitCollection
    ) -> UIModalPresentationStyle {
        delegate?.adaptivePresentationStyle(for: self, traitCollection: traitCollection) ?? .none
    }
}

extension UIPresentationController {
    /// The presentation begins, asked of a controller.
    func begin(by presenter: UIViewController, askedOf source: UIViewController) {
        presenting = presenter
        self.source = source
    }

    /// Whether the presented controller's view is in a view.
    func isShown(by view: UIView) -> Bool {
        presented?.viewIfLoaded?.isDescendant(of: view) ?? false
    }

    /// Keeps back what would bring the presented controller's view into the window before its
    /// `viewWillAppear`.
    func putOff(_ insertion: @escaping () -> Void) { insertionsPutOff.append(insertion) }

    /// Carries out what was put off. Then puts a presented view that is not the presented
    /// controller's own into the container, unless an animator does.
    func installPresentedView() {
        let insertions = insertionsPutOff
        insertionsPutOff = []
        for insertion in insertions { insertion() }
        guard animators == nil, let place, let view = presentedView, view.superview == nil,
            view !== presentedViewController.view
        else { return }
        view.frame = frameOfPresentedViewInContainerView
        place.addSubview(view)
    }
}

/// The view of a presentation between the window and the presented view.
final class PresentationPlace: UIView {
    private weak var presentation: UIPresentationController?

    init(of presentation: UIPresentationController, frame: CGRect) {
        self.presentation = presentation
        super.init(frame: frame)
    }

    required init?(coder: NSCoder) { nil }

    override func layoutSubviews() {
        presentation?.containerViewWillLayoutSubviews()
        super.layoutSubviews()
        presentation?.containerViewDidLayoutSubviews()
    }
}

extension UIModalPresentationStyle {
    /// The style that `automatic` stands for [10.8].
    var resolved: UIModalPresentationStyle { self == .automatic ? .pageSheet : self }

    /// Whether the presenter is the nearest controller that defines a context [11.2].
    var isInContext: Bool { self == .currentContext || self == .overCurrentContext }

    var isSheet: Bool { resolved == .pageSheet || self == .formSheet }
}
