/// Something that happened to one subject, as the engine records it.
///
/// Trivially copyable: recording an event is storing a few words. What does not fit (texts, lists,
/// values, the details of a transition) lies in the log beside it.
public struct Event: Sendable, BitwiseCopyable {
    public var subject: Handle
    public var body: EventBody

    @inlinable
    public init(_ subject: Handle, _ body: EventBody) {
        self.subject = subject
        self.body = body
    }
}

/// The properties of a controller during an appearance callback [12.2].
public struct AppearanceFlags: OptionSet, Sendable, BitwiseCopyable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    public static let animated = AppearanceFlags(rawValue: 1)
    /// isMovingToParent of an appearance, isMovingFromParent of a disappearance.
    public static let moving = AppearanceFlags(rawValue: 2)
    /// isBeingPresented of an appearance, isBeingDismissed of a disappearance.
    public static let presenting = AppearanceFlags(rawValue: 4)
}

/// A size class.
public enum SizeClass: String, FieldEnumeration, BitwiseCopyable {
    case compact, regular

    /// A side under 600 points is compact.
    public init(side: Double) {
        self = side < 600 ? .compact : .regular
    }
}

/// Horizontal and vertical size class.
public struct Traits: Hashable, Sendable, BitwiseCopyable {
    public var horizontal: SizeClass
    public var vertical: SizeClass

    public init(_ size: Size) {
        horizontal = SizeClass(side: size.width)
        vertical = SizeClass(side: size.height)
    }
}

/// A text, list, value or detail in the log of the same transaction.
public struct LogIndex: Sendable, BitwiseCopyable {
    public let index: Int32

    public init(_ index: Int) {
        self.index = Int32(index)
    }
}

/// Every event there is. What each one carries is declared in `EventBody.visit`, and by the kinds.
public enum EventBody: Sendable, BitwiseCopyable {
    case willMoveToParent(parent: Handle)
    case didMoveToParent(parent: Handle)
    case parentChanged(parent: Handle, index: Int32)
    case removeFromParent

    case loadView
    case viewDidLoad
    case viewWillAppear(AppearanceFlags)
    case viewIsAppearing(animated: Bool)
    case viewDidAppear(AppearanceFlags)
    case viewWillDisappear(AppearanceFlags)
    case viewDidDisappear(AppearanceFlags)
    case viewWillLayoutSubviews
    case viewDidLayoutSubviews
    case willTransitionToTraits(Traits)
    case traitCollectionDidChange(Traits)
    case viewWillTransitionToSize(Size)
    case preferredContentSizeDidChange(child: Handle)

    case viewCreated(Frame)
    case viewDestroyed
    case didMoveToSuperview(superview: Handle, index: Int32)
    case didChangeFrame(Frame)
    case didChangeHidden(Bool)
    case viewUpdated(changes: LogIndex)

    case began(detail: LogIndex)
    case progressed(TransitionID, progress: Double)
    case interactionEnded(TransitionID, cancelled: Bool)
    case completion(TransitionID, finished: Bool)
    case ended(TransitionID, TransitionOutcome)
    case queued(command: LogIndex)
    case dropped(command: LogIndex, error: LogIndex)

    case presentationTransitionWillBegin(presenter: Handle, style: PresentationStyle)
    case presentationTransitionDidEnd(completed: Bool)
    case dismissalTransitionWillBegin
    case dismissalTransitionDidEnd(completed: Bool)
    case shouldDismiss
    case willDismiss
    case didDismiss
    case didAttemptToDismiss

    /// An event that a kind declares.
    case ofKind(KindEventRecord)

    case windowCreated(Size)
    case windowDestroyed
    case windowRootChanged(controller: Handle)
    case windowResized(Size)

    case controllerCreated(record: LogIndex)
    case controllerUpdated(changes: LogIndex)
    case controllerContentChanged(content: LogIndex)
    case controllerDestroyed
    case controllerCustom(name: LogIndex, values: LogIndex)

    case unbalanced(message: LogIndex)
    case misuse(message: LogIndex)
    case warning(message: LogIndex)
}
