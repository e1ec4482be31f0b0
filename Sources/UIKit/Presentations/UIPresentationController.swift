internal import Containment
internal import PagerModel

/// An object that shows a presented view in a container view. Subclasses override the methods that
/// are called during the presentation and the dismissal.
///
/// A presentation controller is created when `presentationController` of the presented controller
/// is first read, or at the latest when the presentation begins. The engine determines when the
/// methods are called [10.5].
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
    /// The controller on which `present` was called.
    private(set) weak var source: UIViewController?
    /// The presentation's container view in the window; nil if there is none.
    var place: PresentationContainerView?
    /// The animator and interactor of the transition that is beginning.
    var animators: TransitionAnimators?
    /// Whether a transitioning delegate has created this presentation controller.
    var isCustom = false

    public var presentedViewController: UIViewController {
        guard let presented else {
            fatalError("the presented view controller of \(type(of: self)) has been released")
        }
        return presented
    }

    /// The presenting controller; before the presentation, the presented controller itself.
    public var presentingViewController: UIViewController { presenting ?? presentedViewController }

    open weak var delegate: (any UIAdaptivePresentationControllerDelegate)?

    open var presentationStyle: UIModalPresentationStyle {
        presentedViewController.modalPresentationStyle.resolved
    }

    /// The container of the presented view; nil before the presentation. It is the window if there
    /// is no transitioning delegate, or if the style is `currentContext` or `overCurrentContext`.
    public var containerView: UIView? {
        place ?? (isPresented ? presented?.viewIfLoaded?.window ?? presenting?.view.window : nil)
    }

    private var isPresented: Bool { presented?.record?.presentingViewController != nil }

    open var presentedView: UIView? { presentedViewController.view }

    /// The frame of `presentedView` at the end of the transition, in the container view's
    /// coordinates.
    open var frameOfPresentedViewInContainerView: CGRect { containerView?.bounds ?? .zero }

    open var shouldPresentInFullscreen: Bool { true }
    /// Whether the presenter's view is removed during the presentation [10.1].
    open var shouldRemovePresentersView: Bool { false }
    open var overrideTraitCollection: UITraitCollection?
    open var traitCollection: UITraitCollection { presentedViewController.traitCollection }

    /// The insertions of views that were delayed until after `viewWillAppear` of the presented
    /// controller.
    fileprivate var insertionsPutOff: [() -> Void] = []

    // MARK: for subclasses

    open func presentationTransitionWillBegin() {}
    open func presentationTransitionDidEnd(_ completed: Bool) {}
    open func dismissalTransitionWillBegin() {}
    open func dismissalTransitionDidEnd(_ completed: Bool) {}
    open func containerViewWillLayoutSubviews() {}
    open func containerViewDidLayoutSubviews() {}

    /// Called before the size of the presentation's window changes.
    open func viewWillTransition(
        to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
    ) {}

    // MARK: adaptation

    open var adaptivePresentationStyle: UIModalPresentationStyle {
        adaptivePresentationStyle(for: traitCollection)
    }

    /// Returns the style for the given traits, or `none` to keep the presentation's own style.
    open func adaptivePresentationStyle(
        for traitCollection: UITraitCollection
    ) -> UIModalPresentationStyle {
        delegate?.adaptivePresentationStyle(for: self, traitCollection: traitCollection) ?? .none
    }
}

extension UIPresentationController {
    /// Sets the presenting controller and the controller on which `present` was called.
    func begin(by presenter: UIViewController, askedOf source: UIViewController) {
        presenting = presenter
        self.source = source
    }

    /// Returns whether the presented controller's view is `view` or is inside `view`.
    func isShown(by view: UIView) -> Bool {
        presented?.viewIfLoaded?.isDescendant(of: view) ?? false
    }

    /// Delays the insertion of a view that would add the presented controller's view to the window
    /// before `viewWillAppear`.
    func putOff(_ insertion: @escaping () -> Void) { insertionsPutOff.append(insertion) }

    /// Runs the delayed insertions of views. Then adds `presentedView` to the container view if
    /// there is no animator and `presentedView` has no superview. Does not add the presented
    /// controller's own view, because the engine inserts it.
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

/// The container view of a presentation, between the window and the presented view.
final class PresentationContainerView: UIView {
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
    /// The style of the presentation: `pageSheet` for `automatic`, otherwise this style [10.8].
    var resolved: UIModalPresentationStyle { self == .automatic ? .pageSheet : self }

    /// Whether the presenter is the nearest controller that defines a presentation context, instead
    /// of the root controller [11.2].
    var isInContext: Bool { self == .currentContext || self == .overCurrentContext }

    var isSheet: Bool { resolved == .pageSheet || self == .formSheet }
}
