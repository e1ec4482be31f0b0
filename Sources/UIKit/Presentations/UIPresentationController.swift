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
    var enclosing: PresentationContainerView?
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

    open var preferredContentSize: CGSize { presentedViewController.preferredContentSize }

    /// Returns the size of the presented view in a container of a given size. Subclasses may use
    /// and override it; the simulation never calls it.
    open func size(
        forChildContentContainer container: any UIContentContainer,
        withParentContainerSize parentSize: CGSize
    ) -> CGSize { parentSize }

    /// Subclasses may override it; the simulation never calls it.
    open func preferredContentSizeDidChange(
        forChildContentContainer container: any UIContentContainer
    ) {}

    /// Subclasses may override it; the simulation never calls it.
    open func systemLayoutFittingSizeDidChange(
        forChildContentContainer container: any UIContentContainer
    ) {}

    open var presentationStyle: UIModalPresentationStyle {
        presentedViewController.modalPresentationStyle.resolved
    }

    /// The container of the presented view; nil before the presentation. It is the window if there
    /// is no transitioning delegate, or if the style is `currentContext` or `overCurrentContext`.
    public var containerView: UIView? {
        enclosing
            ?? (isPresented ? presented?.viewIfLoaded?.window ?? presenting?.view.window : nil)
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
        guard animators == nil, let enclosing, let view = presentedView, view.superview == nil,
            view !== presentedViewController.view
        else { return }
        view.frame = frameOfPresentedViewInContainerView
        enclosing.addSubview(view)
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

/// A delegate that can change the style of a presentation and refuse the dismissal. The delegate is
/// also notified of the dismissal and of refused attempts [10.7].
@preconcurrency @MainActor
public protocol UIAdaptivePresentationControllerDelegate: AnyObject {
    /// Returns the style for the given traits, or `none` to keep the presentation's own style.
    /// Called when the presentation begins.
    func adaptivePresentationStyle(
        for controller: UIPresentationController, traitCollection: UITraitCollection
    ) -> UIModalPresentationStyle
    /// Returns the style for the presentation, or `none` to keep the presentation's own style.
    /// Called only if the delegate does not implement
    /// `adaptivePresentationStyle(for:traitCollection:)`.
    func adaptivePresentationStyle(
        for controller: UIPresentationController
    ) -> UIModalPresentationStyle

    func presentationControllerShouldDismiss(
        _ presentationController: UIPresentationController
    ) -> Bool
    func presentationControllerWillDismiss(_ presentationController: UIPresentationController)
    func presentationControllerDidDismiss(_ presentationController: UIPresentationController)
    /// Called when the user tries to dismiss a presentation that must not be dismissed.
    func presentationControllerDidAttemptToDismiss(
        _ presentationController: UIPresentationController)
}

extension UIAdaptivePresentationControllerDelegate {
    public func adaptivePresentationStyle(
        for controller: UIPresentationController, traitCollection: UITraitCollection
    ) -> UIModalPresentationStyle { adaptivePresentationStyle(for: controller) }

    public func adaptivePresentationStyle(
        for controller: UIPresentationController
    ) -> UIModalPresentationStyle { .none }

    public func presentationControllerShouldDismiss(
        _ presentationController: UIPresentationController
    ) -> Bool { true }

    public func presentationControllerWillDismiss(
        _ presentationController: UIPresentationController
    ) {}

    public func presentationControllerDidDismiss(
        _ presentationController: UIPresentationController
    ) {}

    public func presentationControllerDidAttemptToDismiss(
        _ presentationController: UIPresentationController
    ) {}
}

public struct UIPopoverArrowDirection: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let up = UIPopoverArrowDirection(rawValue: 1 << 0)
    public static let down = UIPopoverArrowDirection(rawValue: 1 << 1)
    public static let left = UIPopoverArrowDirection(rawValue: 1 << 2)
    public static let right = UIPopoverArrowDirection(rawValue: 1 << 3)
    public static let any: UIPopoverArrowDirection = [.up, .down, .left, .right]
}

/// The presentation controller of a popover. The presented view fills the window, and nothing is
/// drawn around it.
@preconcurrency @MainActor
open class UIPopoverPresentationController: UIPresentationController {
    open weak var sourceView: UIView?
    open var sourceRect = CGRect.null
    open var permittedArrowDirections = UIPopoverArrowDirection.any
    open weak var barButtonItem: UIBarButtonItem?
    open var passthroughViews: [UIView]?
    open var backgroundColor: UIColor?
    open var popoverLayoutMargins = UIEdgeInsets.zero
    open var canOverlapSourceViewRect = false
}

@preconcurrency @MainActor
public protocol UIPopoverPresentationControllerDelegate: UIAdaptivePresentationControllerDelegate {}

extension UIViewController {
    /// The value of `presentationController`.
    var currentPresentation: UIPresentationController? {
        var current: UIViewController? = self
        while let controller = current {
            if let active = controller.activePresentation { return active }
            current = controller.parent
        }
        return makePresentation(presenting: nil, source: self)
    }

    /// The presentation controller of a sheet; nil if the presentation style is not a sheet.
    public var sheetPresentationController: UISheetPresentationController? {
        presentationController as? UISheetPresentationController
    }

    /// Returns the controller's presentation controller for its current style. Creates one if there
    /// is none that suits the style.
    func makePresentation(
        presenting: UIViewController?, source: UIViewController
    ) -> UIPresentationController {
        if let active = activePresentation,
            active.fits(modalPresentationStyle, asks: transitioningDelegate != nil)
        {
            return active
        }
        let made: UIPresentationController
        let custom =
            modalPresentationStyle == .custom
            ? transitioningDelegate?.presentationController(
                forPresented: self, presenting: presenting, source: source) : nil
        if let custom {
            made = custom
            made.isCustom = true
        } else if modalPresentationStyle.isSheet {
            made = UISheetPresentationController(
                presentedViewController: self, presenting: presenting)
        } else if modalPresentationStyle == .popover {
            made = UIPopoverPresentationController(
                presentedViewController: self, presenting: presenting)
        } else {
            made = UIPresentationController(presentedViewController: self, presenting: presenting)
        }
        activePresentation = made
        return made
    }

    /// Returns the controller that becomes the presenter when `present` is called on this
    /// controller [11.1] [11.2].
    func presenter(for style: UIModalPresentationStyle) -> UIViewController {
        var current = self
        while let parent = current.parent,
            !(style.isInContext && current.definesPresentationContext)
        {
            current = parent
        }
        return current
    }
}

extension UIPresentationController {
    /// Returns whether this presentation controller can be used for a style. The style may have
    /// changed after the creation of the presentation controller.
    ///
    /// - Parameter asks: Whether the presented controller has a transitioning delegate. Such a
    ///   delegate can create its own presentation controller for the style `custom`.
    fileprivate func fits(_ style: UIModalPresentationStyle, asks: Bool) -> Bool {
        if isCustom { return style == .custom }
        return style.isSheet == (self is UISheetPresentationController)
            && (style == .popover) == (self is UIPopoverPresentationController)
            && !(style == .custom && asks)
    }
}
