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
