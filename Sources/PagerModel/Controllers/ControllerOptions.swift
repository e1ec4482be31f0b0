/// A command for a callback, with the placeholders `$self` and `$FIELD`.
public struct ReactionStep: FieldObject, Hashable {
    public var method = ""
    public var params: Value = .object([])
    /// Values that fields of the callback must have. Nil: no condition.
    public var when: Value?

    public init() {}

    @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("method", &method, "a method that reactions may call")
        v.field("params", &params, "`$self`: the controller; `$FIELD`: a field of the callback")
        v.field(
            "when", &when, "values that fields of the callback must have, else the step is skipped")
    }

    /// The bytes of all strings and names, plus 8 for each value. O(size).
    public var footprint: Int {
        method.utf8.count + params.footprint + (when?.footprint ?? 0)
    }
}

/// The commands for callbacks: what a subclass runs in an override, after `super`.
public struct Reactions: FieldValue, Hashable {
    public var steps: [(callback: Callback, steps: [ReactionStep])] = []

    public init() {}

    public static var schema: Schema {
        .dictionary(Callback.allCases.map(\.rawValue), [ReactionStep].schema)
    }

    public init(reading value: Value) throws(CommandError) {
        guard case .object(let members) = value else { throw .mismatch(Self.schema, value) }
        for member in members {
            guard let callback = Callback(named: member.name) else {
                let names = Schema.enumeration(Callback.allCases.map(\.rawValue))
                throw CommandError(
                    .invalidParams, "\(quoted(member.name)) is not a callback: \(names.phrase)",
                    path: beginning(of: member.name))
            }
            do {
                steps.append((callback, try [ReactionStep](reading: member.value)))
            } catch {
                throw error.inside(member.name)
            }
        }
    }

    public func write<W: ValueWriter>(to writer: inout W) {
        writer.beginObject()
        for (callback, steps) in steps {
            writer.key(callback.rawValue)
            steps.write(to: &writer)
        }
        writer.endObject()
    }

    /// The callbacks in which the controller executes at least one command.
    public var callbacks: CallbackSet {
        var set = CallbackSet()
        for entry in steps where !entry.steps.isEmpty { set.insert(entry.callback) }
        return set
    }

    /// The bytes of all strings and names, plus 8 for each value. O(size).
    public var footprint: Int {
        steps.reduce(0) { sum, entry in
            entry.steps.reduce(sum + entry.callback.rawValue.utf8.count) {
                $0 + $1.footprint
            }
        }
    }

    /// The commands that the controller executes in one callback, in order.
    public subscript(callback: Callback) -> [ReactionStep] {
        steps.first { $0.callback == callback }?.steps ?? []
    }

    public static func == (left: Self, right: Self) -> Bool {
        left.steps.elementsEqual(right.steps) { $0.callback == $1.callback && $0.steps == $1.steps }
    }

    public func hash(into hasher: inout Hasher) {
        for entry in steps {
            hasher.combine(entry.callback)
            hasher.combine(entry.steps)
        }
    }
}

/// The options that controllers of every kind have.
public struct ControllerOptions: FieldObject, Hashable {
    public var title: String?
    public var content: Value?
    public var forwardsAppearance = true
    public var definesPresentationContext = false
    public var providesPresentationContextTransitionStyle = false
    public var modalPresentationStyle = PresentationStyle.automatic
    public var modalTransitionStyle = "coverVertical"
    public var isModalInPresentation = false
    public var preferredContentSize = Size.zero
    public var dwellTime = 0.0
    public var sheet = SheetOption.none
    public var hidesBottomBarWhenPushed = false
    public var additionalSafeAreaInsets: Insets?
    /// The options that few controllers have, in one word.
    var rare = RareOptions.none
    public var reactions: Reactions?

    public init() {}

    /// The bytes of all strings and names, plus 8 for each value. O(size).
    package var contentFootprint: Int {
        (content?.footprint ?? 0) + (reactions?.footprint ?? 0)
            + (breakpoints ?? []).reduce(0) { $0 + $1.footprint }
    }

    @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("title", &title, "for display")
        v.field(
            "content", &content,
            "any JSON; by convention {type: MIME, body: text} or {type: MIME, url: ...}")
        v.field(
            "forwardsAppearance", &forwardsAppearance,
            "forwards appearance callbacks to its children: "
                + "shouldAutomaticallyForwardAppearanceMethods [2.4]")
        v.field(
            "definesPresentationContext", &definesPresentationContext,
            "in-context presentations use this controller [11.2]; true by default for a "
                + "navigation controller [11.3]")
        v.field(
            "providesPresentationContextTransitionStyle",
            &providesPresentationContextTransitionStyle,
            "determines the transition style of these presentations [11.5]")
        v.field(
            "modalPresentationStyle", &modalPresentationStyle,
            "of its presentation, unless the command sets one [10.8]")
        v.field(
            "modalTransitionStyle", &modalTransitionStyle,
            "of its presentation, unless the command sets one")
        v.field(
            "isModalInPresentation", &isModalInPresentation,
            "the user cannot dismiss its sheet [10.12]")
        v.field(
            "preferredContentSize", &preferredContentSize, "UIKit's preferredContentSize [13.5]")
        v.field(
            "dwellTime", &dwellTime, "seconds in a pager with autoAdvance; 0: those of autoAdvance")
        v.field("on", &reactions, "commands that it executes in its callbacks")
        v.field("sheet", &sheet, SheetOption.doc)
        v.field(
            "hidesBottomBarWhenPushed", &hidesBottomBarWhenPushed,
            "hides the tab bar while it is on a stack above the root [7.9]")
        v.field(
            "additionalSafeAreaInsets", &additionalSafeAreaInsets,
            "added to the safe area of its view and the views inside, in points [13.9]")
        v.ifSet(
            "canLeave", &canLeave,
            "false: the user cannot select another page or tab instead of it, pop or dismiss it; "
                + "default: true")
        v.ifSet("leaveReason", &leaveReason, "why not, for the error `vetoed`")
        v.ifSet(
            "disabled", &disabled,
            "true: the user cannot select it as a tab or page, and tabBar.next and previous skip it"
        )
        v.ifSet("pinned", &pinned, "true: the user cannot remove it as a tab or page")
        v.ifSet(
            "usesPreferredContentSize", &usesPreferredContentSize,
            "true: as a form sheet or popover in a window at least 600 points wide, its view has its "
                + "preferredContentSize, in the middle of the window")
        v.ifSet(
            "adaptivePresentationStyle", &adaptivePresentationStyle,
            "the style of its presentation if the window is less than 600 points wide then, also if "
                + "the command sets another one; not custom")
        v.ifSet(
            "breakpoints", &breakpoints,
            "options of its kind by the size of its window: of those whose `when` holds, later ones "
                + "win")
        v.ifSet(
            "baseOptions", &baseOptions,
            "only read: the values that breakpoints have replaced; absent: none")
        v.ifSet("badge", &badge, "a text on its tab, such as a number: UITabBarItem.badgeValue")
    }
}

/// The styles of changes forward, such as a push, and backward, such as a pop.
public struct MotionStyles: FieldObject, Hashable {
    public var forward: String?
    public var backward: String?

    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("forward", &forward, "for a push, or for a later tab; default: the container's")
        v.field(
            "backward", &backward, "for a pop, or for an earlier tab; default: `forward`, backwards"
        )
    }

    /// Returns the name of the style for a direction, and whether it is played backwards. Nil for
    /// the container's own style.
    public func style(_ direction: TransitionDirection) -> (name: String, reversed: Bool)? {
        guard direction == .reverse else { return forward.map { ($0, false) } }
        guard let backward else { return forward.map { ($0, true) } }
        return (backward, backward == forward)
    }
}

/// The options of a stack or a tab bar that apply to its transitions, unless a command has its own.
public struct MotionOptions: Declared, Hashable {
    public var transition: MotionStyles?
    public var duration: Double?
    public var curve: TransitionCurve?
    public var animated: Bool?

    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.ifSet("transition", &transition, "the styles of its changes; default: UIKit's")
        v.ifSet(
            "duration", &duration,
            "seconds of an animated change; default: UIKit's, or that of the style")
        v.ifSet("curve", &curve, "of an animated change; default: that of the style")
        v.ifSet(
            "animated", &animated,
            "whether commands animate that do not say so; default: as each command says")
    }
}

/// The options of a controller that few controllers have. `none` takes no memory besides one word.
enum RareOptions: Hashable, Sendable {
    struct Values: Hashable, Sendable {
        var canLeave: Bool?
        var leaveReason: String?
        var disabled: Bool?
        var pinned: Bool?
        var badge: String?
        var usesPreferredContentSize: Bool?
        var adaptivePresentationStyle: PresentationStyle?
        var breakpoints: [Breakpoint]?
        var baseOptions: Value?
    }

    case none
    indirect case some(Values)

    var values: Values {
        get {
            if case .some(let values) = self { values } else { Values() }
        }
        set { self = newValue == Values() ? .none : .some(newValue) }
    }
}

extension ControllerOptions {
    /// Whether the user may leave the controller. Nil means true.
    public var canLeave: Bool? {
        get { rare.values.canLeave }
        set { set(newValue, at: \.canLeave) }
    }
    /// Why the user may not leave the controller.
    public var leaveReason: String? {
        get { rare.values.leaveReason }
        set { set(newValue, at: \.leaveReason) }
    }
    /// Whether the user cannot select the controller. Nil means false.
    public var disabled: Bool? {
        get { rare.values.disabled }
        set { set(newValue, at: \.disabled) }
    }
    /// Whether the user cannot remove the controller. Nil means false.
    public var pinned: Bool? {
        get { rare.values.pinned }
        set { set(newValue, at: \.pinned) }
    }
    public var badge: String? {
        get { rare.values.badge }
        set { set(newValue, at: \.badge) }
    }

    /// Whether a form sheet or popover has the size `preferredContentSize`. Nil means false.
    public var usesPreferredContentSize: Bool? {
        get { rare.values.usesPreferredContentSize }
        set { set(newValue, at: \.usesPreferredContentSize) }
    }
    /// The style of its presentation in a compact window. Nil means the usual one.
    public var adaptivePresentationStyle: PresentationStyle? {
        get { rare.values.adaptivePresentationStyle }
        set { set(newValue, at: \.adaptivePresentationStyle) }
    }
    /// Options of the kind that apply while the window has a certain size.
    public var breakpoints: [Breakpoint]? {
        get { rare.values.breakpoints }
        set { set(newValue, at: \.breakpoints) }
    }
    /// The values of options that breakpoints have replaced. Nil if none applies.
    public var baseOptions: Value? {
        get { rare.values.baseOptions }
        set { set(newValue, at: \.baseOptions) }
    }

    private mutating func set<T>(_ value: T?, at path: WritableKeyPath<RareOptions.Values, T?>) {
        if value == nil, rare == .none { return }
        rare.values[keyPath: path] = value
    }
}
