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
    @MainActor public static var current: UITraitCollection {
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
