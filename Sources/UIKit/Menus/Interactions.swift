/// An interaction of a view. It is stored, and asked only by the methods that simulate the user.
@preconcurrency @MainActor
public protocol UIInteraction: AnyObject {
    var view: UIView? { get }
    func willMove(to view: UIView?)
    func didMove(to view: UIView?)
}

extension UIView {
    public var interactions: [any UIInteraction] {
        get { recorded?.interactions ?? [] }
        set {
            for old in interactions { old.willMove(to: nil) }
            for new in newValue { new.willMove(to: self) }
            let left = interactions
            values.interactions = newValue
            for old in left where !newValue.contains(where: { $0 === old }) {
                old.didMove(to: nil)
            }
            for new in newValue { new.didMove(to: self) }
        }
    }

    public func addInteraction(_ interaction: any UIInteraction) {
        interaction.willMove(to: self)
        values.interactions.append(interaction)
        interaction.didMove(to: self)
    }

    public func removeInteraction(_ interaction: any UIInteraction) {
        interaction.willMove(to: nil)
        values.interactions.removeAll { $0 === interaction }
        interaction.didMove(to: nil)
    }
}

@preconcurrency @MainActor
open class UIContextMenuConfiguration: NSObject {
    public typealias ActionProvider = ([UIMenuElement]) -> UIMenu?
    public typealias ContentPreviewProvider = () -> UIViewController?

    public let identifier: any NSCopying
    private let previewProvider: ContentPreviewProvider?
    private let actionProvider: ActionProvider?

    public init(
        identifier: (any NSCopying)? = nil, previewProvider: ContentPreviewProvider? = nil,
        actionProvider: ActionProvider? = nil
    ) {
        self.identifier = identifier ?? UUID().uuidString as NSString
        self.previewProvider = previewProvider
        self.actionProvider = actionProvider
    }

    /// Simulates that the menu is shown, and returns it.
    public func simulateMenu() -> UIMenu? { actionProvider?([]) }
    /// Simulates that the preview is shown, and returns it.
    public func simulatePreview() -> UIViewController? { previewProvider?() }
}

open class UIContextMenuInteraction: NSObject, UIInteraction {
    public private(set) weak var view: UIView?
    public private(set) weak var delegate: (any UIContextMenuInteractionDelegate)?

    public init(delegate: any UIContextMenuInteractionDelegate) {
        self.delegate = delegate
        super.init()
    }

    open func willMove(to view: UIView?) {}
    open func didMove(to view: UIView?) { self.view = view }
    open func location(in view: UIView?) -> CGPoint { .zero }
    open func dismissMenu() {}

    /// Simulates a long press on the view, and returns the menu.
    public func simulateMenu(at location: CGPoint = .zero) -> UIMenu? {
        delegate?.contextMenuInteraction(self, configurationForMenuAtLocation: location)?
            .simulateMenu()
    }
}

@preconcurrency @MainActor
public protocol UIContextMenuInteractionDelegate: AnyObject {
    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
    ) -> UIContextMenuConfiguration?
}

@preconcurrency @MainActor
public protocol UIContextMenuInteractionAnimating: AnyObject {
    var previewViewController: UIViewController? { get }
    func addAnimations(_ animations: @escaping () -> Void)
    func addCompletion(_ completion: @escaping () -> Void)
}

public protocol UIContextMenuInteractionCommitAnimating: UIContextMenuInteractionAnimating {
    var preferredCommitStyle: UIContextMenuInteractionCommitStyle { get set }
}

public enum UIContextMenuInteractionCommitStyle: Int, Sendable { case dismiss, pop }

/// How a view looks in a preview. It is stored and draws nothing.
@preconcurrency @MainActor
open class UIPreviewParameters: NSObject {
    open var visiblePath: UIBezierPath?
    open var shadowPath: UIBezierPath?
    open var backgroundColor: UIColor! = .clear

    public override init() {}
}

@preconcurrency @MainActor
open class UITargetedPreview: NSObject {
    public let view: UIView
    public let parameters: UIPreviewParameters

    public init(view: UIView, parameters: UIPreviewParameters) {
        self.view = view
        self.parameters = parameters
    }

    public convenience init(view: UIView) {
        self.init(view: view, parameters: UIPreviewParameters())
    }

    open var size: CGSize { view.bounds.size }
}
