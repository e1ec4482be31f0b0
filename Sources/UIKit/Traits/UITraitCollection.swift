internal import PagerModel

/// The traits of a view or controller, such as its size classes. Size classes follow from the size
/// of the window: a side under 600 points is compact. The other traits are those of a phone in
/// light appearance, unless overridden.
public final class UITraitCollection: Sendable {
    let values: TraitValues

    init(values: TraitValues) { self.values = values }

    public convenience init() { self.init(values: TraitValues()) }

    public convenience init(horizontalSizeClass: UIUserInterfaceSizeClass) {
        self.init { $0.horizontalSizeClass = horizontalSizeClass }
    }

    public convenience init(verticalSizeClass: UIUserInterfaceSizeClass) {
        self.init { $0.verticalSizeClass = verticalSizeClass }
    }

    public convenience init(userInterfaceIdiom: UIUserInterfaceIdiom) {
        self.init { $0.userInterfaceIdiom = userInterfaceIdiom }
    }

    public convenience init(userInterfaceStyle: UIUserInterfaceStyle) {
        self.init { $0.userInterfaceStyle = userInterfaceStyle }
    }

    public convenience init(displayScale: CGFloat) {
        self.init { $0.displayScale = displayScale }
    }

    public convenience init(layoutDirection: UITraitEnvironmentLayoutDirection) {
        self.init { $0.layoutDirection = layoutDirection }
    }

    public convenience init(preferredContentSizeCategory: UIContentSizeCategory) {
        self.init { $0.preferredContentSizeCategory = preferredContentSizeCategory }
    }

    /// Creates a collection with the traits of several collections. If more than one of them has a
    /// value for a trait, the value of the last one is used.
    public convenience init(traitsFrom traitCollections: [UITraitCollection]) {
        var all = TraitValues()
        for collection in traitCollections { all.take(collection.values) }
        self.init(values: all)
    }

    public convenience init(mutations: (inout any UIMutableTraits) -> Void) {
        var traits: any UIMutableTraits = TraitValues()
        mutations(&traits)
        self.init(values: traits as? TraitValues ?? TraitValues())
    }

    public func modifyingTraits(
        _ mutations: (inout any UIMutableTraits) -> Void
    ) -> UITraitCollection {
        var traits: any UIMutableTraits = values
        mutations(&traits)
        return UITraitCollection(values: traits as? TraitValues ?? values)
    }

    public subscript<Trait: UITraitDefinition>(_ trait: Trait.Type) -> Trait.Value {
        values[trait]
    }

    public var horizontalSizeClass: UIUserInterfaceSizeClass { values.horizontalSizeClass }
    public var verticalSizeClass: UIUserInterfaceSizeClass { values.verticalSizeClass }
    public var userInterfaceIdiom: UIUserInterfaceIdiom { values.userInterfaceIdiom }
    public var userInterfaceStyle: UIUserInterfaceStyle { values.userInterfaceStyle }
    public var displayScale: CGFloat { values.displayScale }
    public var layoutDirection: UITraitEnvironmentLayoutDirection { values.layoutDirection }
    public var preferredContentSizeCategory: UIContentSizeCategory {
        values.preferredContentSizeCategory
    }

    /// Returns whether every trait that is set in the collection `trait` has the same value in this
    /// collection.
    public func containsTraits(in trait: UITraitCollection?) -> Bool {
        values.contains(trait?.values ?? TraitValues())
    }

    public func hasDifferentColorAppearance(comparedTo other: UITraitCollection?) -> Bool {
        userInterfaceStyle != other?.userInterfaceStyle
    }

    /// The traits of the simulation's screen.
    @preconcurrency @MainActor
    public static var current: UITraitCollection {
        UITraitCollection(size: Simulation.current.screenSize)
    }
}

extension UITraitCollection: Hashable, CustomStringConvertible {
    public static func == (left: UITraitCollection, right: UITraitCollection) -> Bool {
        left.values == right.values
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(horizontalSizeClass)
        hasher.combine(verticalSizeClass)
        hasher.combine(userInterfaceStyle)
    }

    public var description: String {
        "<UITraitCollection: \(horizontalSizeClass) width, \(verticalSizeClass) height, "
            + "\(userInterfaceStyle)>"
    }
}

extension UITraitCollection {
    /// Creates the traits of a window.
    ///
    /// - Parameter size: the size of the window, in points.
    convenience init(size: CGSize) { self.init(Traits(Size(size))) }

    /// Creates the traits of a phone in light appearance, with the given size classes.
    convenience init(_ traits: Traits) {
        self.init { values in
            values.horizontalSizeClass = UIUserInterfaceSizeClass(traits.horizontal)
            values.verticalSizeClass = UIUserInterfaceSizeClass(traits.vertical)
            values.userInterfaceIdiom = .phone
            values.userInterfaceStyle = .light
            values.displayScale = 1
            values.layoutDirection = .leftToRight
            values.preferredContentSizeCategory = .large
        }
    }
}

extension UIUserInterfaceSizeClass {
    fileprivate init(_ sizeClass: SizeClass) {
        self = sizeClass == .compact ? .compact : .regular
    }
}

/// The declaration of a trait, with the type of its values and its default value.
public protocol UITraitDefinition {
    associatedtype Value: Hashable & Sendable
    static var defaultValue: Value { get }
}

public typealias UITrait = any UITraitDefinition.Type

public struct UITraitHorizontalSizeClass: UITraitDefinition {
    public static let defaultValue = UIUserInterfaceSizeClass.unspecified
}

public struct UITraitVerticalSizeClass: UITraitDefinition {
    public static let defaultValue = UIUserInterfaceSizeClass.unspecified
}

public struct UITraitUserInterfaceIdiom: UITraitDefinition {
    public static let defaultValue = UIUserInterfaceIdiom.unspecified
}

public struct UITraitUserInterfaceStyle: UITraitDefinition {
    public static let defaultValue = UIUserInterfaceStyle.unspecified
}

public struct UITraitDisplayScale: UITraitDefinition {
    public static let defaultValue: CGFloat = 0
}

public struct UITraitLayoutDirection: UITraitDefinition {
    public static let defaultValue = UITraitEnvironmentLayoutDirection.unspecified
}

public struct UITraitPreferredContentSizeCategory: UITraitDefinition {
    public static let defaultValue = UIContentSizeCategory.unspecified
}

public enum UIUserInterfaceSizeClass: Int, Sendable { case unspecified, compact, regular }

public enum UIUserInterfaceIdiom: Int, Sendable { case unspecified = -1, phone, pad }

public enum UIUserInterfaceStyle: Int, Sendable { case unspecified, light, dark }

public enum UITraitEnvironmentLayoutDirection: Int, Sendable {
    case unspecified = -1, leftToRight, rightToLeft
}

public struct UIContentSizeCategory: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let unspecified = UIContentSizeCategory(rawValue: "unspecified")
    public static let small = UIContentSizeCategory(rawValue: "small")
    public static let medium = UIContentSizeCategory(rawValue: "medium")
    public static let large = UIContentSizeCategory(rawValue: "large")
    public static let extraLarge = UIContentSizeCategory(rawValue: "extraLarge")
    public static let accessibilityLarge = UIContentSizeCategory(rawValue: "accessibilityLarge")

    public static let didChangeNotification = NSNotification.Name(
        "UIContentSizeCategoryDidChangeNotification")
    public static let newValueUserInfoKey = "UIContentSizeCategoryNewValueKey"
    public var isAccessibilityCategory: Bool { rawValue.hasPrefix("accessibility") }
}

/// Trait values that can be changed.
public protocol UIMutableTraits {
    subscript<Trait: UITraitDefinition>(_ trait: Trait.Type) -> Trait.Value { get set }
}

extension UIMutableTraits {
    public var horizontalSizeClass: UIUserInterfaceSizeClass {
        get { self[UITraitHorizontalSizeClass.self] }
        set { self[UITraitHorizontalSizeClass.self] = newValue }
    }

    public var verticalSizeClass: UIUserInterfaceSizeClass {
        get { self[UITraitVerticalSizeClass.self] }
        set { self[UITraitVerticalSizeClass.self] = newValue }
    }

    public var userInterfaceIdiom: UIUserInterfaceIdiom {
        get { self[UITraitUserInterfaceIdiom.self] }
        set { self[UITraitUserInterfaceIdiom.self] = newValue }
    }

    public var userInterfaceStyle: UIUserInterfaceStyle {
        get { self[UITraitUserInterfaceStyle.self] }
        set { self[UITraitUserInterfaceStyle.self] = newValue }
    }

    public var displayScale: CGFloat {
        get { self[UITraitDisplayScale.self] }
        set { self[UITraitDisplayScale.self] = newValue }
    }

    public var layoutDirection: UITraitEnvironmentLayoutDirection {
        get { self[UITraitLayoutDirection.self] }
        set { self[UITraitLayoutDirection.self] = newValue }
    }

    public var preferredContentSizeCategory: UIContentSizeCategory {
        get { self[UITraitPreferredContentSizeCategory.self] }
        set { self[UITraitPreferredContentSizeCategory.self] = newValue }
    }
}

/// The values of those traits that have been set. All other traits have their defaults.
struct TraitValues: UIMutableTraits, Sendable {
    private var values: [ObjectIdentifier: any Hashable & Sendable] = [:]

    init() {}

    var isEmpty: Bool { values.isEmpty }

    /// The value of a trait. Setting the trait's default removes the value.
    subscript<Trait: UITraitDefinition>(_ trait: Trait.Type) -> Trait.Value {
        get { values[ObjectIdentifier(trait)] as? Trait.Value ?? Trait.defaultValue }
        set {
            values[ObjectIdentifier(trait)] = newValue == Trait.defaultValue ? nil : newValue
        }
    }

    /// Copies all values that are set in `others`.
    mutating func take(_ others: TraitValues) {
        values.merge(others.values) { _, new in new }
    }

    mutating func remove(_ trait: ObjectIdentifier) { values[trait] = nil }

    func contains(_ trait: ObjectIdentifier) -> Bool { values[trait] != nil }

    /// Returns whether every trait that is set in `others` has the same value in this object.
    func contains(_ others: TraitValues) -> Bool {
        others.values.keys.allSatisfy { !differs(from: others, in: $0) }
    }

    /// Returns whether the value of a trait differs from the one in `others`.
    func differs(from others: TraitValues, in trait: ObjectIdentifier) -> Bool {
        !Self.isEqual(values[trait], others.values[trait])
    }

    private static func isEqual(
        _ left: (any Hashable & Sendable)?, _ right: (any Hashable & Sendable)?
    ) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        func compare<Value: Hashable>(_ value: Value) -> Bool { value == right as? Value }
        return compare(left)
    }
}

extension TraitValues: Equatable {
    static func == (left: TraitValues, right: TraitValues) -> Bool {
        left.values.count == right.values.count && left.contains(right)
    }
}

/// Methods that notify controllers and views when their traits have changed.
extension UIViewController {
    /// If the controller's traits have changed, notifies the controller and the views that belong
    /// to it.
    func tellTraits(from old: UITraitCollection) {
        let new = traitCollection
        guard old != new else { return }
        traitCollectionDidChange(old)
        traitState.tell(from: old, to: new)
        viewIfLoaded?.tellTraits(from: old, to: new)
    }

    /// Runs `change`, which changes trait overrides. Then notifies every controller with changed
    /// traits among `controllers` and their descendants, outermost first. Controllers without a
    /// loaded view are not notified.
    func changeTraits(of controllers: [UIViewController], _ change: () -> Void) {
        let before = controllers.flatMap(\.withDescendants).filter(\.isViewLoaded)
            .map { (controller: $0, traits: $0.traitCollection) }
        change()
        for (controller, traits) in before { controller.tellTraits(from: traits) }
    }

    /// The controller and all its descendants. A presented controller counts as a descendant of its
    /// presenter.
    fileprivate var withDescendants: [UIViewController] {
        var found = [self] + children.flatMap(\.withDescendants)
        if let presented = presentedViewController, presented.presentingViewController === self {
            found += presented.withDescendants
        }
        return found
    }
}

extension UIView {
    /// Notifies the view of a change of its traits. Also notifies the views inside it, except those
    /// of other controllers.
    func tellTraits(from old: UITraitCollection, to new: UITraitCollection) {
        traitCollectionDidChange(old)
        traitState.tell(from: old, to: new)
        for subview in subviews where subview.owner == nil {
            subview.tellTraits(from: old, to: new)
        }
    }

    /// Runs `change`, which changes the view's trait overrides. Then notifies every controller with
    /// changed traits among `controllers` and their descendants. If `controllers` is empty,
    /// notifies the view and the views inside it instead.
    func changeTraits(of controllers: [UIViewController], _ change: () -> Void) {
        let old = traitCollection
        guard let first = controllers.first else {
            change()
            let new = traitCollection
            if old != new { tellTraits(from: old, to: new) }
            return
        }
        first.changeTraits(of: controllers, change)
    }
}
