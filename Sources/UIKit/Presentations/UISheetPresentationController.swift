internal import Containment
internal import PagerModel

/// A sheet that rests at detents [10.13]. Without detents it is as high as the window.
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
        /// Points; nil for the heights of `medium` and `large`.
        let height: CGFloat?

        public static func medium() -> Detent { Detent(identifier: .medium, height: nil) }
        public static func large() -> Detent { Detent(identifier: .large, height: nil) }

        /// A detent with a height of its own, which is computed once for the screen as it is.
        ///
        /// - Parameter resolver: returns points; nil leaves the detent as high as the screen.
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

    /// Nil until a detent is selected: the sheet rests at the smallest.
    open var selectedDetentIdentifier: Detent.Identifier? {
        get { selected }
        set {
            selected = newValue
            guard let newValue, isShown, let id = presentedViewController.id,
                let detent = name(of: newValue)
            else { return tellOptions() }
            simulation.perform(
                ModalSelectDetent(
                    id: id, detent: detent,
                    motion: TransitionRequest(animated: isAnimatingChanges)))
        }
    }

    open var largestUndimmedDetentIdentifier: Detent.Identifier? { didSet { tellOptions() } }

    // Kept, without an effect: sheets draw nothing and do not scroll.
    open var prefersGrabberVisible = false
    open var preferredCornerRadius: CGFloat?
    open var prefersScrollingExpandsWhenScrolledToEdge = true
    open var prefersEdgeAttachedInCompactHeight = false
    open var widthFollowsPreferredContentSizeWhenEdgeAttached = false

    /// Runs changes of the detents, which are animated.
    open func animateChanges(_ changes: () -> Void) {
        isAnimatingChanges = true
        changes()
        isAnimatingChanges = false
    }

    /// What a person's swipe does: another detent is selected, or the sheet is dismissed [10.14]. The
    /// delegate is asked.
    public func simulateSwipe(_ direction: UISwipeGestureRecognizer.Direction) {
        guard let id = presentedViewController.id, isShown else { return }
        if direction == .down { return simulateDismissal(id) }
        simulation.perform(ModalSwipeSheet(id: id, direction: .up))
    }

    private func simulateDismissal(_ id: Identifier) {
        let command = ModalSwipeSheet(id: id, direction: .down)
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

    /// Takes over what a person has selected.
    func adopt(detent name: String) {
        guard let index = names.firstIndex(where: { $0?.text == name }) else { return }
        selected = detents[index].identifier
        let delegate = delegate as? any UISheetPresentationControllerDelegate
        delegate?.sheetPresentationControllerDidChangeSelectedDetentIdentifier(self)
    }

    private var simulation: Simulation { presentedViewController.simulation }
    private var isShown: Bool { presentedViewController.record?.presentingViewController != nil }
}

extension UISheetPresentationController {
    /// The engine's names of the detents.
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

    /// Tells the engine the detents. Those that have not been set are one as high as the window.
    func tellOptions() {
        guard detents != [.large()] || selected != nil else {
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

/// What a detent's resolver is given.
@preconcurrency @MainActor
public protocol UISheetPresentationControllerDetentResolutionContext: AnyObject {
    var maximumDetentValue: CGFloat { get }
    var containerTraitCollection: UITraitCollection { get }
}

/// Receives the actions of a person on a sheet.
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
