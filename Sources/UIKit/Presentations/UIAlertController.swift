/// A button of an alert.
@preconcurrency @MainActor
open class UIAlertAction: NSObject {
    public enum Style: Int, Sendable { case `default`, cancel, destructive }

    public let title: String?
    public let style: Style
    open var isEnabled = true
    fileprivate let handler: ((UIAlertAction) -> Void)?

    public init(
        title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil
    ) {
        self.title = title
        self.style = style
        self.handler = handler
        super.init()
    }
}

/// A controller that shows a message and buttons over the presenter, whose view stays. The alert is
/// not drawn, and its view receives no taps: call `simulateTap(_:)`.
@preconcurrency @MainActor
open class UIAlertController: UIViewController {
    public enum Style: Int, Sendable { case actionSheet, alert }

    public let preferredStyle: Style
    open var message: String?
    open private(set) var actions: [UIAlertAction] = []
    /// A stored value without effect in the simulation.
    open var preferredAction: UIAlertAction?

    public init(title: String?, message: String?, preferredStyle: Style) {
        self.preferredStyle = preferredStyle
        self.message = message
        super.init(nibName: nil, bundle: nil)
        self.title = title
        modalPresentationStyle = .overFullScreen
    }

    public required init?(coder: NSCoder) {
        preferredStyle = .actionSheet
        super.init(coder: coder)
        modalPresentationStyle = .overFullScreen
    }

    /// Adds a button. A second one with the style `cancel` is refused.
    open func addAction(_ action: UIAlertAction) {
        if action.style == .cancel, actions.contains(where: { $0.style == .cancel }) {
            return simulation.report(
                Simulation.Issue(
                    text: "UIAlertController can only have one action with a style of "
                        + "UIAlertActionStyleCancel",
                    exception: "NSInternalInconsistencyException"))
        }
        actions.append(action)
    }

    open private(set) var textFields: [UITextField]?

    /// Adds a text field. An action sheet refuses it.
    open func addTextField(configurationHandler: ((UITextField) -> Void)? = nil) {
        guard preferredStyle == .alert else {
            return simulation.report(
                Simulation.Issue(
                    text: "Text fields can only be added to an alert controller of style "
                        + "UIAlertControllerStyleAlert",
                    exception: "NSInternalInconsistencyException"))
        }
        let field = UITextField()
        textFields = (textFields ?? []) + [field]
        configurationHandler?(field)
    }

    /// Simulates a tap on a button: dismisses the alert, then calls the button's handler. Does
    /// nothing if the button is disabled.
    public func simulateTap(_ action: UIAlertAction) {
        guard actions.contains(action), presentingViewController != nil else {
            return simulation.report(
                Simulation.Issue(
                    text: "simulateTap: \(self) must be presented and have the action "
                        + "\(action.title ?? "")"))
        }
        guard action.isEnabled else { return }
        presentingViewController?.dismiss(animated: true) { action.handler?(action) }
    }

    /// Simulates a tap on the button with a title.
    public func simulateTap(onActionWithTitle title: String) {
        guard let action = actions.first(where: { $0.title == title }) else {
            return simulation.report(
                Simulation.Issue(
                    text: "simulateTap: there is no action \(title); the actions are "
                        + actions.map { $0.title ?? "" }.joined(separator: ", ")))
        }
        simulateTap(action)
    }
}
