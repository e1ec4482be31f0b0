internal import Containment
internal import PagerModel

/// The presentation controller of a sheet [10.13]. The sheet rests at one of several heights, its
/// detents. A sheet without detents is as high as the window.
@preconcurrency @MainActor
open class UISheetPresentationController: UIPresentationController {
    public struct Detent: Hashable, Sendable {
        public struct Identifier: Hashable, RawRepresentable, Sendable {
            public let rawValue: String
            public init(rawValue: String) { self.rawValue = rawValue }
            public init(_ rawValue: String) { self.rawValue = rawValue }
            public static let medium = Identifier("com.apple.UIKit.medium")
            public static let large = Identifier("com.apple.UIKit.large")
        }

        public let identifier: Identifier
        /// The height in points; nil for `medium` and `large`.
        let height: CGFloat?

        public static func medium() -> Detent { Detent(identifier: .medium, height: nil) }
        public static func large() -> Detent { Detent(identifier: .large, height: nil) }

        /// Returns a detent with a custom height, which is computed once for the current screen.
        ///
        /// - Parameter resolver: Returns the height in points, or nil for the height of the screen.
        @MainActor
        public static func custom(
            identifier: Identifier? = nil,
            resolver: (any UISheetPresentationControllerDetentResolutionContext) -> CGFloat?
        ) -> Detent {
            let context = ResolutionContext()
            return Detent(
                identifier: identifier ?? Identifier("custom"),
                height: resolver(context) ?? context.maximumDetentValue)
        }
    }

    private final class ResolutionContext: UISheetPresentationControllerDetentResolutionContext {
        var maximumDetentValue: CGFloat { Simulation.current.screenSize.height }
        var containerTraitCollection: UITraitCollection {
            UITraitCollection(size: Simulation.current.screenSize)
        }
    }

    open var detents: [Detent] = [.large()] {
        didSet {
            if let selected, !detents.contains(where: { $0.identifier == selected }) {
                self.selected = nil
            }
            tellOptions()
        }
    }

    private var selected: Detent.Identifier?
    private var isAnimatingChanges = false

    /// The identifier of the selected detent. While it is nil, the sheet rests at the smallest
    /// detent.
    open var selectedDetentIdentifier: Detent.Identifier? {
        get { selected }
        set {
            selected = newValue
            guard let newValue, isShown, let id = presentedViewController.id,
                let detent = name(of: newValue)
            else { return tellOptions() }
            simulation.perform(
                ModalSelectDetent {
                    $0.id = id
                    $0.detent = detent
                    $0.motion = TransitionRequest { $0.animated = isAnimatingChanges }
                })
        }
    }

    open var largestUndimmedDetentIdentifier: Detent.Identifier? { didSet { tellOptions() } }

    // These properties are stored and have no effect: sheets draw nothing and do not scroll.
    open var prefersGrabberVisible = false
    open var preferredCornerRadius: CGFloat?
    open var prefersScrollingExpandsWhenScrolledToEdge = true
    open var prefersEdgeAttachedInCompactHeight = false
    open var widthFollowsPreferredContentSizeWhenEdgeAttached = false

    /// Runs a block. If the block selects a different detent, the change is animated.
    open func animateChanges(_ changes: () -> Void) {
        isAnimatingChanges = true
        changes()
        isAnimatingChanges = false
    }

    /// Simulates the user's swipe on the sheet: selects the next detent in the direction, or
    /// dismisses the sheet after a swipe below the smallest detent [10.14]. The delegate can refuse
    /// the dismissal.
    public func simulateSwipe(_ direction: UISwipeGestureRecognizer.Direction) {
        guard let id = presentedViewController.id, isShown else { return }
        if direction == .down { return simulateDismissal(id) }
        simulation.perform(
            ModalSwipeSheet {
                $0.id = id
                $0.direction = .up
            })
    }

    private func simulateDismissal(_ id: Identifier) {
        let command = ModalSwipeSheet {
            $0.id = id
            $0.direction = .down
        }
        guard command.question(in: simulation.scene) != nil,
            let delegate, !presentedViewController.isModalInPresentation
        else {
            simulation.perform(command)
            return
        }
        guard delegate.presentationControllerShouldDismiss(self) else {
            return delegate.presentationControllerDidAttemptToDismiss(self)
        }
        simulation.perform(command)
    }

    /// Updates `selectedDetentIdentifier` and calls the delegate after the user has selected a
    /// detent.
    ///
    /// - Parameter name: The engine's name for the detent.
    func update(detent name: String) {
        guard let index = names.firstIndex(where: { $0?.text == name }) else { return }
        selected = detents[index].identifier
        let delegate = delegate as? any UISheetPresentationControllerDelegate
        delegate?.sheetPresentationControllerDidChangeSelectedDetentIdentifier(self)
    }

    private var simulation: Simulation { presentedViewController.simulation }
    private var isShown: Bool { presentedViewController.record?.presentingViewController != nil }
}

extension UISheetPresentationController {
    /// The engine's names for the detents, in the order of `detents`.
    fileprivate var names: [Identifier?] {
        detents.enumerated().map { index, detent in
            switch detent.identifier {
            case .medium where detent.height == nil: Identifier("medium")
            case .large where detent.height == nil: Identifier("large")
            default: Identifier("detent-\(index)")
            }
        }
    }

    fileprivate func name(of identifier: Detent.Identifier) -> Identifier? {
        detents.firstIndex { $0.identifier == identifier }.flatMap { names[$0] }
    }

    /// Sends the detents, the selected detent and the largest undimmed detent to the engine. If all
    /// three properties have UIKit's default values, sends null, which stands for a sheet as high
    /// as the window.
    func tellOptions() {
        guard detents != [.large()] || selected != nil || largestUndimmedDetentIdentifier != nil
        else {
            return presentedViewController.update("sheet", .null)
        }
        var options = SheetOptions()
        options.detents = zip(detents, names).compactMap { detent, name in
            name.map {
                var own = SheetDetent()
                own.id = $0
                own.height = detent.height.map { max(1, Double($0)) }
                return own
            }
        }
        options.selectedDetent = selected.flatMap { name(of: $0) }
        options.largestUndimmedDetent = largestUndimmedDetentIdentifier.flatMap { name(of: $0) }
        presentedViewController.update("sheet", Value(SheetOption.options(options)))
    }
}

/// The context that is passed to the resolver of a custom detent.
@preconcurrency @MainActor
public protocol UISheetPresentationControllerDetentResolutionContext: AnyObject {
    var maximumDetentValue: CGFloat { get }
    var containerTraitCollection: UITraitCollection { get }
}

/// A delegate that is notified of the user's actions on a sheet.
@preconcurrency @MainActor
public protocol UISheetPresentationControllerDelegate: UIAdaptivePresentationControllerDelegate {
    func sheetPresentationControllerDidChangeSelectedDetentIdentifier(
        _ sheetPresentationController: UISheetPresentationController)
}

extension UISheetPresentationControllerDelegate {
    public func sheetPresentationControllerDidChangeSelectedDetentIdentifier(
        _ sheetPresentationController: UISheetPresentationController
    ) {}
}
