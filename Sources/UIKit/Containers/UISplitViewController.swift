internal import Containment
internal import PagerModel

/// Two columns side by side, which collapse into one in a narrow window.
open class UISplitViewController: UIViewController {
    public enum Column: Int, Sendable { case primary, supplementary, secondary }

    private var primary: UIViewController?
    private var secondary: UIViewController?
    private var isCollapsedNow = false

    override class var kind: String { "split" }

    open weak var delegate: (any UISplitViewControllerDelegate)?

    /// Primary and secondary.
    open var viewControllers: [UIViewController] {
        get { [primary, secondary].compactMap { $0 } }
        set {
            guard let id = requireID() else { return }
            withExtendedLifetime(newValue) {
                _ = simulation.perform(
                    SplitSetColumns(
                        id: id, primary: newValue.first?.requireID(),
                        secondary: newValue.dropFirst().first?.requireID()))
            }
        }
    }

    public var isCollapsed: Bool { isCollapsedNow }

    open override func showDetailViewController(_ controller: UIViewController, sender: Any?) {
        guard let id = requireID(), let other = controller.requireID() else { return }
        withExtendedLifetime(controller) {
            _ = simulation.perform(SplitShowDetail(id: id, controller: other))
        }
    }

    func adopt(
        primary: UIViewController?, secondary: UIViewController?, isCollapsed: Bool
    ) {
        let new = [primary, secondary].compactMap { $0 }
        simulation.released += viewControllers.filter { old in !new.contains { $0 === old } }
        (self.primary, self.secondary, isCollapsedNow) = (primary, secondary, isCollapsed)
    }
}

@preconcurrency @MainActor
public protocol UISplitViewControllerDelegate: AnyObject {}
