/// An object in the responder chain.
///
/// Its accessibility properties are stored and have no effect.
@preconcurrency @MainActor
open class UIResponder: NSObject {
    public override init() {}

    /// The next object in the responder chain.
    open var next: UIResponder? { nil }

    /// The values that `objc_setAssociatedObject` has stored. The keys of the dictionary are the
    /// addresses of the pointers that were passed as keys.
    var associated: [Int: Any]?

    open var canBecomeFirstResponder: Bool { false }
    open private(set) var isFirstResponder = false

    /// Makes the object the first responder if `canBecomeFirstResponder` is true. There is no
    /// keyboard to show.
    @discardableResult
    open func becomeFirstResponder() -> Bool {
        guard canBecomeFirstResponder, !isFirstResponder else { return isFirstResponder }
        let simulation = Simulation.current
        if let other = simulation.firstResponder, !other.resignFirstResponder() { return false }
        isFirstResponder = true
        simulation.firstResponder = self
        return true
    }

    @discardableResult
    open func resignFirstResponder() -> Bool {
        isFirstResponder = false
        if Simulation.current.firstResponder === self { Simulation.current.firstResponder = nil }
        return true
    }

    /// Returns whether the object performs an action: whether a method is registered for the
    /// selector. Of the edit actions, which each responder has, only those of a subclass count.
    open func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
        let isEdit = Self.editActions.contains(action)
        return action.isImplemented(by: self, outside: isEdit ? UIResponder.self : nil)
    }

    private static let editActions: Set<Selector> = [
        "cut:", "copy:", "paste:", "select:", "selectAll:", "delete:",
    ]

    // These methods do nothing: there is no edit menu.
    open func cut(_ sender: Any?) {}
    open func copy(_ sender: Any?) {}
    open func paste(_ sender: Any?) {}
    open func select(_ sender: Any?) {}
    open func selectAll(_ sender: Any?) {}
    open func delete(_ sender: Any?) {}

    /// The undo manager of the nearest responder that has one; the window's at the end.
    open var undoManager: UndoManager? { next?.undoManager }

    /// The activity of the object. Its state is updated by the code that asks for it.
    open var userActivity: NSUserActivity?
    open func updateUserActivityState(_ activity: NSUserActivity) {}
    open func restoreUserActivityState(_ activity: NSUserActivity) {}

    /// Returns the first object in the responder chain, from this one on, that performs an action.
    open func target(forAction action: Selector, withSender sender: Any?) -> Any? {
        var current: UIResponder? = self
        while let responder = current {
            if responder.canPerformAction(action, withSender: sender) { return responder }
            current = responder.next
        }
        return nil
    }

    open nonisolated override var description: String { "<\(type(of: self))>" }

    open var inputView: UIView? { nil }
    open var inputAccessoryView: UIView? { nil }
    open func reloadInputViews() {}
    /// The key commands of the object. There is no keyboard: `UIKeyCommand.simulateChoice()`
    /// simulates the user.
    open var keyCommands: [UIKeyCommand]? { nil }

    /// Called for a change of a property that `addObserver(_:forKeyPath:options:context:)` observes.
    open func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {}

    // These methods are never called: there is no motion sensor and no keyboard.
    open func motionBegan(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {}
    open func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {}
    open func motionCancelled(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {}
    open func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {}
    open func pressesChanged(_ presses: Set<UIPress>, with event: UIPressesEvent?) {}
    open func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {}
    open func pressesCancelled(_ presses: Set<UIPress>, with event: UIPressesEvent?) {}
    open func touchesEstimatedPropertiesUpdated(_ touches: Set<UITouch>) {}
    open func buildMenu(with builder: any UIMenuBuilder) {}
    open func validate(_ command: UICommand) {}

    /// Called for the controllers and views of storyboards and nib files.
    open func awakeFromNib() {}
    /// This method is never called, because there is no Interface Builder.
    open func prepareForInterfaceBuilder() {}

    // MARK: accessibility

    open var isAccessibilityElement = false
    open var accessibilityIdentifier: String?
    open var accessibilityLabel: String?
    open var accessibilityHint: String?
    open var accessibilityValue: String?
    open var accessibilityTraits = UIAccessibilityTraits.none
    open var accessibilityFrame = CGRect.zero
    open var accessibilityElements: [Any]?
    open var accessibilityElementsHidden = false
    open var accessibilityIgnoresInvertColors = false
    open var accessibilityAttributedLabel: NSAttributedString?
    open var accessibilityCustomActions: [UIAccessibilityCustomAction]?
    open var accessibilityLanguage: String?
    open var accessibilityUserInputLabels: [String]?
    open var accessibilityActivationPoint = CGPoint.zero
    open var accessibilityNavigationStyle = 0
    open var accessibilityRespondsToUserInteraction = true
    open var accessibilityPath: UIBezierPath?
    open var accessibilityViewIsModal = false
    open var shouldGroupAccessibilityChildren = false
    open var accessibilityContainerType = UIAccessibilityContainerType.none
    open func accessibilityElementCount() -> Int { accessibilityElements?.count ?? 0 }
    open func accessibilityElement(at index: Int) -> Any? {
        accessibilityElements.flatMap { $0.indices ~= index ? $0[index] : nil }
    }
    open func index(ofAccessibilityElement element: Any) -> Int {
        accessibilityElements?.firstIndex { $0 as AnyObject === element as AnyObject } ?? NSNotFound
    }
    // These methods are never called, because there is no assistive technology.
    open func accessibilityElementDidBecomeFocused() {}
    open func accessibilityElementDidLoseFocus() {}
    /// This method is never called, because there is no assistive technology.
    open func accessibilityPerformEscape() -> Bool { false }
    /// This method is never called, because there is no assistive technology.
    open func accessibilityPerformMagicTap() -> Bool { false }
    /// This method is never called, because there is no assistive technology.
    open func accessibilityActivate() -> Bool { false }
    /// This method is never called, because there is no assistive technology.
    open func accessibilityScroll(_ direction: UIAccessibilityScrollDirection) -> Bool { false }
    /// This method is never called, because there is no assistive technology.
    open func accessibilityIncrement() {}
    /// This method is never called, because there is no assistive technology.
    open func accessibilityDecrement() {}

    // MARK: touches, forwarded to the next responder unless overridden

    open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        next?.touchesBegan(touches, with: event)
    }

    open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        next?.touchesMoved(touches, with: event)
    }

    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        next?.touchesEnded(touches, with: event)
    }

    open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        next?.touchesCancelled(touches, with: event)
    }
}

/// A finger on the simulated screen.
@preconcurrency @MainActor
open class UITouch {
    public enum Phase: Int, Sendable {
        case began, moved, stationary, ended, cancelled
    }

    public internal(set) var phase = Phase.began
    /// The view that the finger hit when the touch began. Later events of the touch go to the same
    /// view.
    public internal(set) var view: UIView?
    public internal(set) var window: UIWindow?
    /// The number of taps in quick succession at almost the same point, including this one.
    public internal(set) var tapCount = 1
    /// The time of the touch's last change, in seconds on the simulation's clock.
    public internal(set) var timestamp: TimeInterval
    /// The recognizers that receive the touch.
    public internal(set) var gestureRecognizers: [UIGestureRecognizer]?

    /// The current position of the finger, in the window's coordinates.
    var position: CGPoint
    var previousPosition: CGPoint
    /// Whether the view has received `touchesBegan` but not yet `touchesEnded` or
    /// `touchesCancelled`.
    var isKnownToView = false
    /// Whether a recognizer has taken the touch away from the view.
    var isTakenFromView = false

    init(at point: CGPoint, view: UIView, window: UIWindow, time: TimeInterval) {
        position = point
        previousPosition = point
        self.view = view
        self.window = window
        timestamp = time
    }

    /// Returns the position of the finger in a view's coordinates, or in the window's if the view
    /// is nil.
    open func location(in view: UIView?) -> CGPoint {
        window?.convert(position, to: view) ?? position
    }

    /// Returns the position of the finger before its last move, in a view's coordinates, or in the
    /// window's if the view is nil.
    open func previousLocation(in view: UIView?) -> CGPoint {
        window?.convert(previousPosition, to: view) ?? previousPosition
    }
}

extension UITouch: Hashable {
    public nonisolated static func == (left: UITouch, right: UITouch) -> Bool { left === right }

    public nonisolated func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// An event with the touches on the screen at one point in time.
@preconcurrency @MainActor
open class UIEvent {
    public enum EventType: Int, Sendable { case touches, motion, remoteControl, presses }
    public enum EventSubtype: Int, Sendable { case none, motionShake }

    public let type = EventType.touches
    public let timestamp: TimeInterval
    public let allTouches: Set<UITouch>?

    init(_ touches: [UITouch], time: TimeInterval) {
        allTouches = Set<UITouch>(touches)
        timestamp = time
    }

    /// Returns the touches that began in a view.
    open func touches(for view: UIView) -> Set<UITouch>? {
        allTouches?.filter { $0.view === view }
    }

    /// Returns the touches that began in a window.
    open func touches(for window: UIWindow) -> Set<UITouch>? {
        allTouches?.filter { $0.window === window }
    }

    /// Returns the touches that a recognizer receives.
    open func touches(for recognizer: UIGestureRecognizer) -> Set<UITouch>? {
        allTouches?.filter { recognizer.touches.contains($0) }
    }
}

public struct UIAccessibilityTraits: OptionSet, Hashable, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    public static let none = UIAccessibilityTraits([])
    public static let button = UIAccessibilityTraits(rawValue: 1 << 0)
    public static let link = UIAccessibilityTraits(rawValue: 1 << 1)
    public static let image = UIAccessibilityTraits(rawValue: 1 << 2)
    public static let selected = UIAccessibilityTraits(rawValue: 1 << 3)
    public static let staticText = UIAccessibilityTraits(rawValue: 1 << 6)
    public static let notEnabled = UIAccessibilityTraits(rawValue: 1 << 8)
    public static let searchField = UIAccessibilityTraits(rawValue: 1 << 10)
    public static let updatesFrequently = UIAccessibilityTraits(rawValue: 1 << 9)
    public static let summaryElement = UIAccessibilityTraits(rawValue: 1 << 7)
    public static let keyboardKey = UIAccessibilityTraits(rawValue: 1 << 5)
    public static let playsSound = UIAccessibilityTraits(rawValue: 1 << 4)
    public static let startsMediaSession = UIAccessibilityTraits(rawValue: 1 << 11)
    public static let causesPageTurn = UIAccessibilityTraits(rawValue: 1 << 14)
    public static let adjustable = UIAccessibilityTraits(rawValue: 1 << 12)
    public static let allowsDirectInteraction = UIAccessibilityTraits(rawValue: 1 << 13)
    public static let header = UIAccessibilityTraits(rawValue: 1 << 16)
    public static let tabBar = UIAccessibilityTraits(rawValue: 1 << 28)
}

public enum UIAccessibilityContainerType: Int, Sendable {
    case none, dataTable, list, landmark, semanticGroup
}

public enum UIAccessibilityScrollDirection: Int, Sendable {
    case right = 1, left, up, down, next, previous
}

/// An action for assistive technology. It is stored and never performed.
@preconcurrency @MainActor
open class UIAccessibilityCustomAction: NSObject {
    open var name: String
    private let handler: ((UIAccessibilityCustomAction) -> Bool)?

    public init(name: String, actionHandler: ((UIAccessibilityCustomAction) -> Bool)?) {
        self.name = name
        handler = actionHandler
    }

    public convenience init(name: String, target: Any?, selector: Selector) {
        self.init(name: name, actionHandler: nil)
    }
}

/// The state of assistive technologies. The simulation has no assistive technologies, so everything
/// is off.
@preconcurrency @MainActor
public enum UIAccessibility {
    public struct Notification: Hashable, RawRepresentable, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        public static let screenChanged = Notification(rawValue: 1000)
        public static let layoutChanged = Notification(rawValue: 1001)
        public static let announcement = Notification(rawValue: 1008)
        public static let pageScrolled = Notification(rawValue: 1009)
    }

    /// Does nothing: there is no assistive technology.
    public static func post(notification: Notification, argument: Any?) {}

    public static var isVoiceOverRunning: Bool { false }
    public static var isReduceMotionEnabled: Bool { false }
    public static var isReduceTransparencyEnabled: Bool { false }
    public static var isBoldTextEnabled: Bool { false }
    public static var prefersCrossFadeTransitions: Bool { false }
    public static let voiceOverStatusDidChangeNotification = NSNotification.Name(
        "UIAccessibilityVoiceOverStatusDidChangeNotification")
    public static let reduceMotionStatusDidChangeNotification = NSNotification.Name(
        "UIAccessibilityReduceMotionStatusDidChangeNotification")
}

/// The methods of the edit menu, which every responder has here.
public typealias UIResponderStandardEditActions = UIResponder

/// A press of a key. There is none: there is no keyboard.
@preconcurrency @MainActor
open class UIPress: NSObject {
    public enum PressType: Int, Sendable {
        case upArrow, downArrow, leftArrow, rightArrow, select, menu, playPause
    }

    open var type: PressType { .select }
    open var key: UIKey? { nil }
}

@preconcurrency @MainActor
open class UIKey: NSObject {
    open var characters: String { "" }
    open var charactersIgnoringModifiers: String { "" }
    open var modifierFlags: UIKeyModifierFlags { [] }
    open var keyCode: UIKeyboardHIDUsage { .keyboardReturnOrEnter }
}

public enum UIKeyboardHIDUsage: Int, Sendable {
    case keyboardReturnOrEnter = 0x28
    case keyboardEscape, keyboardDeleteOrBackspace, keyboardTab, keyboardSpacebar
    case keyboardRightArrow = 0x4F
    case keyboardLeftArrow, keyboardDownArrow, keyboardUpArrow
}

@preconcurrency @MainActor
open class UIPressesEvent: NSObject {}

@preconcurrency @MainActor
public protocol UIMenuBuilder: AnyObject {
    func remove(menu: UIMenu.Identifier)
    func insertChild(_ menu: UIMenu, atStartOfMenu identifier: UIMenu.Identifier)
    func insertChild(_ menu: UIMenu, atEndOfMenu identifier: UIMenu.Identifier)
}
