/// What a control, a bar button item or a menu does.
@preconcurrency @MainActor
open class UIAction {
    public typealias Handler = (UIAction) -> Void

    public struct Identifier: Hashable, RawRepresentable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public init(_ rawValue: String) { self.rawValue = rawValue }
    }

    open var title: String
    open var image: UIImage?
    public let identifier: Identifier
    /// The control that the action is sent from, while it is.
    public internal(set) weak var sender: AnyObject?
    private let handler: Handler

    public init(
        title: String = "", image: UIImage? = nil, identifier: Identifier? = nil,
        handler: @escaping Handler
    ) {
        self.title = title
        self.image = image
        self.identifier = identifier ?? Identifier(rawValue: UUID().uuidString)
        self.handler = handler
    }

    func send(from sender: AnyObject?) {
        self.sender = sender
        handler(self)
        self.sender = nil
    }
}

/// A view that a person operates. Swift on Linux has no selectors: give it closures, as `UIAction`.
@preconcurrency @MainActor
open class UIControl: UIView {
    public struct Event: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let touchDown = Event(rawValue: 1 << 0)
        public static let touchDragInside = Event(rawValue: 1 << 2)
        public static let touchUpInside = Event(rawValue: 1 << 6)
        public static let touchUpOutside = Event(rawValue: 1 << 7)
        public static let touchCancel = Event(rawValue: 1 << 8)
        public static let valueChanged = Event(rawValue: 1 << 12)
        public static let primaryActionTriggered = Event(rawValue: 1 << 13)
        public static let editingChanged = Event(rawValue: 1 << 17)
        public static let allEvents = Event(rawValue: 0xffff_ffff)
    }

    public struct State: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let normal = State([])
        public static let highlighted = State(rawValue: 1)
        public static let disabled = State(rawValue: 2)
        public static let selected = State(rawValue: 4)
    }

    private struct Entry {
        let action: UIAction
        let events: Event
    }

    private var entries: [Entry] = []

    open var isEnabled = true
    open var isSelected = false
    open var isHighlighted = false

    open var state: State {
        var state = State.normal
        if isHighlighted { state.insert(.highlighted) }
        if isSelected { state.insert(.selected) }
        if !isEnabled { state.insert(.disabled) }
        return state
    }

    open func addAction(_ action: UIAction, for events: Event) {
        entries.append(Entry(action: action, events: events))
    }

    open func removeAction(_ action: UIAction, for events: Event) {
        entries.removeAll { $0.action === action && $0.events == events }
    }

    open func sendActions(for events: Event) {
        for entry in entries where !entry.events.isDisjoint(with: events) {
            entry.action.send(from: self)
        }
    }

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard isEnabled else { return }
        isHighlighted = true
        sendActions(for: .touchDown)
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard isEnabled, isHighlighted else { return }
        isHighlighted = false
        let isInside = touches.contains { point(inside: $0.location(in: self), with: event) }
        sendActions(for: isInside ? [.touchUpInside, .primaryActionTriggered] : .touchUpOutside)
    }

    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        isHighlighted = false
        sendActions(for: .touchCancel)
    }
}

/// A button with titles by state.
@preconcurrency @MainActor
open class UIButton: UIControl {
    public enum ButtonType: Int, Sendable {
        case custom, system, detailDisclosure, infoLight, close
    }

    public let buttonType: ButtonType
    public let titleLabel: UILabel? = UILabel()
    private var titles: [UInt: String] = [:]
    private var images: [UInt: UIImage] = [:]

    public override init(frame: CGRect) {
        buttonType = .custom
        super.init(frame: frame)
    }

    public init(type: ButtonType) {
        buttonType = type
        super.init(frame: .zero)
    }

    public convenience init(type: ButtonType = .system, primaryAction: UIAction?) {
        self.init(type: type)
        guard let primaryAction else { return }
        setTitle(primaryAction.title, for: .normal)
        addAction(primaryAction, for: .primaryActionTriggered)
    }

    public required init?(coder: NSCoder) {
        buttonType = .custom
        super.init(coder: coder)
    }

    open var currentTitle: String? { title(for: state) ?? title(for: .normal) }

    open func setTitle(_ title: String?, for state: State) {
        titles[state.rawValue] = title
        titleLabel?.text = currentTitle
    }

    open func title(for state: State) -> String? { titles[state.rawValue] }

    open func setImage(_ image: UIImage?, for state: State) { images[state.rawValue] = image }

    open func image(for state: State) -> UIImage? { images[state.rawValue] }

    /// Colours of titles are not drawn and not kept.
    open func setTitleColor(_ color: UIColor?, for state: State) {}
}

/// A row of dots for pages.
@preconcurrency @MainActor
open class UIPageControl: UIControl {
    open var numberOfPages = 0
    open var currentPage = 0
    open var hidesForSinglePage = false
    open var pageIndicatorTintColor: UIColor?
    open var currentPageIndicatorTintColor: UIColor?
}

/// Segments of which one is selected.
@preconcurrency @MainActor
open class UISegmentedControl: UIControl {
    private var titles: [String] = []

    public init(items: [Any]?) {
        titles = (items ?? []).map { "\($0)" }
        super.init(frame: .zero)
    }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    open var selectedSegmentIndex = -1
    open var numberOfSegments: Int { titles.count }
    open func titleForSegment(at index: Int) -> String? { titles[index] }
}
