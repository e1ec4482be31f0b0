/// An object that lays out content whose size can change.
@preconcurrency @MainActor
public protocol UIContentContainer: AnyObject {
    var preferredContentSize: CGSize { get }
    /// Called when a child requests a different size [13.5].
    func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer)
    func viewWillTransition(
        to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator)
    func willTransition(
        to newCollection: UITraitCollection,
        with coordinator: any UIViewControllerTransitionCoordinator)
}

extension UIViewController: UIContentContainer {}
