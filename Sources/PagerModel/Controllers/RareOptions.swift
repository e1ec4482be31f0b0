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
